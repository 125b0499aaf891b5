import { peekHead } from './world-log.ts'
import type { PrefixedStorage } from './page-storage.ts'

type StorageNews = { readonly key: string | null; readonly storageArea: unknown }
type Shown = { readonly persisted: boolean }
type Listen = {
  (type: 'storage', run: (news: StorageNews) => void): void
  (type: 'pageshow', run: (shown: Shown) => void): void
}
type Page = { readonly addEventListener?: Listen; readonly removeEventListener?: Listen }

/**
 * Calls `tell` with the name of each world that another page has changed. Returns a function that
 * stops it.
 */
export function watchOtherPages(shelf: PrefixedStorage, tell: (world: string) => void): () => void {
  const page = globalThis as Page
  const tellOf = (concerns: (world: string) => boolean) => {
    for (const key of shelf.keys('world/')) {
      const world = key.slice('world/'.length)
      if (concerns(world)) tell(world)
    }
  }
  const hear = ({ key, storageArea }: StorageNews) => {
    if (storageArea !== shelf.storage || key === null) return
    const [room, log] = shelf.unprefixed(key)?.split('/') ?? []
    if (room === 'world') tell(shelf.unprefixed(key)?.slice('world/'.length) ?? '')
    if (room === 'log') tellOf((world) => peekHead(shelf.get(`world/${world}`))?.log === log)
  }
  // A page in the back-forward cache of the browser receives no events.
  const returned = ({ persisted }: Shown) => {
    if (persisted) tellOf(() => true)
  }
  page.addEventListener?.('storage', hear)
  page.addEventListener?.('pageshow', returned)
  return () => {
    page.removeEventListener?.('storage', hear)
    page.removeEventListener?.('pageshow', returned)
  }
}
