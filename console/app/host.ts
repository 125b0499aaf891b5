import { type ConsoleHost, hostName } from './console-host.ts'

/** The backend of this console. */
export const host: ConsoleHost =
  (window as { readonly [hostName]?: ConsoleHost })[hostName] ?? serverHost()

/** The server that sent the page. */
function serverHost(): ConsoleHost {
  addTrailingSlash()
  return {
    fetch: (input, init) => fetch(input, init),
    baseUrl: new URL('.', document.baseURI).href,
    isProxy: document.documentElement.dataset['control'] === 'proxy',
  }
}

/**
 * Adds a missing slash to the address of the page, as in `/agents`, because relative addresses miss
 * the last part of a path without one. The page is in the folder above its scripts.
 */
function addTrailingSlash(): void {
  const folder = new URL('..', import.meta.url).pathname
  const { pathname, search, hash } = window.location
  if (`${pathname}/` === folder) window.history.replaceState(null, '', `${folder}${search}${hash}`)
}
