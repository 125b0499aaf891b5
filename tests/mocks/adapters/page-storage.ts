import {
  browserStorage,
  type BrowserStorageOptions,
} from '../../../mocks/adapters/browser/browser-storage.ts'
import type { PageStorage } from '../../../mocks/adapters/browser/page-storage.ts'
import type { FakeOptions } from '../../../mocks/fake-options.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { type Mounted, mountInProcess } from '../../support/transports.ts'

/** A storage with a limit in characters, as in browsers. */
export class BoundedStorage implements PageStorage {
  readonly texts = new Map<string, string>()
  most = 5_000_000

  get length(): number {
    return this.texts.size
  }

  key(index: number): string | null {
    return [...this.texts.keys()][index] ?? null
  }

  getItem(key: string): string | null {
    return this.texts.get(key) ?? null
  }

  setItem(key: string, text: string): void {
    let size = text.length
    for (const [other, { length }] of this.texts) if (other !== key) size += length
    if (size > this.most) throw new Error('The quota has been exceeded.')
    this.texts.set(key, text)
  }

  removeItem(key: string): void {
    this.texts.delete(key)
  }
}

/** A page whose fake stores its worlds. */
export type KeptPage = Mounted & {
  readonly notices: readonly string[]
  readonly worlds: ReturnType<typeof browserStorage>
}

let pages = 0

/**
 * Opens a page with a storage. A page that was open before ends without any event, as after a reload.
 */
export function openPage(
  storage: PageStorage,
  options: Partial<FakeOptions> = {},
  keeping: BrowserStorageOptions = {},
): KeptPage {
  const notices: string[] = []
  const systemClock =
    options.systemClock ?? createManualClock(Date.parse('2026-11-21T08:00:00.000Z'))
  const worlds = browserStorage({
    storage,
    systemClock,
    randomId: () => `page${(pages += 1)}`,
    onNotice: (sentence) => notices.push(sentence),
    ...keeping,
  })
  return { ...mountInProcess({ ...options, systemClock, storage: worlds }), notices, worlds }
}
