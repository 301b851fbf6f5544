import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  decideRestoreInSteps,
  isStale,
  type NumberOrLatest,
  type Restore,
  type RestoreTarget,
} from '@palimpsest/domain';
import type { Caller, Source } from '../caller.ts';
import { inTurns } from '../in-turns.ts';
import type { Present } from '../present/latest.ts';
import { SaveVersion, type SaveAnswer } from './save-version.ts';
import { StaleDrafts } from './stale-drafts.ts';
import { Versions } from '../history/versions.ts';

/** Restores a version, whole or for some keys (R1). */
export class RestoreVersion extends Command<SaveAnswer> {
  constructor(
    readonly caller: Caller,
    readonly revision: NumberOrLatest,
    readonly request: Restore,
    readonly source: Source,
  ) {
    super();
  }
}

/** Restores the defaults, of all entries or of some (R2). */
export class RestoreDefaults extends Command<SaveAnswer> {
  constructor(
    readonly caller: Caller,
    readonly request: Restore,
    readonly source: Source,
  ) {
    super();
  }
}

@CommandHandler(RestoreVersion)
export class RestoreVersionHandler implements ICommandHandler<RestoreVersion> {
  constructor(
    @Inject(Versions) private readonly versions: Versions,
    @Inject(SaveVersion) private readonly saveVersion: SaveVersion,
    @Inject(StaleDrafts) private readonly staleDrafts: StaleDrafts,
  ) {}

  execute(command: RestoreVersion): Promise<SaveAnswer> {
    const target = async ({ version }: Present): Promise<RestoreTarget> => {
      // `latest` is the version that the decision is made on, whatever is saved meanwhile.
      const wanted = command.revision === 'latest' ? version : await this.versions.get(command.revision);
      return { kind: 'restored', from: wanted.revision, entries: wanted.entries };
    };
    return restore(command, target, this.saveVersion, this.staleDrafts);
  }
}

@CommandHandler(RestoreDefaults)
export class RestoreDefaultsHandler implements ICommandHandler<RestoreDefaults> {
  constructor(
    @Inject(SaveVersion) private readonly saveVersion: SaveVersion,
    @Inject(StaleDrafts) private readonly staleDrafts: StaleDrafts,
  ) {}

  execute(command: RestoreDefaults): Promise<SaveAnswer> {
    const target: RestoreTarget = { kind: 'defaults_restored', from: null, entries: new Map() };
    return restore(command, async () => target, this.saveVersion, this.staleDrafts);
  }
}

/** The target is read after the id was looked up: a used id is told first (S16). */
function restore(
  { caller, request, source }: RestoreVersion | RestoreDefaults,
  target: (present: Present) => Promise<RestoreTarget>,
  saveVersion: SaveVersion,
  staleDrafts: StaleDrafts,
): Promise<SaveAnswer> {
  const { request_id, dry_run, base_revision } = request;
  return saveVersion.run({
    caller,
    source,
    request_id,
    dry_run,
    decide: async (present, context) => {
      if (isStale(present.version, base_revision))
        throw await staleDrafts.ofRestore(present, request, () => target(present), source.body);
      const wanted = await target(present);
      return inTurns(decideRestoreInSteps(present.version, present.catalogue, wanted, request, context));
    },
  });
}
