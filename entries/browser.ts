export {
  BrowserStorage as BrowserKeeper,
  browserStorage as browserKeeper,
  type BrowserStorageOptions as BrowserKeeperOptions,
} from '../mocks/adapters/browser/browser-storage.ts'
export { BrowserStorageError, type PageStorage } from '../mocks/adapters/browser/page-storage.ts'
