import { createStorage } from './guarded-storage.ts'
import { host } from './host.ts'

const storagePrefix = host.storagePrefix ?? 'understudy.'

export const { read: readStored, write: writeStored } = createStorage(storagePrefix)

export function clearTabStorage(): void {
  try {
    const names = Object.keys(window.sessionStorage).filter((name) =>
      name.startsWith(storagePrefix),
    )
    for (const name of names) window.sessionStorage.removeItem(name)
  } catch {
    // Ignored: a browser that refuses storage has no stored values to remove.
  }
}
