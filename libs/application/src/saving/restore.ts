import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { decideRestore, type Restore, type RestoreTarget } from '@palimpsest/domain';
import type { Caller, Source } from '../caller.ts';
import { SaveVersion, type SaveAnswer } from './save-version.ts';
import { StaleDrafts } from './stale-drafts.ts';
import { Versions } from '../history/versions.ts';

/** Restores a version, whole or for some keys (R1). */
export class RestoreVersion extends Command<SaveAnswer> {
  constructor(
    readonly caller: Caller,
    readonly revision: number,
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
    const { revision } = command;
    const target = async (): Promise<RestoreTarget> => {
      const { entries } = await this.versions.get(revision);
      return { kind: 'restored', from: revision, entries };
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
  target: () => Promise<RestoreTarget>,
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
      if (base_revision !== present.version.revision)
        throw await staleDrafts.ofRestore(present, request, target, source.body);
      return decideRestore(present.version, present.catalogue, await target(), request, context);
    },
  });
}
