export { openSqliteLog } from './open-sqlite-log.ts';
export type { SqliteLogOptions } from './open-sqlite-log.ts';
