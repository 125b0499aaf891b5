const nameOf = (name: string) => `understudy.${name}`

/** What the browser kept under a name; nothing where it keeps nothing for this page. */
export function recall(name: string, storage: Storage = window.sessionStorage): string | undefined {
  try {
    return storage.getItem(nameOf(name)) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a text under a name, or forgets it. The page works where the browser refuses. */
export function remember(
  name: string,
  text: string | undefined,
  storage: Storage = window.sessionStorage,
): void {
  try {
    if (text === undefined) storage.removeItem(nameOf(name))
    else storage.setItem(nameOf(name), text)
  } catch {
    // A browser that keeps nothing still shows the page.
  }
}
