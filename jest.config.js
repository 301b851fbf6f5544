export default {
  projects: ['<rootDir>/libs/*/jest.config.js', '<rootDir>/apps/{server,cli}/jest.config.js'],
  // Real servers are started by many tests: on a busy machine a start takes seconds.
  testTimeout: 60_000,
};
