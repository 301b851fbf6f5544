import { afterAll, beforeAll } from '@jest/globals';
import { Deployment } from './deployment.ts';
import type { Environment } from './run.ts';

/** The deployment of a spec file: served for all of its tests, and gone after them. */
export function ownDeployment(env: Environment = {}): Deployment {
  const deployment = new Deployment(env);
  beforeAll(() => deployment.serve());
  afterAll(() => deployment.remove());
  return deployment;
}
