import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { VersionWhole } from '@palimpsest/domain';
import { Latest } from '../present/latest.ts';
import { versionWhole } from './version-whole.ts';
import { Versions } from './versions.ts';

/** One version, whole (S4). */
export class GetVersion extends Query<VersionWhole> {
  constructor(readonly revision: number | 'latest') {
    super();
  }
}

@QueryHandler(GetVersion)
export class GetVersionHandler implements IQueryHandler<GetVersion> {
  constructor(
    @Inject(Versions) private readonly versions: Versions,
    @Inject(Latest) private readonly latest: Latest,
  ) {}

  async execute({ revision }: GetVersion): Promise<VersionWhole> {
    return versionWhole(revision === 'latest' ? (await this.latest.now()).version : await this.versions.get(revision));
  }
}
