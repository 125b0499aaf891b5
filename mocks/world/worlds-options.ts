import type { Fault } from '../../contract/fault.ts'
import type { WorldConfig } from './world-config.ts'
import type { World } from './world.ts'
import type { WorldStorage } from './world-storage.ts'

/** The configuration that all worlds of a fake share, and the limits on their number. */
export type WorldsOptions = Omit<
  WorldConfig,
  'fixtureSnapshots' | 'coverage' | 'streams' | 'onBytes'
> & {
  /** Continues what was running in a loaded world. */
  readonly continueWork: (world: World) => void
  /** The faults that each new world begins with. */
  readonly faults?: readonly Fault[] | undefined
  readonly storage?: WorldStorage | undefined
  /** Worlds in memory at a time. Beyond it, the world that was idle longest is dropped. */
  readonly maxWorlds?: number | undefined
  /** Open streams of all worlds at a time. Beyond it, further ones are refused. */
  readonly maxStreams?: number | undefined
}
