import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  checkEntry,
  entriesOf,
  invalid,
  pointer,
  placeOf,
  settle,
  withBases,
  type Entries,
  type PreviewRequest,
  type ReleaseState,
} from '@palimpsest/domain';
import { knownRelease } from '../catalogue/known-release.ts';
import { InputsOf } from './inputs.ts';
import { Latest, type Present } from '../present/latest.ts';
import { assembleFrom, promptView, type PromptView } from './prompts.ts';
import { Versions } from '../history/versions.ts';

/** Assembles for either role, from any revision and release or from an unsaved draft; records nothing (P9). */
export class PreviewPrompt extends Query<PromptView> {
  constructor(readonly request: PreviewRequest) {
    super();
  }
}

@QueryHandler(PreviewPrompt)
export class PreviewPromptHandler implements IQueryHandler<PreviewPrompt> {
  constructor(
    @Inject(Latest) private readonly latest: Latest,
    @Inject(Versions) private readonly versions: Versions,
    @Inject(InputsOf) private readonly inputsOf: InputsOf,
  ) {}

  async execute({ request }: PreviewPrompt): Promise<PromptView> {
    const inputs = await this.inputsOf.request(request);
    const present = await this.latest.now();
    const release = request.release === undefined ? present.release : knownRelease(present.catalogue, request.release);
    if (request.configuration !== undefined && request.revision !== undefined)
      throw invalid([
        { path: '/revision', code: 'invalid_field', message: 'give a revision or a configuration, not both' },
      ]);
    const draft = request.configuration === undefined ? null : this.#draft(present, release, request.configuration);
    const version = await this.versions.get(request.revision ?? present.version.revision);
    const assembled = assembleFrom(present.catalogue, release, draft ?? version.entries, inputs);
    return promptView(assembled, request.role, draft === null ? version.revision : null, release.release);
  }

  /** A draft is checked by the rules of a save, and settled as a save would (S6, S7). */
  #draft(
    { version, catalogue }: Present,
    release: ReleaseState,
    configuration: NonNullable<PreviewRequest['configuration']>,
  ): Entries {
    const rules = { catalogue, release, saved: version.entries };
    const drafts = entriesOf(configuration);
    const faults = [...drafts].flatMap(([key, entry]) => {
      const { map, name } = placeOf(key);
      return checkEntry(rules, key, pointer('configuration', map, name), entry);
    });
    if (faults.length > 0) throw invalid(faults);
    return settle(withBases(drafts, rules, undefined), rules).entries;
  }
}
