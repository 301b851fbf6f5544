export * from './ports/event-log.ts';
