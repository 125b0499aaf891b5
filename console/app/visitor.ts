import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ControlClient } from '../control/client.ts'
import { clearTabStorage, readStored, writeStored } from './browser-storage.ts'
import type { WorldAccount } from '../control/answers.ts'

/** Whether each visitor of the server has a world of their own, which a cookie leads to. */
export const isDemo = document.documentElement.dataset['control'] === 'visitor'

/** The world of a visitor: whoever has its base URL can call the platform in it. */
export type VisitorWorld = WorldAccount & {
  /** Behind the address of the server. */
  readonly base_url: string
  /** Milliseconds until it ends if nothing is done in it. */
  readonly ends_in_ms: number
}

/** Milliseconds until the world of the visitor ends, as it was told last. */
export const worldEndsIn = signal<number | undefined>(undefined)

/** Asks for the world of the visitor. Throws what the control API refuses with. */
export async function fetchVisitorWorld(control: ControlClient): Promise<VisitorWorld> {
  const account = await control.get<VisitorWorld>('visitor')
  const before = readStored('visitor')
  if (before !== undefined && before !== account.name) {
    // What this tab keeps, such as who signed in, is of a world that is gone.
    clearTabStorage()
    window.location.reload()
  }
  writeStored('visitor', account.name)
  worldEndsIn.value = account.ends_in_ms
  return account
}

/** Gives the visitor another world in the place of this one. */
export async function replaceVisitorWorld(control: ControlClient): Promise<void> {
  await control.send('DELETE', 'visitor')
  reloadAsNewVisitor()
}

/** Loads the page as one who comes for the first time: a world comes with it. */
export function reloadAsNewVisitor(): void {
  clearTabStorage()
  window.location.reload()
}

/** Often enough for a banner that counts minutes. */
const pollInterval = 15_000

/** Looks again and again how long the world lasts, as long as the page is seen. */
export function usePollVisitorWorld(look: () => Promise<unknown>): void {
  useEffect(() => {
    const lookWhenSeen = () => {
      if (!document.hidden) void look()
    }
    const timer = window.setInterval(lookWhenSeen, pollInterval)
    document.addEventListener('visibilitychange', lookWhenSeen)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', lookWhenSeen)
    }
  }, [look])
}
