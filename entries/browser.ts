/**
 * Worlds that survive a reload of the page: stored in `localStorage`, shared by all tabs.
 *
 * - `browserStorage` creates the value of the option `storage`.
 * - `BrowserStorageError` is thrown if the browser does not let the page store data.
 *
 * @example
 * ```ts
 * import { createFake } from 'agent-understudy'
 * import { browserStorage } from 'agent-understudy/browser'
 *
 * const fake = createFake({ fixture, storage: browserStorage({ name: 'my-app' }) })
 * ```
 * @module
 */

export {
  BrowserStorage,
  browserStorage,
  type BrowserStorageOptions,
} from '../mocks/adapters/browser/browser-storage.ts'
export { BrowserStorageError, type PageStorage } from '../mocks/adapters/browser/page-storage.ts'
