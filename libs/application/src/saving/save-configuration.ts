import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { decideSaveInSteps, draftInSteps, invalid, isStale, type ParsedSave } from '@palimpsest/domain';
import type { Caller, Source } from '../caller.ts';
import { DEPLOYMENT, type Deployment } from '../deployment.ts';
import { inTurns } from '../in-turns.ts';
import { Latest } from '../present/latest.ts';
import { SaveVersion, type SaveAnswer } from './save-version.ts';
import { StaleDrafts } from './stale-drafts.ts';

/** Saves the full configuration, or the entries that a change names (S1–S16). */
export class SaveConfiguration extends Command<SaveAnswer> {
  constructor(
    readonly caller: Caller,
    readonly parsed: ParsedSave,
    readonly source: Source,
  ) {
    super();
  }
}

@CommandHandler(SaveConfiguration)
export class SaveConfigurationHandler implements ICommandHandler<SaveConfiguration> {
  constructor(
    @Inject(SaveVersion) private readonly saveVersion: SaveVersion,
    @Inject(StaleDrafts) private readonly staleDrafts: StaleDrafts,
    @Inject(Latest) private readonly latest: Latest,
    @Inject(DEPLOYMENT) private readonly deployment: Deployment,
  ) {}

  async execute({ caller, parsed, source }: SaveConfiguration): Promise<SaveAnswer> {
    const { request } = parsed;
    if (request === null) throw await this.#misshapen(parsed);
    const { request_id, dry_run, base_revision } = request;
    return this.saveVersion.run({
      caller,
      source,
      request_id,
      dry_run,
      decide: async (present, context) => {
        if (isStale(present.version, base_revision))
          throw await this.staleDrafts.ofSave(present, parsed, base_revision);
        return inTurns(decideSaveInSteps(present.version, present.catalogue, parsed, context));
      },
    });
  }

  /** Faults of shape, with those of the rules for every entry of a right shape (S16). */
  async #misshapen(parsed: ParsedSave) {
    const { version, catalogue, release } = await this.latest.now();
    const rules = { catalogue, release, saved: version.entries };
    return invalid((await inTurns(draftInSteps(parsed, rules, this.deployment.limit))).faults);
  }
}
