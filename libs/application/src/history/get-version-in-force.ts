import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { VersionListed } from '@palimpsest/domain';
import { CLOCK } from '../deployment.ts';
import type { Clock } from '../ports/clock.ts';
import { Projector } from '../views/projector.ts';

/**
 * The version in force at a time (UTC with milliseconds), or null before the first (A2): the last whose timestamp is not
 * after it. A timestamp that lies ahead of the clock tells nothing of when its version was made, as a clock was wrong then;
 * what is certain is the log's order. So where no version that was made up to now is later than the time given, and where
 * that time is not past, the answer is what is in force now: the newest version, whatever its timestamp (S4).
 */
export class GetVersionInForce extends Query<VersionListed | null> {
  constructor(readonly at: string) {
    super();
  }
}

@QueryHandler(GetVersionInForce)
export class GetVersionInForceHandler implements IQueryHandler<GetVersionInForce> {
  constructor(
    @Inject(Projector) private readonly projector: Projector,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  execute({ at }: GetVersionInForce): Promise<VersionListed | null> {
    return this.projector.read('versions', ({ versions }) => {
      const now = new Date(this.clock.now()).toISOString();
      const then = versions.lastUpTo(at);
      const isInForceNow = at >= now || then?.revision === versions.lastUpTo(now)?.revision;
      return isInForceNow ? (versions.list({}, { limit: 1 }).items[0] ?? null) : then;
    });
  }
}
