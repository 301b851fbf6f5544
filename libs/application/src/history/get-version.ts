import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { NumberOrLatest, VersionWhole } from '@palimpsest/domain';
import { versionWhole } from './version-whole.ts';
import { Versions } from './versions.ts';

/** One version, whole (S4). */
export class GetVersion extends Query<VersionWhole> {
  constructor(readonly revision: NumberOrLatest) {
    super();
  }
}

@QueryHandler(GetVersion)
export class GetVersionHandler implements IQueryHandler<GetVersion> {
  constructor(@Inject(Versions) private readonly versions: Versions) {}

  async execute({ revision }: GetVersion): Promise<VersionWhole> {
    return versionWhole(await this.versions.get(revision));
  }
}
