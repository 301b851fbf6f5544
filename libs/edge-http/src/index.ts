export * from './adapter.ts';
export * from './edge.ts';
export * from './edge-http.module.ts';
export * from './change-streams.ts';
export * from './describe-error.ts';
export { isLoopback } from './local-only.ts';
export { openapi } from './openapi.ts';
export { operations } from './routes.ts';
