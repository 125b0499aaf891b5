/**
 * The fake as an HTTP server in Node, and worlds that survive a restart.
 *
 * - `listen` serves a fake; it resolves to the address and a function to close the server.
 * - `openFolder` stores worlds in a folder, for the option `storage`; it throws `FolderError`.
 *
 * @example
 * ```ts
 * import { createFake } from 'agent-understudy'
 * import { listen } from 'agent-understudy/node'
 *
 * const { url, close } = await listen(createFake({ fixture }), { port: 0 })
 * ```
 * @module
 */

import './require-runtime.ts'
export { listen, type Listening, type ListenOptions } from '../mocks/adapters/node.ts'
export {
  type Folder,
  FolderError,
  type FolderOptions,
  openFolder,
} from '../mocks/adapters/folder/folder.ts'
