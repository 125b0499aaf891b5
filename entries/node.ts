export { listen, type Listening, type ListenOptions } from '../mocks/adapters/node.ts'
export type { Folder } from '../mocks/adapters/folder/folder.ts'
export { FolderError } from '../mocks/adapters/folder/files.ts'
export { type FolderOptions, openFolder } from '../mocks/adapters/folder/folder.ts'
