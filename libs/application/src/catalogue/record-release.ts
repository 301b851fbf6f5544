import { Inject, Injectable } from '@nestjs/common';
import { ASSEMBLY_FORMAT, decideRelease, streamsOf } from '@palimpsest/domain';
import { CATALOGUE_SOURCE, CLOCK, DEPLOYMENT, EVENT_LOG, REPORT, type Deployment, type Report } from '../deployment.ts';
import { Latest } from '../present/latest.ts';
import type { CatalogueSource } from '../ports/catalogue-source.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventLog } from '../ports/event-log.ts';
import { runCommand } from '../run-command.ts';

/** At the start: records the catalogue on disk as a release, where it is a new one (C5, C6). */
@Injectable()
export class RecordRelease {
  /** What an operator should know about the release that is served; null where it is that of the disk. */
  notice: string | null = null;

  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(CATALOGUE_SOURCE) private readonly source: CatalogueSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DEPLOYMENT) private readonly deployment: Deployment,
    @Inject(REPORT) private readonly report: Report,
    @Inject(Latest) private readonly latest: Latest,
  ) {}

  async run(): Promise<void> {
    const onDisk = await this.source.load();
    const { team, allowDowngrade } = this.deployment;
    const load = () => this.latest.catalogue();
    const written = await runCommand(this.log, streamsOf(team).defaults, load, ({ catalogue }) => {
      const now = new Date(this.clock.now()).toISOString();
      const decision = decideRelease(catalogue, onDisk, { now, format: ASSEMBLY_FORMAT, allowDowngrade });
      const latest = catalogue.releases.at(-1);
      if ('record' in decision) return { type: 'DefaultsUpgraded' as const, data: decision.record };
      if (decision.keep === 'older') {
        this.notice =
          `the built-in text on disk is version ${onDisk.manifest.version}, older than the recorded release ` +
          `${String(latest?.release)} (version ${String(latest?.version)}), which is served; --allow-downgrade records the older one`;
        this.report(this.notice, { release: latest?.release });
      }
      return null;
    });
    if (written === null) return;
    const { release, version } = written.event.data;
    this.report('release recorded', { release, version });
  }
}
