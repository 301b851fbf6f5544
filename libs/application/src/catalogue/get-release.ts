import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { NumberOrLatest, ReleaseWhole } from '@palimpsest/domain';
import { Latest } from '../present/latest.ts';
import { knownRelease } from './known-release.ts';
import { releaseView } from './release-view.ts';

/** One recorded catalogue with its manifest and every default text (C5). */
export class GetRelease extends Query<ReleaseWhole> {
  constructor(readonly release: NumberOrLatest) {
    super();
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
