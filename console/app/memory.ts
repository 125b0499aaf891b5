const nameOf = (name: string) => `understudy.${name}`

/** How long something is kept: with the tab, or for good. */
export type Keeping = 'tab' | 'good'

/** What the browser kept under a name; nothing where it keeps nothing for this page. */
export function recall(name: string, keeping: Keeping = 'tab'): string | undefined {
  try {
    return storageOf(keeping).getItem(nameOf(name)) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a text under a name, or forgets it. The page works where the browser refuses. */
export function remember(name: string, text: string | undefined, keeping: Keeping = 'tab'): void {
  try {
    if (text === undefined) storageOf(keeping).removeItem(nameOf(name))
    else storageOf(keeping).setItem(nameOf(name), text)
  } catch {
    // A browser that keeps nothing still shows the page.
  }
}

/** Forgets all that is kept with the tab. */
export function forgetTab(): void {
  try {
    const names = Object.keys(window.sessionStorage).filter((name) => name.startsWith(nameOf('')))
    for (const name of names) window.sessionStorage.removeItem(name)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

// Asking for a storage throws already where the browser refuses it.
const storageOf = (keeping: Keeping) =>
  keeping === 'tab' ? window.sessionStorage : window.localStorage
