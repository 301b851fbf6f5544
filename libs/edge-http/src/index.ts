export * from './adapter.ts';
export * from './server/edge.ts';
export * from './edge-http.module.ts';
export * from './log/change-streams.ts';
export * from './server/describe-error.ts';
export { isLoopback } from './server/local-only.ts';
export { openapi } from './operation/openapi.ts';
export { operations } from './routes.ts';
