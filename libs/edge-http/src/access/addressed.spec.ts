import { describe, expect, test } from '@jest/globals';
import { addressCheck, isLoopback } from './addressed.ts';

const check = addressCheck('127.0.0.2');
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

describe('under a public address', () => {
  const published = addressCheck('0.0.0.0', new URL('https://prompts.example'));

  test.each([
    ['prompts.example', undefined],
    ['PROMPTS.example', 'https://prompts.example'],
    // A proxy that names this server by its own address, for a page of the public one.
    ['127.0.0.1:4004', 'https://prompts.example'],
    ['10.0.0.7:4004', undefined],
    ['[fd00::7]:4004', undefined],
    ['10.0.0.7:4004', 'http://10.0.0.7:4004'],
  ])('Host %s with Origin %s is its own', (host, origin) => {
    expect(published({ host, origin, port })).toBeNull();
  });

  test.each([
    ['evil.example', undefined],
    ['prompts.example.evil.example', undefined],
    ['prompts.example:4004', undefined],
    ['prompts.example', 'http://evil.example'],
    ['prompts.example', 'null'],
    ['10.0.0.7.evil.example:4004', undefined],
    ['prompts.example', 'https://prompts.example.evil.example'],
  ])('Host %s with Origin %s is foreign', (host, origin) => {
    expect(published({ host, origin, port })?.code).toBe('forbidden');
  });

  test('an address that the server listens on alone takes no other', () => {
    const one = addressCheck('10.0.0.7');
    expect(one({ host: '10.0.0.7:4004', origin: undefined, port })).toBeNull();
    expect(one({ host: '10.0.0.8:4004', origin: undefined, port })?.code).toBe('forbidden');
    expect(one({ host: 'localhost:4004', origin: undefined, port })?.code).toBe('forbidden');
  });
});
