import { Inject, Injectable } from '@nestjs/common';
import { Latest } from './latest.ts';
import { LogError } from './ports/event-log.ts';
import { Projector } from './projector.ts';
import { RecordRelease } from './record-release.ts';

/** Whether prompts and saves can be served now, and what an operator should know in any case. */
@Injectable()
export class Readiness {
  constructor(
    @Inject(Latest) private readonly latest: Latest,
    @Inject(Projector) private readonly projector: Projector,
    @Inject(RecordRelease) private readonly recordRelease: RecordRelease,
  ) {}

  async check(): Promise<{ ready: boolean; reasons: string[] }> {
    const reasons: string[] = [];
    let ready = true;
    try {
      await this.latest.now();
    } catch (error) {
      ready = false;
      reasons.push(`event log: ${error instanceof LogError ? error.message : 'cannot be read'}`);
    }
    for (const { name, state, lag } of await this.projector.status())
      if (state === 'paused')
        reasons.push(`the read model ${name} is paused, ${String(lag)} behind; GET /v1/views names the event`);
    if (this.recordRelease.notice !== null) reasons.push(this.recordRelease.notice);
    return { ready, reasons };
  }
}
