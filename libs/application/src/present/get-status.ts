import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { attention, configurationOf, versionView, type Status } from '@palimpsest/domain';
import { DEPLOYMENT, type Deployment } from '../deployment.ts';
import { Latest } from './latest.ts';

/** The current configuration, and what an upgrade left for the team to settle (D1, D5, D6). */
export class GetStatus extends Query<Status> {}

@QueryHandler(GetStatus)
export class GetStatusHandler implements IQueryHandler<GetStatus> {
  constructor(
    @Inject(Latest) private readonly latest: Latest,
    @Inject(DEPLOYMENT) private readonly deployment: Deployment,
  ) {}

  async execute(): Promise<Status> {
    const { version, catalogue, release } = await this.latest.now();
    const view = versionView(version.record);
    return {
      ...view,
      release: release.release,
      saved_under: view.release,
      limit: this.deployment.limit,
      ...attention(version.entries, catalogue),
      configuration: configurationOf(version.entries),
    };
  }
}
