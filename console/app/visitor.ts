import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Control } from './control.ts'
import { forgetTab, recall, remember } from './memory.ts'
import type { WorldAccount } from './world-outline.ts'

/** Whether each visitor of the server has a world of their own, which a cookie leads to. */
export const isVisited = document.documentElement.dataset['control'] === 'visitor'

/** The world of a visitor: whoever has its base URL can call the platform in it. */
export type VisitorAccount = WorldAccount & {
  /** Behind the address of the server. */
  readonly base_url: string
  /** Milliseconds until it ends if nothing is done in it. */
  readonly ends_in_ms: number
}

/** Milliseconds until the world of the visitor ends, as it was told last. */
export const endsIn = signal<number | undefined>(undefined)

/** Asks for the world of the visitor. Throws what the control API refuses with. */
export async function lookAtVisit(control: Control): Promise<VisitorAccount> {
  const account = await control.get<VisitorAccount>('visitor')
  const before = recall('visitor')
  if (before !== undefined && before !== account.name) {
    // What this tab keeps, such as who signed in, is of a world that is gone.
    forgetTab()
    window.location.reload()
  }
  remember('visitor', account.name)
  endsIn.value = account.ends_in_ms
  return account
}

/** Gives the visitor another world in the place of this one. */
export async function startAfresh(control: Control): Promise<void> {
  await control.send('DELETE', 'visitor')
  meetAnother()
}

/** Loads the page as one who comes for the first time: a world comes with it. */
export function meetAnother(): void {
  forgetTab()
  window.location.reload()
}

/** Often enough for a banner that counts minutes. */
const interval = 15_000

/** Looks again and again how long the world lasts, as long as the page is seen. */
export function useWatchOverVisit(look: () => Promise<unknown>): void {
  useEffect(() => {
    const lookWhenSeen = () => {
      if (!document.hidden) void look()
    }
    const timer = window.setInterval(lookWhenSeen, interval)
    document.addEventListener('visibilitychange', lookWhenSeen)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', lookWhenSeen)
    }
  }, [look])
}
