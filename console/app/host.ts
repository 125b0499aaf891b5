import { type ConsoleHost, hostPropertyName } from './console-host.ts'

/** The backend of this console: the `ConsoleHost` in the window, or else the server of the page. */
export const host: ConsoleHost =
  (window as { readonly [hostPropertyName]?: ConsoleHost })[hostPropertyName] ?? serverHost()

/** Returns the server that sent the page, as the backend of the console. */
function serverHost(): ConsoleHost {
  addTrailingSlash()
  return {
    fetch: (input, init) => fetch(input, init),
    baseUrl: new URL('.', document.baseURI).href,
    isProxy: document.documentElement.dataset['control'] === 'proxy',
  }
}

/**
 * Adds a missing slash to the URL of the page. Without the slash, relative URLs would lose the last
 * part of a path such as `/agents`. The page's folder is the parent of the folder that contains the
 * scripts.
 */
function addTrailingSlash(): void {
  const folder = new URL('..', import.meta.url).pathname
  const { pathname, search, hash } = window.location
  if (`${pathname}/` === folder) window.history.replaceState(null, '', `${folder}${search}${hash}`)
}
