export { catalogueFiles } from './catalogue-files.ts';
