import { fileURLToPath } from 'node:url';

/** The jest settings of one package: ESM, compiled by swc, workspace packages taken from their sources. */
export function project(name) {
  return {
    displayName: name,
    testEnvironment: 'node',
    testEnvironmentOptions: { customExportConditions: ['@palimpsest/source', 'node', 'node-addons'] },
    extensionsToTreatAsEsm: ['.ts'],
    testMatch: ['<rootDir>/src/**/*.spec.ts'],
    transform: {
      '\\.ts$': [
        fileURLToPath(import.meta.resolve('@swc/jest')),
        {
          jsc: {
            parser: { syntax: 'typescript', decorators: true },
            transform: { legacyDecorator: true, decoratorMetadata: true },
            target: 'es2022',
          },
          module: { type: 'es6' },
        },
      ],
    },
  };
}
