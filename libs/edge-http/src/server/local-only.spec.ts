import { describe, expect, test } from '@jest/globals';
import { isLoopback, localOnly } from './local-only.ts';

const check = localOnly('127.0.0.2');
const port = 4004;

describe('without tokens, only this machine is served', () => {
  test.each(['localhost:4004', 'localhost', 'LOCALHOST:4004', '127.0.0.1:4004', '[::1]:4004', '[::1]', '127.0.0.2'])(
    'Host %s is its own',
    (host) => {
      expect(check({ host, origin: undefined, port })).toBeNull();
    },
  );

  test.each([
    'evil.example',
    'evil.example:4004',
    'localhost:4005',
    'localhost.evil.example:4004',
    'localhost:4004:4004',
    '127.0.0.3',
    '',
    undefined,
  ])('Host %s is foreign', (host) => {
    expect(check({ host, origin: undefined, port })?.code).toBe('forbidden');
  });

  test('a page of the server itself may ask', () => {
    expect(check({ host: 'localhost:4004', origin: 'http://localhost:4004', port })).toBeNull();
  });

  test.each(['null', 'https://localhost:4004', 'http://127.0.0.1:4004', 'http://evil.example', ''])(
    'Origin "%s" is foreign to localhost:4004',
    (origin) => {
      expect(check({ host: 'localhost:4004', origin, port })?.code).toBe('forbidden');
    },
  );
});

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.0.1', false],
  ['127.evil.example', false],
])('%s is a loopback address: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
