import { describe, expect, test } from '@jest/globals';
import { appendBehaviours } from './append-behaviours.ts';
import { argumentBehaviours } from './argument-behaviours.ts';
import { checkpointBehaviours } from './checkpoint-behaviours.ts';
import { closeBehaviours } from './close-behaviours.ts';
import { conflictBehaviours } from './conflict-behaviours.ts';
import { highPositionBehaviours, lateCommitBehaviours, lostConnectionBehaviours } from './connection-behaviours.ts';
import { durableBehaviours } from './durable-behaviours.ts';
import { handlerBehaviours } from './handler-behaviours.ts';
import { isMissing } from './harness.ts';
import type { Capabilities, Cannot, LogStore, LogUnderTest } from './harness.ts';
import { instanceBehaviours } from './instance-behaviours.ts';
import { largeLogBehaviours } from './large-log-behaviours.ts';
import { modelBehaviours } from './model-behaviours.ts';
import { nameBehaviours } from './name-behaviours.ts';
import { openLog } from './opened-log.ts';
import type { OpenedLog } from './opened-log.ts';
import { outageBehaviours } from './outage-behaviours.ts';
import { readAllBehaviours } from './read-all-behaviours.ts';
import { readBehaviours } from './read-behaviours.ts';
import { retryBehaviours } from './retry-behaviours.ts';
import { seamBehaviours } from './seam-behaviours.ts';
import { subscribeBehaviours } from './subscribe-behaviours.ts';
import { unsubscribeBehaviours } from './unsubscribe-behaviours.ts';

const ABOVE_DOUBLES = 2n ** 53n + 1n;

const always: readonly [string, (opened: OpenedLog) => void, 'group'?][] = [
  ['append', appendBehaviours],
  ['append: the expected revision', conflictBehaviours],
  ['append: the same event ids again', retryBehaviours],
  ['arguments', argumentBehaviours, 'group'],
  ['names and data', nameBehaviours, 'group'],
  ['read a stream', readBehaviours],
  ['read the log', readAllBehaviours],
  ['large logs', largeLogBehaviours],
  ['against a model', modelBehaviours],
  ['subscribe', subscribeBehaviours],
  ['subscribe: the seam', seamBehaviours],
  ['subscribe: checkpoints', checkpointBehaviours],
  ['subscribe: a handler that fails', handlerBehaviours],
  ['unsubscribe', unsubscribeBehaviours],
  ['close', closeBehaviours],
];

/**
 * All that an event log must do. An adapter's spec file is one call of it. What the adapter declares that it cannot do
 * stands in the report as a test of its own.
 */
export function describeEventLog<S extends LogStore>(name: string, subject: LogUnderTest<S>): void {
  const { capabilities } = subject;

  /** The behaviours of one capability, or its absence, by name. */
  const where = <K extends keyof Capabilities<S>>(
    key: K,
    title: string,
    behaviours: (opened: OpenedLog<S>, capability: Exclude<Capabilities<S>[K], Cannot>) => void,
    prepare?: (store: S, capability: Exclude<Capabilities<S>[K], Cannot>) => Promise<void>,
  ): void => {
    const capability = capabilities[key];
    if (isMissing(capability)) {
      test(`declares that it cannot ${capability.cannot} [${key}]`, () => {
        expect(capability.cannot).not.toBe('');
      });
      return;
    }
    const present = capability as Exclude<Capabilities<S>[K], Cannot>;
    describe(title, () => {
      behaviours(openLog(subject, 'test', prepare && ((store) => prepare(store, present))), present);
    });
  };

  describe(name, () => {
    for (const [title, behaviours, scope] of always)
      describe(title, () => {
        behaviours(openLog(subject, scope));
      });
    where('durable', 'opened again', durableBehaviours);
    where('instances', 'several instances', instanceBehaviours);
    where('outage', 'while the store is away', outageBehaviours);
    where('lostConnections', 'lost connections', lostConnectionBehaviours);
    where('lateCommit', 'late commits', lateCommitBehaviours);
    where(
      'nextPosition',
      'high positions',
      (opened) => {
        highPositionBehaviours(opened, ABOVE_DOUBLES);
      },
      (store, setNext) => setNext(store, ABOVE_DOUBLES),
    );
  });
}
