export * from './sqlite-views.ts';
export type { ViewTables } from './tables.ts';
export { copySqliteViews } from './copy-views.ts';
