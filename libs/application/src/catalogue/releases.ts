import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ReleaseState, ReleaseView, ReleaseWhole } from '@palimpsest/domain';
import { Latest } from '../present/latest.ts';
import { InvalidCursor, type Page, type PageRequest } from '../ports/views.ts';
import { knownRelease } from '../prompting/preview-prompt.ts';

/** The recorded catalogues, newest first (C5). */
export class ListReleases extends Query<Page<ReleaseView>> {
  constructor(readonly page: PageRequest) {
    super();
  }
}

/** One recorded catalogue with its manifest and every default text (C5). */
export class GetRelease extends Query<ReleaseWhole> {
  constructor(readonly release: number) {
    super();
  }
}

@QueryHandler(ListReleases)
export class ListReleasesHandler implements IQueryHandler<ListReleases> {
  constructor(@Inject(Latest) private readonly latest: Latest) {}

  async execute({ page: { limit, cursor } }: ListReleases): Promise<Page<ReleaseView>> {
    if (cursor !== undefined && !/^[1-9][0-9]{0,8}$/.test(cursor)) throw new InvalidCursor();
    const { catalogue } = await this.latest.now();
    const before = catalogue.releases.filter(({ release }) => cursor === undefined || release < Number(cursor));
    const items = before.reverse().slice(0, limit);
    const last = items.at(-1);
    return {
      items: items.map(releaseView),
      next_cursor: last === undefined || before.length <= limit ? null : String(last.release),
    };
  }
}

@QueryHandler(GetRelease)
export class GetReleaseHandler implements IQueryHandler<GetRelease> {
  constructor(@Inject(Latest) private readonly latest: Latest) {}

  async execute({ release: number }: GetRelease): Promise<ReleaseWhole> {
    const { catalogue } = await this.latest.now();
    const release = knownRelease(catalogue, number);
    const digests = Object.fromEntries(release.digests);
    const texts = Object.fromEntries(
      [...release.digests.values()].map((digest) => [digest, catalogue.texts.get(digest) ?? '']),
    );
    return { ...releaseView(release), manifest: release.manifest, digests, texts };
  }
}

function releaseView({ release, version, digest, format, timestamp, position }: ReleaseState): ReleaseView {
  return { release, version, digest, format, timestamp, position };
}
