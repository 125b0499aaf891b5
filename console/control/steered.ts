import { signal } from '@preact/signals'
import { useCallback, useEffect } from 'preact/hooks'
import type { Control } from '../app/control.ts'
import { usePlatform } from '../app/platform.ts'
import { useWhileAttended } from '../app/use-while-attended.ts'
import type { FaultList, NamedFault, WorldTime } from './answers.ts'

/** What of a world is not as of itself: its faults, and its time. */
export type Steered = {
  readonly faults: readonly NamedFault[]
  readonly time: WorldTime
  /** When the page learnt of the time, in milliseconds of its own. */
  readonly learnt: number
}

/** How often the page looks, in milliseconds: others steer the same world. */
const interval = 3000

const found = signal<{ readonly control: Control; readonly steered: Steered }>()

/** Looks at the faults and the time of a world now, such as after a change of them. */
export async function lookAtSteered(control: Control): Promise<void> {
  const [{ faults }, time] = await Promise.all([
    control.get<FaultList>('faults'),
    control.get<WorldTime>('clock'),
  ])
  found.value = { control, steered: { faults, time, learnt: performance.now() } }
}

/** What is steered in the world of the page; `undefined` until it is known. */
export function useSteered(): Steered | undefined {
  const { control } = usePlatform()
  const known = found.value
  return known?.control === control ? known.steered : undefined
}

/** Looks again and again while somebody is at the page. One component of the frame does. */
export function useWatchOverSteered(): void {
  const { control } = usePlatform()
  const look = useCallback(() => {
    // A server that is gone is told of by whatever the page does next.
    lookAtSteered(control).catch(() => undefined)
  }, [control])
  useEffect(look, [look])
  useWhileAttended(look, interval)
}

/** Whether a fault can still strike. */
export const isSpent = ({ times, struck }: NamedFault): boolean =>
  times !== undefined && struck >= times
