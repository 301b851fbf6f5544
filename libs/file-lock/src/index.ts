export * from './file-lock.ts';
