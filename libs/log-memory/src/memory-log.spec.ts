import { describeEventLog } from '@palimpsest/log-contract';
import { MemoryLog } from './memory-log.ts';

describeEventLog('the event log in memory', {
  createStore: async () => {
    let firstPosition = 1n;
    return {
      connect: async () => new MemoryLog({ firstPosition }),
      remove: async () => {},
      startAt: (position: bigint) => {
        firstPosition = position;
      },
    };
  },
  capabilities: {
    durable: { cannot: 'be opened again: its events are gone with it' },
    instances: { cannot: 'be shared: each instance is a log of its own' },
    outage: { cannot: 'be away: it is in the process that asks' },
    lostConnections: { cannot: 'lose a connection: it has none' },
    lateCommit: { cannot: 'show an event late: each append is one synchronous step' },
    nextPosition: async (store, position) => {
      store.startAt(position);
    },
  },
});
