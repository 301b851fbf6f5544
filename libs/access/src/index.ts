export * from './roles.ts';
export * from './rights.ts';
export * from './caller.ts';
export * from './authorize.ts';
export * from './authenticator.ts';
export * from './token-follower.ts';
export * from './administer.ts';
export { TokensFileError } from './tokens-file.ts';
export * from './rate-limit.ts';
