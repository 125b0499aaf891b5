import { signal } from '@preact/signals'
import type { Platform } from '../../app/platform.ts'
import { tellRenewed } from '../../control/renewed.ts'
import { lookAtSteered } from '../../control/steered.ts'

/** A world as it was, by its base URL, and when that was in its own time. */
type KeptWorld = { readonly root: string; readonly snapshot: unknown; readonly at: string }

/** Other pages of the window leave it alone; a reload forgets it. */
const kept = signal<KeptWorld>()

/** A world as it was kept, if it was. */
export const keptOf = (root: string): KeptWorld | undefined =>
  kept.value?.root === root ? kept.value : undefined

/** Keeps a world as it is now. Throws what the control API refuses, as all here do. */
export async function keep({ control, root }: Platform): Promise<void> {
  const snapshot = await control.get<unknown>('snapshot')
  kept.value = { root, snapshot, at: (await control.get<{ now: string }>('clock')).now }
}

/** Makes a world what it was when it was kept; says whether it was. */
export async function returnToKept(platform: Platform): Promise<boolean> {
  const own = keptOf(platform.root)
  if (own === undefined) return false
  await platform.control.send('PUT', 'snapshot', own.snapshot)
  await renewed(platform)
  return true
}

/** Makes a world what it was at first. */
export async function beginAnew(platform: Platform): Promise<void> {
  await platform.control.send('POST', 'reset')
  await renewed(platform)
}

async function renewed({ control, root }: Platform): Promise<void> {
  tellRenewed(root)
  await lookAtSteered(control)
}
