import type { LoggerService } from '@nestjs/common';
import { pino, stdTimeFunctions, type Logger } from 'pino';

/** JSON lines on standard error. */
export function createLogger(level: string): Logger {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return pino(options, pino.destination({ fd: 2, sync: true }));
}

/** Nest's own messages: what it tells of its start is of interest to a developer only. */
export function nestLogger(logger: Logger): LoggerService {
  const line = (level: 'debug' | 'warn' | 'error') => (message: unknown, context?: unknown) => {
    const nest = typeof context === 'string' ? context : undefined;
    logger[level]({ nest }, message instanceof Error ? message.name : String(message));
  };
  return { log: line('debug'), debug: line('debug'), verbose: line('debug'), warn: line('warn'), error: line('error') };
}
