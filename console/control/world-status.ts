import { signal } from '@preact/signals'
import { useCallback, useEffect } from 'preact/hooks'
import type { ControlClient } from './client.ts'
import { usePlatform } from '../app/platform.ts'
import { usePolling } from './hooks.ts'
import type { FaultList, NamedFault, WorldTime } from './answers.ts'

/** What of a world is not as of itself: its faults, and its time. */
export type WorldStatus = {
  readonly faults: readonly NamedFault[]
  readonly time: WorldTime
  /** When the page learnt of the time, in milliseconds of its own. */
  readonly fetchedAt: number
}

/** How often the page looks, in milliseconds: others steer the same world. */
const pollInterval = 3000

const latest = signal<{ readonly control: ControlClient; readonly steered: WorldStatus }>()

/** Looks at the faults and the time of a world now, such as after a change of them. */
export async function refreshWorldStatus(control: ControlClient): Promise<void> {
  const [{ faults }, time] = await Promise.all([
    control.get<FaultList>('faults'),
    control.get<WorldTime>('clock'),
  ])
  latest.value = { control, steered: { faults, time, fetchedAt: performance.now() } }
}

/** What is steered in the world of the page; `undefined` until it is known. */
export function useWorldStatus(): WorldStatus | undefined {
  const { control } = usePlatform()
  const known = latest.value
  return known?.control === control ? known.steered : undefined
}

/** Looks again and again while somebody is at the page. One component of the frame does. */
export function usePollWorldStatus(): void {
  const { control } = usePlatform()
  const look = useCallback(() => {
    // A server that is gone is told of by whatever the page does next.
    refreshWorldStatus(control).catch(() => undefined)
  }, [control])
  useEffect(look, [look])
  usePolling(look, pollInterval)
}

/** Whether a fault can still strike. */
export const isSpent = ({ times, struck }: NamedFault): boolean =>
  times !== undefined && struck >= times
