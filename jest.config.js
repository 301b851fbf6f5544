export default { projects: ['<rootDir>/libs/*/jest.config.js', '<rootDir>/apps/*/jest.config.js'] };
