export {
  BrowserStorage,
  browserStorage,
  type BrowserStorageOptions,
} from '../mocks/adapters/browser/browser-storage.ts'
export { BrowserStorageError, type PageStorage } from '../mocks/adapters/browser/page-storage.ts'
