import { signal } from '@preact/signals'
import { parseJson } from '../../contract/json.ts'
import type { Platform } from '../app/platform.ts'
import { refreshWorldStatus } from './world-status.ts'
import { downloadJson } from '../ui/open-file.tsx'

const replacementChannel = 'understudy.renewed'

const replacedWorlds = new BroadcastChannel(replacementChannel)

/** Notifies all windows of this browser that the world at the base URL `root` was replaced. */
function announceWorldReplaced(root: string): void {
  // A channel does not receive its own messages. A new channel is used, to notify this window, too.
  const channel = new BroadcastChannel(replacementChannel)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no target.
  channel.postMessage(root)
  channel.close()
}

/** Calls a function whenever any window has replaced the state of a world. */
export function onWorldReplaced(root: string, onReplaced: () => void): void {
  replacedWorlds.addEventListener('message', ({ data }) => {
    if (data === root) onReplaced()
  })
}

/** A saved state of a world: the snapshot, and the world's time at that moment. */
type SavedWorld = { readonly snapshot: unknown; readonly worldTime: string }

/** The saved states by the base URLs of their worlds. They are lost when the window is reloaded. */
const savedWorlds = signal<ReadonlyMap<string, SavedWorld>>(new Map())

/** Returns the saved state of the world at a base URL, if there is one. */
export const savedWorldAt = (root: string): SavedWorld | undefined => savedWorlds.value.get(root)

/** Saves the state of a world. Throws a `ControlError` on a refusal, like all functions here. */
export async function saveWorld({ control, root }: Platform): Promise<void> {
  const snapshot = await control.call('GET snapshot')
  const { now: worldTime } = await control.call('GET clock')
  savedWorlds.value = new Map([...savedWorlds.value, [root, { snapshot, worldTime }]])
}

/** Restores the saved state of a world; returns false if no state is saved. */
export async function restoreSavedWorld(platform: Platform): Promise<boolean> {
  const savedWorld = savedWorldAt(platform.root)
  if (savedWorld === undefined) return false
  await replaceState(platform, platform.control.call('PUT snapshot', { body: savedWorld.snapshot }))
  return true
}

/** Downloads the state of a world as a file for `serve --snapshot` and `loadWorld`. */
export async function downloadWorld({ control }: Platform): Promise<void> {
  const text = JSON.stringify(await control.call('GET snapshot'))
  downloadJson(text, 'world.json')
}

/** Loads the state of a world from a file. Throws an `Error` if the file is not JSON. */
export async function loadWorld(platform: Platform, file: File): Promise<void> {
  const snapshot = parseJson(await file.text())
  if (snapshot === undefined)
    throw new Error(`${file.name} is not JSON. Choose a file that was saved here.`)
  await replaceState(platform, platform.control.call('PUT snapshot', { body: snapshot }))
}

export const resetWorld = (platform: Platform): Promise<void> =>
  replaceState(platform, platform.control.call('POST reset'))

async function replaceState({ control, root }: Platform, call: Promise<unknown>): Promise<void> {
  await call
  announceWorldReplaced(root)
  await refreshWorldStatus(control)
}
