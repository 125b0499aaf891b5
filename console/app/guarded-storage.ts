/** The lifetime of a stored value: until the tab is closed, or permanently. */
export type StorageLifetime = 'tab' | 'permanent'

/** The storage of the browser under names that begin with `prefix`. Where it is refused, it is empty. */
export const createStorage = (prefix: string) => ({
  /** Reads a stored text; `undefined` if there is none or the browser refuses storage. */
  read(name: string, lifetime: StorageLifetime = 'tab'): string | undefined {
    try {
      return storageOf(lifetime).getItem(prefix + name) ?? undefined
    } catch {
      return undefined
    }
  },
  /** Stores a text under a name; `undefined` removes it. Does nothing if the browser refuses storage. */
  write(name: string, text: string | undefined, lifetime: StorageLifetime = 'tab'): void {
    try {
      if (text === undefined) storageOf(lifetime).removeItem(prefix + name)
      else storageOf(lifetime).setItem(prefix + name, text)
    } catch {
      // Ignored: the page also works without storage.
    }
  },
})

// Reading this property throws if the browser refuses storage.
const storageOf = (lifetime: StorageLifetime) =>
  lifetime === 'tab' ? window.sessionStorage : window.localStorage
