export default { projects: ['<rootDir>/libs/*/jest.config.js', '<rootDir>/apps/{server,cli}/jest.config.js'] };
