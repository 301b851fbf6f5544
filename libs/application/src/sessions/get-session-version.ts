import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Refusal, type NumberOrLatest, type VersionWhole } from '@palimpsest/domain';
import { versionWhole } from '../history/version-whole.ts';
import { Versions } from '../history/versions.ts';
import { KnownSessions } from './known-sessions.ts';

/** A version, if the Session may read it (U4). */
export class GetSessionVersion extends Query<VersionWhole> {
  constructor(
    readonly session: string,
    readonly revision: NumberOrLatest,
  ) {
    super();
  }
}

@QueryHandler(GetSessionVersion)
export class GetSessionVersionHandler implements IQueryHandler<GetSessionVersion> {
  constructor(
    @Inject(KnownSessions) private readonly sessions: KnownSessions,
    @Inject(Versions) private readonly versions: Versions,
  ) {}

  async execute({ session, revision }: GetSessionVersion): Promise<VersionWhole> {
    const { role, uses } = await this.sessions.usesOf(session);
    const latest = revision === 'latest' ? await this.versions.get(revision) : null;
    const number = latest?.revision ?? revision;
    if (role === 'worker' && !uses.some((use) => use.revision === number)) {
      const own = [...new Set(uses.map((use) => use.revision))].join(', ');
      throw new Refusal('revision_not_used', `Session ${session} worked under ${own} only`);
    }
    return versionWhole(latest ?? (await this.versions.get(revision)));
  }
}
