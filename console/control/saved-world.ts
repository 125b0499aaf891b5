import { signal } from '@preact/signals'
import type { Platform } from '../app/platform.ts'
import { refreshWorldStatus } from './world-status.ts'

const channelName = 'understudy.renewed'

const replacedWorlds = new BroadcastChannel(channelName)

/** Tells every window of this browser that a world, by its base URL, is no longer what it was. */
function announceWorldReplaced(root: string): void {
  // A channel hears all but itself: by one of its own, this window hears it too.
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no target.
  channel.postMessage(root)
  channel.close()
}

/** Does something whenever a world is no longer what it was, whichever window changed it. */
export function onWorldReplaced(root: string, act: () => void): void {
  replacedWorlds.addEventListener('message', ({ data }) => {
    if (data === root) act()
  })
}

/** A world as it was, by its base URL, and when that was in its own time. */
type SavedWorld = { readonly root: string; readonly snapshot: unknown; readonly at: string }

/** Other pages of the window leave it alone; a reload forgets it. */
const saved = signal<SavedWorld>()

/** A world as it was kept, if it was. */
export const savedWorldAt = (root: string): SavedWorld | undefined =>
  saved.value?.root === root ? saved.value : undefined

/** Keeps a world as it is now. Throws what the control API refuses, as all here do. */
export async function saveWorld({ control, root }: Platform): Promise<void> {
  const snapshot = await control.get<unknown>('snapshot')
  saved.value = { root, snapshot, at: (await control.get<{ now: string }>('clock')).now }
}

/** Makes a world what it was when it was kept; says whether it was. */
export async function restoreSavedWorld(platform: Platform): Promise<boolean> {
  const own = savedWorldAt(platform.root)
  if (own === undefined) return false
  await platform.control.send('PUT', 'snapshot', own.snapshot)
  await afterReplacement(platform)
  return true
}

/** Makes a world what it was at first. */
export async function resetWorld(platform: Platform): Promise<void> {
  await platform.control.send('POST', 'reset')
  await afterReplacement(platform)
}

async function afterReplacement({ control, root }: Platform): Promise<void> {
  announceWorldReplaced(root)
  await refreshWorldStatus(control)
}
