import { Inject, Injectable } from '@nestjs/common';
import { ASSEMBLY_FORMAT, UnknownFormat, UnreadableEvent } from '@palimpsest/domain';
import { Latest } from './latest.ts';
import { LogError } from './ports/event-log.ts';
import { Projector } from './projector.ts';
import { RecordRelease } from './record-release.ts';

/** `reasons` tell what an operator should know, also where it is ready. */
export interface Ready {
  readonly ready: boolean;
  readonly reasons: string[];
}

/** Whether prompts and saves can be served now. */
@Injectable()
export class Readiness {
  constructor(
    @Inject(Latest) private readonly latest: Latest,
    @Inject(Projector) private readonly projector: Projector,
    @Inject(RecordRelease) private readonly recordRelease: RecordRelease,
  ) {}

  async check(): Promise<Ready> {
    try {
      const { release } = await this.latest.now();
      const reasons = await this.#pausedViews();
      if (this.recordRelease.notice !== null) reasons.push(this.recordRelease.notice);
      if (release.format === ASSEMBLY_FORMAT) return { ready: true, reasons };
      return { ready: false, reasons: [new UnknownFormat(release).message, ...reasons] };
    } catch (error) {
      const isTold = error instanceof LogError || error instanceof UnreadableEvent;
      return { ready: false, reasons: [`event log: ${isTold ? error.message : 'cannot be read'}`] };
    }
  }

  /** A paused read model stops lists, not prompts and saves. */
  async #pausedViews(): Promise<string[]> {
    const paused = (await this.projector.status()).filter(({ state }) => state === 'paused');
    return paused.map(
      ({ name, lag }) => `the read model ${name} is paused, ${lag} behind; GET /v1/views names the event`,
    );
  }
}
