import { signal } from '@preact/signals'
import { useCallback, useEffect } from 'preact/hooks'
import { type ControlClient, readProxyStatus } from './client.ts'
import { host } from '../app/host.ts'
import {
  markWorldKnown,
  probeAccess,
  responseTimeout,
  usePlatform,
  worldChangeCount,
} from '../app/platform.ts'
import { worldName } from '../app/location.ts'
import { readWorld } from '../app/visitor.ts'
import { usePolling } from './hooks.ts'
import type { ProxyStatus } from '../../traffic/proxy/control-answers.ts'
import type { FaultStatus } from '../../contract/control/worlds.ts'
import type { WorldTime } from '../../contract/control/clock.ts'

/** The faults, the clock and the profile of a world. For a proxy, also the proxy's status. */
export type WorldStatus = {
  readonly faults: readonly FaultStatus[]
  readonly proxy?: ProxyStatus
  readonly time: WorldTime
  readonly profile: string
  /** A number that grows with each change of the world. */
  readonly revision: number
  /** The time of this fetch, in milliseconds of `performance.now()`. */
  readonly fetchedAt: number
}

/** The poll interval in milliseconds. Other clients can change the same world at any time. */
const pollInterval = 3000

const latestStatus = signal<{ readonly control: ControlClient; readonly status: WorldStatus }>()

/** Fetches the faults, the time and the profile of a world now, for example after a change. */
export async function refreshWorldStatus(control: ControlClient): Promise<void> {
  const deadline = AbortSignal.timeout(responseTimeout)
  // This call creates the world if it is missing. Fetching the details would not create it.
  const { faults } = await control.call('GET faults', { signal: deadline })
  const { revision, ...rest } = await (host.isProxy === true
    ? fetchProxyDetails(control, deadline)
    : fetchWorldDetails(control, deadline))
  markWorldKnown()
  const last = latestStatus.value
  latestStatus.value = {
    control,
    status: { faults, revision, ...rest, fetchedAt: performance.now() },
  }
  if (last?.control === control && last.status.revision !== revision) worldChangeCount.value++
}

type FetchedStatus = Omit<WorldStatus, 'faults' | 'fetchedAt'>

async function fetchWorldDetails(
  control: ControlClient,
  deadline: AbortSignal,
): Promise<FetchedStatus> {
  const name = worldName.peek() ?? 'default'
  const { time, profile, revision } = await readWorld(control, name, deadline)
  return { time, profile, revision }
}

/** Describes a proxy. A proxy's clock shows the real time, and its deployment has no profile. */
async function fetchProxyDetails(
  control: ControlClient,
  deadline: AbortSignal,
): Promise<FetchedStatus> {
  const time = { now: new Date().toISOString(), frozen: false, scale: 1, ahead_ms: 0 }
  const proxy = await readProxyStatus(control, deadline)
  return { time, profile: defaultProfile, revision: 0, proxy }
}

/** Returns the status of the current world; `undefined` until it is fetched. */
export function useWorldStatus(): WorldStatus | undefined {
  const { control } = usePlatform()
  const knownStatus = latestStatus.value
  return knownStatus?.control === control ? knownStatus.status : undefined
}

/** Polls the status while the user is active. Only one component may call this function. */
export function usePollWorldStatus(): void {
  const { control } = usePlatform()
  const refresh = useCallback(
    // If the server is gone, `probeAccess` finds out, and every page shows a notice.
    () => refreshWorldStatus(control).catch(probeAccess),
    [control],
  )
  useEffect(() => void refresh(), [refresh])
  usePolling(refresh, pollInterval)
}

/** The name of the profile that a world has by default. */
export const defaultProfile = 'documented'

/** A clock counts as moved if it differs from the real time by at least this many milliseconds. */
const minClockShiftMs = 60_000

/**
 * Returns by how many ms a clock is ahead of real time; `undefined` if it is frozen, scaled or not
 * moved.
 */
export function clockShiftOf({ frozen, scale, ahead_ms }: WorldTime): number | undefined {
  const isMoved = !frozen && scale === 1 && Math.abs(ahead_ms) >= minClockShiftMs
  return isMoved ? ahead_ms : undefined
}

/** Whether a fault is used up: it was applied as often as `times` allows for the whole world. */
export const isFaultUsedUp = ({ times, struck, per }: FaultStatus): boolean =>
  times !== undefined && per === undefined && struck >= times

/** Estimates the current time of a world from its last status, in milliseconds since 1970. */
export const estimateWorldTime = ({ time, fetchedAt }: WorldStatus, at: number): number =>
  Date.parse(time.now) + (time.frozen ? 0 : (at - fetchedAt) * time.scale)

/** Returns the estimated time of the current world, to show the age of its records. */
export function useWorldNow(): number {
  const status = useWorldStatus()
  return status === undefined ? Date.now() : estimateWorldTime(status, performance.now())
}
