import { computed, signal } from '@preact/signals'
import { readStored, writeStored } from './browser-storage.ts'
import { host } from './host.ts'

/** The location in the console: `#/journal?status=4xx` has the path `journal` and one parameter. */
type PageLocation = {
  readonly path: string
  readonly params: URLSearchParams
}

/** The query parameters of a link, by name. The value `undefined` removes a parameter. */
export type Params = Readonly<Record<string, string | undefined>>

/** Goes to a location. With `isNew`, the location gets an entry in the browser's history. */
type ShowLocation = (href: string, isNew: boolean) => void

const hash = signal('')
const showLocation = host.isPanel === true ? storeLocationInTab() : storeLocationInAddress()

/** Stores the location in the hash of the window's URL. */
function storeLocationInAddress(): ShowLocation {
  const readAddress = () => {
    hash.value = window.location.hash
  }
  readAddress()
  window.addEventListener('hashchange', readAddress)
  return (href, isNew) => {
    if (isNew) window.location.hash = href
    // A link has changed the hash, but its `hashchange` event is still due. The new hash must stay.
    else if (window.location.hash !== hash.value) return
    else window.history.replaceState(null, '', href)
    readAddress()
  }
}

/**
 * Stores the location in the tab's storage, for a console in a frame. A frame shares the history of
 * its page, so new entries would change the Back button of that page and break the page's tests.
 */
function storeLocationInTab(): ShowLocation {
  const writeLocation = (href: string) => {
    hash.value = href
    writeStored('location', href)
  }
  hash.value = readStored('location') ?? ''
  for (const press of ['click', 'auxclick'] as const)
    document.addEventListener(press, (event) => {
      const link = (event.target as Element | null)?.closest?.('a[href^="#/"]')
      if (link == null || event.defaultPrevented) return
      event.preventDefault()
      writeLocation(link.getAttribute('href') ?? '')
    })
  return writeLocation
}

/** The current location. A component that reads it is rendered again when it changes. */
export const pageLocation = computed<PageLocation>(() => {
  const [path = '', ...query] = hash.value.replace(/^#\/?/, '').split('?')
  return { path, params: new URLSearchParams(query.join('?')) }
})

/** The name of the shown world, from the URL; `undefined` for the default world and for a proxy. */
export const worldName = computed(() =>
  host.isProxy === true ? undefined : pageLocation.value.params.get('world') || undefined,
)

/** Returns the parameter of links to a world. Links to the default world need no parameter. */
export const worldParam = (name: string): Params => ({
  world: name === 'default' ? undefined : name,
})

/** Returns the URL of a path in the current world. A `world` parameter selects another world. */
export function hrefOf(path: string, params: Params = {}): string {
  const all = Object.entries({ world: worldName.value, ...params })
  const present = all.filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `#/${path}${present.length === 0 ? '' : `?${new URLSearchParams(present)}`}`
}

/** Returns the complete URL of a path in the current world, for use outside this page. */
export const linkTo = (path: string, params: Params): string =>
  new URL(hrefOf(path, params), host.baseUrl).href

/** Navigates to a path, and adds an entry to the browser's history. */
export function navigate(path: string, params: Params = {}): void {
  showLocation(hrefOf(path, params), true)
}

/**
 * Changes parameters of the current page, without an entry in the browser's history. Does nothing
 * if a link has changed the URL and its `hashchange` event is still due.
 */
export function setParams(params: Params): void {
  const { path, params: current } = pageLocation.value
  showLocation(hrefOf(path, { ...Object.fromEntries(current), ...params }), false)
}
