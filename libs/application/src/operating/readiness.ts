import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { ASSEMBLY_FORMAT, streamsOf, UnknownFormat, UnreadableEvent } from '@palimpsest/domain';
import { DEPLOYMENT, EVENT_LOG, POLICY_SOURCE, type Deployment } from '../deployment.ts';
import { Latest } from '../present/latest.ts';
import { LogConflict, LogError, type EventLog } from '../ports/event-log.ts';
import { PolicyUnavailable, type PolicySource } from '../ports/policy-source.ts';
import { Projector } from '../views/projector.ts';
import { RecordRelease } from '../catalogue/record-release.ts';

/** `reasons` tell what an operator should know, also where it is ready. */
export const readySchema = z.object({ ready: z.boolean(), reasons: z.array(z.string()) }).meta({ id: 'Readiness' });
export type Ready = z.infer<typeof readySchema>;

/** Whether prompts and saves can be served now. */
@Injectable()
export class Readiness {
  constructor(
    @Inject(Latest) private readonly latest: Latest,
    @Inject(Projector) private readonly projector: Projector,
    @Inject(RecordRelease) private readonly recordRelease: RecordRelease,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(POLICY_SOURCE) private readonly policies: PolicySource,
    @Inject(DEPLOYMENT) private readonly deployment: Deployment,
  ) {}

  async check(): Promise<Ready> {
    try {
      const { release, head } = await this.latest.now();
      await this.#tryToAppend(head);
      const reasons = [...(await this.#pausedViews()), ...(await this.#policy())];
      if (this.recordRelease.notice !== null) reasons.push(this.recordRelease.notice);
      if (release.format === ASSEMBLY_FORMAT) return { ready: true, reasons };
      return { ready: false, reasons: [new UnknownFormat(release).message, ...reasons] };
    } catch (error) {
      const isTold = error instanceof LogError || error instanceof UnreadableEvent;
      return { ready: false, reasons: [`event log: ${isTold ? error.message : 'cannot be read'}`] };
    }
  }

  /** Nothing is written, but the log is asked for the right to: it may be damaged, or a file that can only be read. */
  async #tryToAppend(head: bigint | null): Promise<void> {
    await this.log.append(streamsOf(this.deployment.team).prompts, [], head ?? 'no_stream').catch((error: unknown) => {
      if (!(error instanceof LogConflict)) throw error;
    });
  }

  /** A paused read model stops lists, not prompts and saves. */
  async #pausedViews(): Promise<string[]> {
    const paused = (await this.projector.status()).filter(({ state }) => state === 'paused');
    return paused.map(
      ({ name, lag, error }) => `the read model ${name} is paused, ${lag} behind: ${error ?? 'unknown'}`,
    );
  }

  /** The deployment's policy is needed by requests that bring none. */
  async #policy(): Promise<string[]> {
    try {
      await this.policies.current();
      return [];
    } catch (error) {
      return [error instanceof PolicyUnavailable ? error.message : "The deployment's policy cannot be read."];
    }
  }
}
