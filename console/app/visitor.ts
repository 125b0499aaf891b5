import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ControlClient } from '../control/client.ts'
import { clearTabStorage, readStored, writeStored } from './browser-storage.ts'
import type { WorldDetails } from '../../contract/control/worlds.ts'

/** Whether the server is a demo, in which each visitor has a world identified by a cookie. */
export const isDemo = document.documentElement.dataset['control'] === 'visitor'

/** The world of a visitor. Clients without the visitor's cookie reach it by its base URL. */
type VisitorWorld = WorldDetails & {
  /** Milliseconds until the world ends if nobody uses it. */
  readonly ends_in_ms: number
}

/** Milliseconds from the last response to the end of the visitor's world. */
export const worldEndsInMs = signal<number | undefined>(undefined)

/** Fetches the world of the visitor. Only a demo has this operation. */
const readVisitorWorld = async (control: ControlClient, aborting: AbortSignal) =>
  (await (await control.open('visitor', { signal: aborting })).json()) as VisitorWorld

/** Fetches the details of a world. In a demo, this is always the visitor's world. */
export const readWorld = (
  control: ControlClient,
  name: string,
  aborting: AbortSignal,
): Promise<WorldDetails> =>
  isDemo
    ? readVisitorWorld(control, aborting)
    : control.call('GET worlds/{name}', { params: { name }, signal: aborting })

/**
 * Fetches the visitor's world or throws a `ControlError`. Reloads the page if it is a new world.
 */
export async function fetchVisitorWorld(
  control: ControlClient,
  deadline: AbortSignal,
): Promise<void> {
  const account = await readVisitorWorld(control, deadline)
  const previousWorld = readStored('visitor')
  if (previousWorld !== undefined && previousWorld !== account.name) {
    // The data stored for this tab, such as the login, belongs to a world that has ended.
    reloadAsNewVisitor()
  }
  writeStored('visitor', account.name)
  worldEndsInMs.value = account.ends_in_ms
}

export async function replaceVisitorWorld(control: ControlClient): Promise<void> {
  await control.open('visitor', { method: 'DELETE' })
  reloadAsNewVisitor()
}

/** Reloads the page as a new visitor, who gets a new world. */
export function reloadAsNewVisitor(): void {
  clearTabStorage()
  window.location.reload()
}

/** The poll interval in milliseconds. It is short enough for a banner that shows minutes. */
const pollInterval = 15_000

/** Calls `poll` regularly while the page is visible, to update the remaining time of the world. */
export function usePollVisitorWorld(poll: () => Promise<unknown>): void {
  useEffect(() => {
    const pollIfVisible = () => {
      if (!document.hidden) void poll()
    }
    const timer = window.setInterval(pollIfVisible, pollInterval)
    document.addEventListener('visibilitychange', pollIfVisible)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', pollIfVisible)
    }
  }, [poll])
}
