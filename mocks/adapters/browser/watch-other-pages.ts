import { peekHead } from './world-log.ts'
import type { PrefixedStorage } from './page-storage.ts'

type StorageChange = { readonly key: string | null; readonly storageArea: unknown }
type Shown = { readonly persisted: boolean }
type Listen = {
  (type: 'storage', run: (change: StorageChange) => void): void
  (type: 'pageshow', run: (shown: Shown) => void): void
}
type Page = { readonly addEventListener?: Listen; readonly removeEventListener?: Listen }

/** Calls `onChange` with the name of each world that another page changed, until stopped. */
export function watchOtherPages(
  storage: PrefixedStorage,
  onChange: (world: string) => void,
): () => void {
  const page = globalThis as Page
  const notifyIf = (concerns: (world: string) => boolean) => {
    for (const key of storage.keys('world/')) {
      const world = key.slice('world/'.length)
      if (concerns(world)) onChange(world)
    }
  }
  const handleChange = ({ key, storageArea }: StorageChange) => {
    if (storageArea !== storage.area || key === null) return
    const [kind, log] = storage.unprefixed(key)?.split('/') ?? []
    if (kind === 'world') onChange(storage.unprefixed(key)?.slice('world/'.length) ?? '')
    if (kind === 'log') notifyIf((world) => peekHead(storage.get(`world/${world}`))?.log === log)
  }
  // A page in the back-forward cache of the browser receives no events.
  const handleShow = ({ persisted }: Shown) => {
    if (persisted) notifyIf(() => true)
  }
  page.addEventListener?.('storage', handleChange)
  page.addEventListener?.('pageshow', handleShow)
  return () => {
    page.removeEventListener?.('storage', handleChange)
    page.removeEventListener?.('pageshow', handleShow)
  }
}
