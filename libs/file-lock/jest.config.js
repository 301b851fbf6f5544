import { project } from '../../jest.preset.js';

export default project('file-lock');
