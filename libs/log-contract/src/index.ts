export { describeEventLog } from './describe-event-log.ts';
export type { Cannot, Capabilities, Capability, LogStore, LogUnderTest } from './harness.ts';
