import { setImmediate } from 'node:timers/promises';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { REPORT, type Report } from '../deployment.ts';
import { viewNames } from '../ports/views.ts';
import { problem, ProblemError } from '../problems.ts';
import { Projector } from './projector.ts';
import type { ViewStatus } from './view-status.ts';

/** Begins to rebuild one read model while it goes on serving; the list shows the progress (A3). */
export class RebuildView extends Command<ViewStatus> {
  constructor(readonly name: string) {
    super();
  }
}

@CommandHandler(RebuildView)
export class RebuildViewHandler implements ICommandHandler<RebuildView> {
  constructor(
    @Inject(Projector) private readonly projector: Projector,
    @Inject(REPORT) private readonly report: Report,
  ) {}

  /** Throws `unknown_view`, `rebuild_running`. A fault later on is reported, and shown in the list. */
  async execute({ name }: RebuildView): Promise<ViewStatus> {
    const view = viewNames.find((each) => each === name);
    if (view === undefined)
      throw new ProblemError(
        problem('unknown_view', `there is no read model of this name; they are ${viewNames.join(', ')}`),
      );
    let begun = false;
    const rebuild = this.projector.rebuild(view).catch((error: unknown) => {
      if (!begun) throw error;
      this.report('view_rebuild_failed', { view, reason: error instanceof Error ? error.message : String(error) });
    });
    // A rebuild that cannot begin fails at once; one that has begun goes on behind the answer.
    await Promise.race([rebuild, setImmediate()]);
    begun = true;
    const status = (await this.projector.status()).find((each) => each.name === view);
    if (status === undefined) throw new Error(`no status of the read model ${view}`);
    return status;
  }
}
