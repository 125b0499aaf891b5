export { BrowserKeeper, browserKeeper, } from '../mocks/adapters/browser/browser-keeper.js';
export { BrowserStorageError } from '../mocks/adapters/browser/shelf.js';
