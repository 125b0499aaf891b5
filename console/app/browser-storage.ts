const storageKey = (name: string) => `understudy.${name}`

/** How long something is kept: with the tab, or for good. */
export type StorageLifetime = 'tab' | 'good'

/** What the browser kept under a name; nothing where it keeps nothing for this page. */
export function readStored(name: string, keeping: StorageLifetime = 'tab'): string | undefined {
  try {
    return storageOf(keeping).getItem(storageKey(name)) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a text under a name, or forgets it. The page works where the browser refuses. */
export function writeStored(
  name: string,
  text: string | undefined,
  keeping: StorageLifetime = 'tab',
): void {
  try {
    if (text === undefined) storageOf(keeping).removeItem(storageKey(name))
    else storageOf(keeping).setItem(storageKey(name), text)
  } catch {
    // A browser that keeps nothing still shows the page.
  }
}

/** Forgets all that is kept with the tab. */
export function clearTabStorage(): void {
  try {
    const names = Object.keys(window.sessionStorage).filter((name) =>
      name.startsWith(storageKey('')),
    )
    for (const name of names) window.sessionStorage.removeItem(name)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

// Asking for a storage throws already where the browser refuses it.
const storageOf = (keeping: StorageLifetime) =>
  keeping === 'tab' ? window.sessionStorage : window.localStorage
