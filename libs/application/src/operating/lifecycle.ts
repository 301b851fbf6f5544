import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { RecordRelease } from '../catalogue/record-release.ts';
import { Comparer } from '../comparing/comparer.ts';
import { EVENT_LOG, VIEW_STORE } from '../deployment.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { ViewStore } from '../ports/views.ts';
import { checkWitness } from '../views/log-witness.ts';
import { Projector } from '../views/projector.ts';
import { closeAll } from '../close-all.ts';

/** Records the release and starts the projections before anything is served; stops them at the end. */
@Injectable()
export class Lifecycle implements OnModuleInit, OnApplicationShutdown {
  #stopped: Promise<void> | null = null;

  constructor(
    @Inject(RecordRelease) private readonly recordRelease: RecordRelease,
    @Inject(Projector) private readonly projector: Projector,
    @Inject(Comparer) private readonly comparer: Comparer,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(VIEW_STORE) private readonly views: ViewStore,
  ) {}

  async onModuleInit(): Promise<void> {
    await checkWitness(this.log, this.views);
    await this.recordRelease.run();
    await this.projector.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /** Nest keeps what its hooks throw to itself; whoever asks here afterwards is told it. */
  stop(): Promise<void> {
    return (this.#stopped ??= closeAll([() => this.projector.stop(), () => this.comparer.close()]));
  }
}
