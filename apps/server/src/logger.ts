import type { LoggerService } from '@nestjs/common';
import { pino, stdTimeFunctions, type Logger } from 'pino';

/** What waits where standard error takes nothing, as on a full disk: more is left out. */
const MOST_WAITING = 1_000_000;

/** JSON lines on standard error. */
export function createLogger(level: string): Logger {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const destination = pino.destination({ fd: 2, sync: true, maxLength: MOST_WAITING });
  // A log that cannot be written (a closed terminal, a full disk) is no reason to stop serving, and nobody can be told.
  destination.on('error', () => undefined);
  return pino(options, destination);
}

/** Nest's own messages: what it tells of its start is of interest to a developer only. */
export function nestLogger(logger: Logger): LoggerService {
  const line = (level: 'debug' | 'warn' | 'error') => (message: unknown, context?: unknown) => {
    const nest = typeof context === 'string' ? context : undefined;
    logger[level]({ nest }, message instanceof Error ? message.name : String(message));
  };
  return { log: line('debug'), debug: line('debug'), verbose: line('debug'), warn: line('warn'), error: line('error') };
}
