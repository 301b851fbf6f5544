import { expect, test } from '@jest/globals';
import { allowedMethods } from './allowed-methods.ts';
import { routes } from '../routes.ts';

test.each([
  ['/v1/configuration', 'GET, HEAD, PATCH, PUT'],
  ['/v1/%63onfiguration', 'GET, HEAD, PATCH, PUT'],
  ['/v1/parts/runtime/work', 'GET, HEAD'],
  ['/v1/parts/runtime%2Fwork', 'GET, HEAD'],
  ['/v1/sessions/a/prompt', 'POST'],
  ['/v1/parts/', ''],
  ['/v1', ''],
  ['/', ''],
  ['', ''],
  ['/v1/%zz', ''],
])('%s is served by: %s', (path, allow) => {
  expect(allowedMethods(routes, path)).toBe(allow);
});
