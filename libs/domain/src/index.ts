export * from './event.ts';
export * from './faults.ts';
export * from './text/canonical.ts';
export * from './text/digest.ts';
export * from './text/ill-formed.ts';
