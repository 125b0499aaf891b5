export { listen } from '../mocks/adapters/node.js';
export { FolderError } from '../mocks/adapters/folder/folder-error.js';
export { openFolder } from '../mocks/adapters/folder/open-folder.js';
