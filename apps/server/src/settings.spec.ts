import { describe, expect, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readSettings, SettingsError } from './settings.ts';

const refusal = (env: Record<string, string>): string => {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return '';
};

test('without any, the defaults hold', () => {
  const { builtins, data, ...settings } = readSettings({});
  expect(settings).toEqual({
    host: '127.0.0.1',
    port: 4004,
    store: 'sqlite',
    team: 'default',
    limit: 262_144,
    policy: null,
    tokens: null,
    rate: 1_000,
    publicUrl: null,
    oidc: null,
    logLevel: 'info',
    allowDowngrade: false,
  });
  expect(data).toBe(resolve('data'));
  expect(existsSync(join(builtins, 'prompts/catalogue.json'))).toBe(true);
});

test('an empty one counts as not given', () => {
  expect(readSettings({ PALIMPSEST_PORT: '', PALIMPSEST_POLICY: '' })).toMatchObject({ port: 4004, policy: null });
});

test('those that are given are read', () => {
  const env = {
    PALIMPSEST_PORT: '0',
    PALIMPSEST_HOST: '::1',
    PALIMPSEST_LIMIT_BYTES: '400000',
    PALIMPSEST_POLICY: 'p',
  };
  expect(readSettings(env, true)).toMatchObject({
    port: 0,
    host: '::1',
    limit: 400_000,
    policy: resolve('p'),
    allowDowngrade: true,
  });
});

describe('a bad one is named, with what is allowed', () => {
  test.each([
    ['PALIMPSEST_PORT', '65536', '0 to 65535'],
    ['PALIMPSEST_PORT', '4004x', '0 to 65535'],
    ['PALIMPSEST_PORT', '-1', '0 to 65535'],
    ['PALIMPSEST_HOST', '0.0.0.0', 'loopback'],
    ['PALIMPSEST_HOST', 'example.org', 'loopback'],
    ['PALIMPSEST_STORE', 'oracle', 'sqlite'],
    ['PALIMPSEST_STORE', 'postgres://user:secret@host/db', 'does not have postgres:// yet'],
    ['PALIMPSEST_STORE', 'esdb+discover://host', 'does not have esdb+discover:// yet'],
    ['PALIMPSEST_TEAM', 'a:b', 'A-Z a-z 0-9'],
    ['PALIMPSEST_LIMIT_BYTES', '400001', '1 to 400000'],
    ['PALIMPSEST_LIMIT_BYTES', '0', '1 to 400000'],
    ['PALIMPSEST_RATE', '-1', 'a whole number from 0'],
    ['PALIMPSEST_PUBLIC_URL', 'prompts.example', 'https://prompts.example'],
    ['PALIMPSEST_LOG_LEVEL', 'loud', 'fatal, error, warn'],
  ])('%s=%s', (name, value, allowed) => {
    const message = refusal({ [name]: value });
    expect(message).toMatch(new RegExp(`^${name} [^\n]+$`));
    expect(message).toContain(allowed);
    expect(message).not.toContain('secret');
  });

  test('all of them at once', () => {
    const message = refusal({ PALIMPSEST_PORT: 'x', PALIMPSEST_TEAM: '', PALIMPSEST_STORE: 'y', PALIMPSEST_HOST: 'z' });
    expect(message.split('\n').map((line) => line.split(' ')[0])).toEqual([
      'PALIMPSEST_HOST',
      'PALIMPSEST_PORT',
      'PALIMPSEST_STORE',
    ]);
  });
});

const provider = {
  PALIMPSEST_TOKENS: '/tokens.json',
  PALIMPSEST_OIDC_ISSUER: 'https://login.example',
  PALIMPSEST_OIDC_CLIENT_ID: 'palimpsest',
  PALIMPSEST_OIDC_ROLES: '{"claim": "groups"}',
};

test.each([
  ['https://login.example', '/'],
  ['https://login.example/realms/team', '/realms/team'],
  ['http://127.0.0.1:9000/', '/'],
])('an OpenID Connect issuer may have a path: %s', (issuer, path) => {
  const { oidc } = readSettings({ ...provider, PALIMPSEST_OIDC_ISSUER: issuer });
  expect(oidc?.issuer.pathname).toBe(path);
});

test.each([
  [{}, 'http://127.0.0.1:4004/'],
  [{ PALIMPSEST_HOST: '::1' }, 'http://[::1]:4004/'],
  [{ PALIMPSEST_PUBLIC_URL: 'https://prompts.example', PALIMPSEST_HOST: '0.0.0.0' }, 'https://prompts.example/'],
])('people who sign in come back to an address that leads here: %j', (env, expected) => {
  expect(readSettings({ ...provider, ...env }).oidc?.publicUrl.href).toBe(expected);
});

test.each<[string, Record<string, string>]>([
  ['PALIMPSEST_TOKENS', { PALIMPSEST_TOKENS: '' }],
  ['PALIMPSEST_OIDC_CLIENT_ID', { PALIMPSEST_OIDC_CLIENT_ID: '' }],
  ['PALIMPSEST_OIDC_ISSUER', { PALIMPSEST_OIDC_ISSUER: 'http://login.example' }],
  ['PALIMPSEST_OIDC_ISSUER', { PALIMPSEST_OIDC_ISSUER: 'https://ada:x@login.example' }],
  ['PALIMPSEST_OIDC_ROLES', { PALIMPSEST_OIDC_ROLES: '{"claim": "groups", "worker": []}' }],
  ['PALIMPSEST_PUBLIC_URL', { PALIMPSEST_HOST: '0.0.0.0' }],
  ['PALIMPSEST_PUBLIC_URL', { PALIMPSEST_PORT: '0' }],
  ['PALIMPSEST_PUBLIC_URL', { PALIMPSEST_PUBLIC_URL: 'https://prompts.example/path' }],
])('%s is named where signing in with OpenID Connect cannot work: %j', (name, env) => {
  expect(refusal({ ...provider, ...env })).toMatch(new RegExp(`^${name} (is needed|must be)[^\\n]*$`));
});
