export { MemoryLog } from './memory-log.ts';
export type { MemoryLogOptions } from './memory-log.ts';
