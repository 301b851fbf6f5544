import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  invalid,
  PROMPT_LIMIT_BYTES,
  type CatalogueState,
  type Entries,
  type Inputs,
  type ParsedPreview,
  type ReleaseState,
  type Steps,
} from '@palimpsest/domain';
import { knownRelease } from '../catalogue/known-release.ts';
import { DEPLOYMENT, type Deployment } from '../deployment.ts';
import { checkPreview } from './check-preview.ts';
import { InputsOf } from './inputs.ts';
import { Latest } from '../present/latest.ts';
import { inTurns } from '../in-turns.ts';
import { assembleFromInSteps } from './assemble-from.ts';
import { promptView, restOfPrompt, type PromptAnswer } from './prompt-bytes.ts';
import { Versions } from '../history/versions.ts';

/** Assembles for either role, from any revision and release or from an unsaved draft; records nothing (P9). */
export class PreviewPrompt extends Query<PromptAnswer> {
  constructor(readonly parsed: ParsedPreview) {
    super();
  }
}

@QueryHandler(PreviewPrompt)
export class PreviewPromptHandler implements IQueryHandler<PreviewPrompt> {
  constructor(
    @Inject(Latest) private readonly latest: Latest,
    @Inject(Versions) private readonly versions: Versions,
    @Inject(InputsOf) private readonly inputsOf: InputsOf,
    @Inject(DEPLOYMENT) private readonly deployment: Deployment,
  ) {}

  async execute({ parsed }: PreviewPrompt): Promise<PromptAnswer> {
    const present = await this.latest.now();
    const { entries: draft, faults } = await inTurns(checkPreview(parsed, present, this.deployment.limit));
    const { request } = parsed;
    if (request === null) throw invalid(faults);
    const inputs = await this.inputsOf.request(request, faults);
    const release = request.release === undefined ? present.release : knownRelease(present.catalogue, request.release);
    const version = await this.versions.get(request.revision ?? present.version.revision);
    const from = { entries: draft ?? version.entries, revision: draft === null ? version.revision : null };
    return { head: {}, body: await inTurns(preview(present.catalogue, release, from, inputs)) };
  }
}

function* preview(
  catalogue: CatalogueState,
  release: ReleaseState,
  { entries, revision }: { readonly entries: Entries; readonly revision: number | null },
  inputs: Inputs,
): Steps<Buffer> {
  const assembled = yield* assembleFromInSteps(catalogue, release, entries, inputs, PROMPT_LIMIT_BYTES);
  return yield* restOfPrompt(promptView(assembled, inputs.role, revision, release.release));
}
