export { BrowserKeeper, browserKeeper, type BrowserKeeperOptions, } from '../mocks/adapters/browser/browser-keeper.ts';
export { BrowserStorageError, type PageStorage } from '../mocks/adapters/browser/shelf.ts';
