import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { invalid, type ParsedPreview } from '@palimpsest/domain';
import { knownRelease } from '../catalogue/known-release.ts';
import { DEPLOYMENT, type Deployment } from '../deployment.ts';
import { checkPreview } from './check-preview.ts';
import { InputsOf } from './inputs.ts';
import { Latest } from '../present/latest.ts';
import { assembleFrom, promptView, type PromptView } from './prompts.ts';
import { Versions } from '../history/versions.ts';

/** Assembles for either role, from any revision and release or from an unsaved draft; records nothing (P9). */
export class PreviewPrompt extends Query<PromptView> {
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

  async execute({ parsed }: PreviewPrompt): Promise<PromptView> {
    const present = await this.latest.now();
    const { entries: draft, faults } = checkPreview(parsed, present, this.deployment.limit);
    const { request } = parsed;
    if (request === null) throw invalid(faults);
    const inputs = await this.inputsOf.request(request, faults);
    const release = request.release === undefined ? present.release : knownRelease(present.catalogue, request.release);
    const version = await this.versions.get(request.revision ?? present.version.revision);
    const assembled = assembleFrom(present.catalogue, release, draft ?? version.entries, inputs);
    return promptView(assembled, request.role, draft === null ? version.revision : null, release.release);
  }
}
