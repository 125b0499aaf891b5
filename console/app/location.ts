import { computed, signal } from '@preact/signals'

/** The location in the page: `#/journal?status=4xx` has the path `journal` and one parameter. */
type PageLocation = {
  readonly path: string
  readonly params: URLSearchParams
}

/** The parameters of a link; `undefined` removes one. */
export type Params = Readonly<Record<string, string | undefined>>

const hash = signal(window.location.hash)
window.addEventListener('hashchange', readHash)

function readHash(): void {
  hash.value = window.location.hash
}

/** The current location; a component that reads it is rendered again when it changes. */
export const pageLocation = computed<PageLocation>(() => {
  const [path = '', query = ''] = hash.value.replace(/^#\/?/, '').split('?')
  return { path, params: new URLSearchParams(query) }
})

/** The world that the page shows, from the URL; `undefined` is the default world. */
export const worldName = computed(() => pageLocation.value.params.get('world') || undefined)

/** Returns the URL of a path in the same world; pass `world` to link to another one. */
export function hrefOf(path: string, params: Params = {}): string {
  const all = Object.entries({ world: worldName.value, ...params })
  const present = all.filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `#/${path}${present.length === 0 ? '' : `?${new URLSearchParams(present)}`}`
}

/** Navigates to a path, with an entry in the browser's history. */
export function navigate(path: string, params: Params = {}): void {
  window.location.hash = hrefOf(path, params)
  readHash()
}

/**
 * Changes parameters of the current page, without an entry in the history. Does nothing if a link
 * has changed the URL and its `hashchange` event is still due.
 */
export function setParams(params: Params): void {
  if (window.location.hash !== hash.value) return
  const { path, params: current } = pageLocation.value
  const href = hrefOf(path, { ...Object.fromEntries(current), ...params })
  window.history.replaceState(null, '', href)
  readHash()
}
