import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PromptRequest } from '@palimpsest/domain';
import { recordedCaller, type Caller } from '../caller.ts';
import { InputsOf } from './inputs.ts';
import { Latest } from '../present/latest.ts';
import { Policies } from './policies.ts';
import type { PromptAnswer } from './prompt-bytes.ts';
import { Prompts } from './prompts.ts';
import { Uses } from '../sessions/uses.ts';

/** Gives a Session its prompt, from the latest version and release, after its use is on record (U1, U2). */
export class AssemblePrompt extends Command<PromptAnswer> {
  constructor(
    readonly caller: Caller,
    readonly session: string,
    readonly request: PromptRequest,
  ) {
    super();
  }
}

@CommandHandler(AssemblePrompt)
export class AssemblePromptHandler implements ICommandHandler<AssemblePrompt> {
  constructor(
    @Inject(Latest) private readonly latest: Latest,
    @Inject(InputsOf) private readonly inputsOf: InputsOf,
    @Inject(Prompts) private readonly prompts: Prompts,
    @Inject(Policies) private readonly policies: Policies,
    @Inject(Uses) private readonly uses: Uses,
  ) {}

  async execute({ caller, session, request }: AssemblePrompt): Promise<PromptAnswer> {
    const [present, inputs] = await Promise.all([this.latest.now(), this.inputsOf.request(request)]);
    const ready = this.prompts.known(present, inputs) ?? (await this.prompts.make(present, inputs));
    const use = {
      session,
      role: inputs.role,
      revision: present.version.revision,
      release: present.release.release,
      policy: ready.policy,
      variables: [...inputs.variables],
      ticket: inputs.role === 'worker' ? inputs.ticket : null,
      skill: null,
      prompt_digest: ready.digest,
      caller: recordedCaller(caller),
    };
    if (!this.uses.isKnown(use)) {
      if (inputs.role === 'orchestrator' && ready.policy !== null) {
        await this.uses.checkRole(use);
        await this.policies.record(ready.policy, inputs.policy, use.caller);
      }
      await this.uses.record(use, present);
    }
    return { head: { session }, body: request.if_digest === ready.digest ? ready.unchanged : ready.body };
  }
}
