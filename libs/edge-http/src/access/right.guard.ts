import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { authorize } from '@palimpsest/access';
import { Refusal } from '@palimpsest/domain';
import { configOf } from '../routing/route.ts';

/** Denied by default: what has no declared right is nobody's, and what has one is its roles' (X1). */
@Injectable()
export class RightGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { right } = configOf(request);
    if (right === 'public') return true;
    if (right === undefined || request.caller === null) throw new Refusal('forbidden', 'nobody may do this');
    const { session } = request.params as { session?: string };
    authorize(right, request.caller, session);
    return true;
  }
}
