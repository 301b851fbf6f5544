/** No circles of imports (docs/adr/0007-libraries.md): neither between files nor between the folders of a package. */
export default {
  forbidden: [
    {
      name: 'no-circle-of-files',
      comment:
        'Each file can be read after those that it imports, types too. Move what both need into a file of its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circle-of-folders',
      comment:
        'A folder imports from another one way only. Move the file to where it is used, or what both need below both.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    includeOnly: '^(libs|apps)/[^/]+/(src|test)/',
    // Nothing imports a spec file, and it may take what it tests with from any folder.
    exclude: '[.]spec[.]ts$',
    tsConfig: { fileName: 'tsconfig.spec.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['@palimpsest/source', 'import', 'default'] },
  },
};
