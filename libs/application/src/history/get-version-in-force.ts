import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { VersionListed } from '../ports/views.ts';
import { Projector } from '../views/projector.ts';

/** The version in force at a time (UTC with milliseconds), or null before the first (A2). */
export class GetVersionInForce extends Query<VersionListed | null> {
  constructor(readonly at: string) {
    super();
  }
}

@QueryHandler(GetVersionInForce)
export class GetVersionInForceHandler implements IQueryHandler<GetVersionInForce> {
  constructor(@Inject(Projector) private readonly projector: Projector) {}

  execute({ at }: GetVersionInForce): Promise<VersionListed | null> {
    return this.projector.read('versions', ({ versions }) => versions.inForceAt(at));
  }
}
