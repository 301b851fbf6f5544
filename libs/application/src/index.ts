export * from './ports/event-log.ts';
export * from './ports/views.ts';
export * from './ports/catalogue-source.ts';
export * from './ports/clock.ts';
export * from './ports/policy-source.ts';
export * from './caller.ts';
export * from './problems.ts';
