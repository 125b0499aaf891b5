import { computed, signal } from '@preact/signals'

/** Where in the page one is: `#/journal?status=4xx` is the path `journal` and what is asked of it. */
export type PageLocation = {
  readonly path: string
  readonly params: URLSearchParams
}

/** What a link asks of a page; `undefined` leaves a parameter out. */
export type Params = Readonly<Record<string, string | undefined>>

const hash = signal(window.location.hash)
window.addEventListener('hashchange', readHash)

function readHash(): void {
  hash.value = window.location.hash
}

/** The current place; a component that reads it is drawn anew when it changes. */
export const pageLocation = computed<PageLocation>(() => {
  const [path = '', query = ''] = hash.value.replace(/^#\/?/, '').split('?')
  return { path, params: new URLSearchParams(query) }
})

/** The world of the page, or `undefined` for the default one: it stands in every address. */
export const worldName = computed(() => pageLocation.value.params.get('world') || undefined)

/** The address of a path in the same world; hand in `world` to lead to another. */
export function hrefOf(path: string, params: Params = {}): string {
  const all = Object.entries({ world: worldName.value, ...params })
  const given = all.filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `#/${path}${given.length === 0 ? '' : `?${new URLSearchParams(given)}`}`
}

/** Leads to a path, as a link does: the way back stays open. */
export function navigate(path: string, params: Params = {}): void {
  window.location.hash = hrefOf(path, params)
  readHash()
}

/**
 * Changes what is asked of the current page, without a step in the history. Where a link has led
 * elsewhere and the browser has yet to tell so, nothing is left to be asked of it.
 */
export function setParams(params: Params): void {
  if (window.location.hash !== hash.value) return
  const { path, params: asked } = pageLocation.value
  const href = hrefOf(path, { ...Object.fromEntries(asked), ...params })
  window.history.replaceState(null, '', href)
  readHash()
}
