import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

/** Arrows point one way: apps → edges → application → domain; adapters → the application's ports and the domain. */
const boundaries = [
  {
    sourceTag: 'name:domain',
    onlyDependOnLibsWithTags: [],
    bannedExternalImports: ['@nestjs/*', 'better-sqlite3', 'pg', '@eventstore/*', 'fastify'],
  },
  { sourceTag: 'name:file-lock', onlyDependOnLibsWithTags: [], bannedExternalImports: ['@nestjs/*', 'fastify'] },
  {
    sourceTag: 'name:access',
    onlyDependOnLibsWithTags: ['name:domain', 'name:file-lock'],
    bannedExternalImports: ['@nestjs/*', 'fastify', 'better-sqlite3', 'pg', '@eventstore/*'],
  },
  {
    sourceTag: 'name:application',
    onlyDependOnLibsWithTags: ['name:domain'],
    bannedExternalImports: ['better-sqlite3', 'pg', '@eventstore/*', 'fastify', '@nestjs/platform-fastify'],
  },
  {
    sourceTag: 'type:log',
    onlyDependOnLibsWithTags: ['name:application', 'name:domain', 'name:log-contract'],
    bannedExternalImports: ['@nestjs/*'],
  },
  {
    sourceTag: 'type:views',
    onlyDependOnLibsWithTags: ['name:application', 'name:domain', 'name:log-memory', 'name:file-lock'],
    bannedExternalImports: ['@nestjs/*'],
  },
  {
    sourceTag: 'type:catalogue',
    onlyDependOnLibsWithTags: ['name:application', 'name:domain'],
    bannedExternalImports: ['@nestjs/*'],
  },
  {
    sourceTag: 'type:edge',
    onlyDependOnLibsWithTags: ['name:access', 'name:application', 'name:domain'],
    bannedExternalImports: ['better-sqlite3', 'pg', '@eventstore/*'],
  },
  {
    sourceTag: 'name:cli',
    onlyDependOnLibsWithTags: ['name:server', 'name:access', 'name:application', 'name:domain'],
  },
  { sourceTag: 'name:bench', onlyDependOnLibsWithTags: ['*'] },
  {
    sourceTag: 'name:server',
    onlyDependOnLibsWithTags: [
      'type:edge',
      'type:log',
      'type:views',
      'type:catalogue',
      'name:access',
      'name:application',
      'name:domain',
    ],
  },
];

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '**/jest.config.js'] },
  ...tseslint.configs.strictTypeChecked.map((config) => ({ ...config, files: ['**/*.ts'] })),
  {
    files: ['**/*.ts'],
    plugins: { '@nx': nx },
    languageOptions: {
      parserOptions: { project: [`${import.meta.dirname}/tsconfig.spec.json`], tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        { enforceBuildableLibDependency: false, allow: [], depConstraints: boundaries },
      ],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true, allowEmpty: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-misused-spread': 'off', // code points are meant: JSON Schema counts them
      '@typescript-eslint/require-await': 'off', // `async` alone makes a throw a rejection, as the ports promise
      'max-lines': ['error', { max: 300 }],
    },
  },
  {
    // A decorated class is what Nest's container knows a part by; elsewhere decorators would hide what code does.
    files: [
      'libs/domain/**/*.ts',
      'libs/access/**/*.ts',
      'libs/file-lock/**/*.ts',
      'libs/log-*/**/*.ts',
      'libs/views-sqlite/**/*.ts',
      'libs/catalogue-files/**/*.ts',
      'apps/cli/**/*.ts',
      'apps/bench/**/*.ts',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'Decorator', message: 'Decorators stand in application, edge-* and apps/server only.' },
      ],
    },
  },
);
