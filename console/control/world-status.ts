import { signal } from '@preact/signals'
import { useCallback, useEffect } from 'preact/hooks'
import type { ControlClient } from './client.ts'
import { readProxyStatus } from './proxy-status.ts'
import { host } from '../app/host.ts'
import { markWorldKnown, probeAccess, usePlatform, worldChanges } from '../app/platform.ts'
import { worldName } from '../app/location.ts'
import { isDemo, readVisitorWorld } from '../app/visitor.ts'
import { usePolling } from './hooks.ts'
import type { ProxyStatus } from '../../traffic/proxy/control-answers.ts'
import type { FaultStatus } from '../../contract/control/worlds.ts'
import type { WorldTime } from '../../contract/control/clock.ts'
import type { documented } from '../../contract/picks.ts'
import type { profileNames } from '../../contract/shipped-names.ts'

/** The faults, the clock and the profile of a world; for a proxy, its faults and its own status. */
export type WorldStatus = {
  readonly faults: readonly FaultStatus[]
  readonly proxy?: ProxyStatus
  readonly time: WorldTime
  readonly profile: string
  /** Counts the changes of the world. */
  readonly revision: number
  /** The time of the fetch, in milliseconds of `performance.now()`. */
  readonly fetchedAt: number
}

/** The poll interval in milliseconds; other clients can change the same world. */
const pollInterval = 3000

const latest = signal<{ readonly control: ControlClient; readonly status: WorldStatus }>()

/** Fetches the faults and the time of a world now, for example after changing them. */
export async function refreshWorldStatus(control: ControlClient): Promise<void> {
  // The first call creates a world; fetching its details does not.
  const { faults } = await control.call('GET faults')
  const { revision, ...rest } = await (host.isProxy === true
    ? describeProxy(control)
    : describeWorld(control))
  markWorldKnown()
  const last = latest.value
  latest.value = { control, status: { faults, revision, ...rest, fetchedAt: performance.now() } }
  if (last?.control === control && last.status.revision !== revision) worldChanges.value++
}

type WorldFacts = Omit<WorldStatus, 'faults' | 'fetchedAt'>

async function describeWorld(control: ControlClient): Promise<WorldFacts> {
  const name = worldName.peek() ?? 'default'
  const { time, profile, revision } = await (isDemo
    ? readVisitorWorld(control)
    : control.call('GET worlds/{name}', { params: { name } }))
  return { time, profile, revision }
}

/** A proxy has the time of the machine, and its deployment has no profile. */
async function describeProxy(control: ControlClient): Promise<WorldFacts> {
  const time = { now: new Date().toISOString(), frozen: false, scale: 1, ahead_ms: 0 }
  return { time, profile: standardProfile, revision: 0, proxy: await readProxyStatus(control) }
}

/** Returns the faults and the time of the current world; `undefined` until they are known. */
export function useWorldStatus(): WorldStatus | undefined {
  const { control } = usePlatform()
  const knownStatus = latest.value
  return knownStatus?.control === control ? knownStatus.status : undefined
}

/** Polls the status while the user is active. Only one component of the frame may call it. */
export function usePollWorldStatus(): void {
  const { control } = usePlatform()
  const refresh = useCallback(() => {
    // Without the server, every page says so.
    refreshWorldStatus(control).catch(() => void probeAccess())
  }, [control])
  useEffect(refresh, [refresh])
  usePolling(refresh, pollInterval)
}

/** The profile of a world unless another one is chosen. */
export const standardProfile = 'documented'

/** The distance from the real time below which a clock does not count as moved, in milliseconds. */
const noticeableShift = 60_000

/** The time by which a running clock is ahead of the real time; `undefined` if it is not moved. */
export function shiftOf({ frozen, scale, ahead_ms }: WorldTime): number | undefined {
  const isMoved = !frozen && scale === 1 && Math.abs(ahead_ms) >= noticeableShift
  return isMoved ? ahead_ms : undefined
}

/** Whether a fault has been applied as often as its `times` allow. */
export const isSpent = ({ times, struck, per }: FaultStatus): boolean =>
  times !== undefined && per === undefined && struck >= times

/** The names of the profiles that every server has. */
export const shippedProfiles: readonly [typeof documented.name, ...typeof profileNames] = [
  'documented',
  'deployed-0.8',
]

/** Estimates the current time of a world from its last known status, in milliseconds. */
export const estimateNow = ({ time, fetchedAt }: WorldStatus, at: number): number =>
  Date.parse(time.now) + (time.frozen ? 0 : (at - fetchedAt) * time.scale)

/** The estimated time of the current world, to show how long ago its records were made. */
export function useWorldNow(): number {
  const status = useWorldStatus()
  return status === undefined ? Date.now() : estimateNow(status, performance.now())
}
