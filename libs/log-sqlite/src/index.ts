export { checkSqliteLog } from './check-sqlite-log.ts';
export type { LogCheck, LogDamage } from './check-sqlite-log.ts';
export { openSqliteLog } from './open-sqlite-log.ts';
export type { SqliteLogOptions } from './open-sqlite-log.ts';
