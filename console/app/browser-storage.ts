import { host } from './host.ts'

const storageKey = (name: string) => `${host.storagePrefix ?? 'understudy.'}${name}`

/** The lifetime of a stored value: until the tab is closed, or permanently. */
type StorageLifetime = 'tab' | 'permanent'

/** Reads a stored text; `undefined` if there is none or the browser refuses storage. */
export function readStored(name: string, lifetime: StorageLifetime = 'tab'): string | undefined {
  try {
    return storageOf(lifetime).getItem(storageKey(name)) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a text under a name; `undefined` removes it. Does nothing if the browser refuses storage. */
export function writeStored(
  name: string,
  text: string | undefined,
  lifetime: StorageLifetime = 'tab',
): void {
  try {
    if (text === undefined) storageOf(lifetime).removeItem(storageKey(name))
    else storageOf(lifetime).setItem(storageKey(name), text)
  } catch {
    // Ignored: the page also works without storage.
  }
}

export function clearTabStorage(): void {
  try {
    const names = Object.keys(window.sessionStorage).filter((name) =>
      name.startsWith(storageKey('')),
    )
    for (const name of names) window.sessionStorage.removeItem(name)
  } catch {
    // Without storage there is nothing to remove.
  }
}

// Reading this property throws if the browser refuses storage.
const storageOf = (lifetime: StorageLifetime) =>
  lifetime === 'tab' ? window.sessionStorage : window.localStorage
