/** How long a value is stored: until the tab is closed, or permanently. */
type StorageLifetime = 'tab' | 'permanent'

/**
 * Creates a browser storage that puts a prefix before each name. It is empty if the browser refuses
 * storage.
 */
export const createStorage = (prefix: string) => ({
  /** Reads a stored text; `undefined` if there is none or the browser refuses storage. */
  read(name: string, lifetime: StorageLifetime = 'tab'): string | undefined {
    try {
      return storageOf(lifetime).getItem(prefix + name) ?? undefined
    } catch {
      return undefined
    }
  },
  /**
   * Stores a text; `undefined` only removes the old text. If the text does not fit, the old text is
   * removed, too, because it would be taken for the new one.
   */
  write(name: string, text: string | undefined, lifetime: StorageLifetime = 'tab'): void {
    try {
      const storage = storageOf(lifetime)
      storage.removeItem(prefix + name)
      if (text !== undefined) storage.setItem(prefix + name, text)
    } catch {
      // The error is ignored, because the page also works without storage.
    }
  },
})

// Reading `sessionStorage` or `localStorage` throws if the browser refuses storage.
const storageOf = (lifetime: StorageLifetime) =>
  lifetime === 'tab' ? globalThis.sessionStorage : globalThis.localStorage
