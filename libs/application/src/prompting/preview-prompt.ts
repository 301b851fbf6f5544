import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  checkEntry,
  entriesOf,
  invalid,
  pointer,
  placeOf,
  PROMPT_LIMIT_BYTES,
  settle,
  withBases,
  type Entries,
  type Fault,
  type Inputs,
  type PreviewRequest,
  type ReleaseState,
  type Steps,
  type VersionState,
} from '@palimpsest/domain';
import { knownRelease } from '../catalogue/known-release.ts';
import { InputsOf } from './inputs.ts';
import { Latest, type Present } from '../present/latest.ts';
import { inTurns } from '../in-turns.ts';
import { assembleFromInSteps } from './assemble-from.ts';
import { promptView, restOfPrompt, type PromptAnswer } from './prompt-bytes.ts';
import { Versions } from '../history/versions.ts';

/** Assembles for either role, from any revision and release or from an unsaved draft; records nothing (P9). */
export class PreviewPrompt extends Query<PromptAnswer> {
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

  async execute({ request }: PreviewPrompt): Promise<PromptAnswer> {
    const inputs = await this.inputsOf.request(request);
    const present = await this.latest.now();
    const release = request.release === undefined ? present.release : knownRelease(present.catalogue, request.release);
    if (request.configuration !== undefined && request.revision !== undefined)
      throw invalid([
        { path: '/revision', code: 'invalid_field', message: 'give a revision or a configuration, not both' },
      ]);
    const version = await this.versions.get(request.revision ?? present.version.revision);
    return { head: {}, body: await inTurns(preview(request, inputs, present, release, version)) };
  }
}

function* preview(
  { role, configuration }: PreviewRequest,
  inputs: Inputs,
  present: Present,
  release: ReleaseState,
  version: VersionState,
): Steps<Buffer> {
  const draft = configuration === undefined ? null : yield* draftEntries(present, release, configuration);
  const entries = draft ?? version.entries;
  const assembled = yield* assembleFromInSteps(present.catalogue, release, entries, inputs, PROMPT_LIMIT_BYTES);
  return yield* restOfPrompt(promptView(assembled, role, draft === null ? version.revision : null, release.release));
}

/** A draft is checked by the rules of a save, and settled as a save would (S6, S7). */
function* draftEntries(
  { version, catalogue }: Present,
  release: ReleaseState,
  configuration: NonNullable<PreviewRequest['configuration']>,
): Steps<Entries> {
  const rules = { catalogue, release, saved: version.entries };
  const drafts = entriesOf(configuration);
  const faults: Fault[] = [];
  for (const [key, entry] of drafts) {
    yield;
    const { map, name } = placeOf(key);
    faults.push(...checkEntry(rules, key, pointer('configuration', map, name), entry));
  }
  if (faults.length > 0) throw invalid(faults);
  yield;
  return settle(withBases(drafts, rules, undefined), rules).entries;
}
