import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { recordedInputs, Refusal } from '@palimpsest/domain';
import { inTurns } from '../in-turns.ts';
import { Latest } from '../present/latest.ts';
import { Policies } from './policies.ts';
import { knownRelease } from '../catalogue/known-release.ts';
import { assembleFromInSteps } from './assemble-from.ts';
import { promptView, restOfPrompt, type PromptAnswer } from './prompt-bytes.ts';
import { KnownSessions } from '../sessions/known-sessions.ts';
import { Versions } from '../history/versions.ts';

/** The prompt of one recorded use, made again from the record, byte for byte, its digest checked (U3). */
export class ReproducePrompt extends Query<PromptAnswer> {
  constructor(
    readonly session: string,
    readonly use: number,
  ) {
    super();
  }
}

@QueryHandler(ReproducePrompt)
export class ReproducePromptHandler implements IQueryHandler<ReproducePrompt> {
  constructor(
    @Inject(Latest) private readonly latest: Latest,
    @Inject(Versions) private readonly versions: Versions,
    @Inject(Policies) private readonly policies: Policies,
    @Inject(KnownSessions) private readonly sessions: KnownSessions,
  ) {}

  async execute({ session, use: number }: ReproducePrompt): Promise<PromptAnswer> {
    const { uses } = await this.sessions.usesOf(session);
    const use = uses[number - 1];
    if (use === undefined)
      throw new Refusal(
        'unknown_use',
        `Session ${session} has ${String(uses.length)} uses; there is no use ${String(number)}`,
      );
    if (use.skill !== null)
      throw new Refusal('unknown_use', `use ${String(number)} was the skill ${use.skill}, which has no prompt`);
    const { catalogue } = await this.latest.now();
    const release = knownRelease(catalogue, use.release);
    const { entries } = await this.versions.get(use.revision);
    const policy = use.policy === null ? null : await this.policies.get(use.policy);
    const inputs = recordedInputs(use, policy);
    const assembled = await inTurns(assembleFromInSteps(catalogue, release, entries, inputs));
    if (assembled.digest !== use.prompt_digest)
      throw new Error(
        `use ${String(number)} of Session ${session}: the digest of the prompt made again differs from the record`,
      );
    const view = promptView(assembled, use.role, use.revision, use.release);
    return { head: { session, use: number }, body: await inTurns(restOfPrompt(view)) };
  }
}
