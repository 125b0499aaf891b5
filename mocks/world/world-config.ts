import type { Fixture } from '../../contract/fixture.ts'
import type { Profile } from '../../contract/picks.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import type { CompiledProfile } from './behaviour.ts'
import type { ClockState, SystemClock } from './clock.ts'
import type { CollectionState } from './collection.ts'
import type { CoverageCounter } from '../../traffic/journal/journal.ts'
import type { ParsedSnapshot } from './parse-snapshot.ts'
import type { FixtureSnapshots } from './store.ts'
import type { TableState } from './changes.ts'

/** The world of requests without a world name. */
export const defaultWorld = 'default'

/** Scenarios that may be replaced while worlds run. Each turn uses the current scenarios. */
export type ScenarioSource = { readonly current: readonly Scenario[] }

/** Options of a new world. Options that are not set follow the configuration of the fake. */
export type WorldOptions = {
  /** The initial records. Their dates are not moved. */
  readonly fixture?: Fixture | undefined
  /** Whether the fixture belongs to this world alone, so that its bytes count. */
  readonly ownsFixture?: boolean | undefined
  readonly seed?: string | undefined
  readonly profile?: Profile | undefined
  /** Scenarios that take precedence over the scenarios of the fake. */
  readonly scenarios?: readonly Scenario[] | undefined
  readonly speed?: number | undefined
  /** The world is deleted after this many milliseconds of real time without a request. Default: never. */
  readonly ttl?: number | undefined
  /** The time and the tables of the initial snapshot. The snapshot's records are in `fixture`. */
  readonly snapshot?: Pick<ParsedSnapshot, 'time' | 'tables'> | undefined
  /** Excludes the requests of the world from the coverage of all worlds. */
  readonly aside?: boolean | undefined
}

/** The changes of a world relative to its fixture, as JSON. */
export type WorldState = {
  readonly records: Readonly<Record<string, CollectionState<unknown>>>
  readonly tables: TableState
}

/** The configuration of a world. Worlds can share parts of it. */
export type WorldConfig = {
  readonly fixture: Fixture
  readonly fixtureSnapshots: FixtureSnapshots
  readonly scenarios: ScenarioSource
  readonly profile: Profile
  /** Compiles a profile. The same profile object returns the same behaviours. */
  readonly compile: (profile: Profile) => CompiledProfile
  readonly seed: string
  /**
   * The secret from which keys and tokens are derived. Without a configured secret, it is the seed.
   */
  readonly secret: string
  /** Divides the pauses between the events of streams; `Infinity` removes them. */
  readonly speed: number
  readonly systemClock: SystemClock
  /** The name of this server among several replicas. */
  readonly replica?: string | undefined
  /** Receives errors that no caller is waiting for. */
  readonly onCrash?:
    | ((error: unknown, world: { readonly name: string; readonly seed: string }) => void)
    | undefined
  /** Counts the requests of all worlds; `undefined` for a world that is excluded from coverage. */
  readonly coverage: CoverageCounter | undefined
  /** The number of open streams of all worlds (`open`), and its limit. */
  readonly streams: { readonly limit: number; open: number }
  /** Called with the growth of a world in bytes, negative if the world has shrunk. */
  readonly onBytes: (delta: number) => void
}

/** The name of the table of the overrides, also in stored worlds. */
export const overridesTable = 'steering'

/** The changed configuration of a world, as JSON. It overrides the options of its creation. */
export type WorldOverrides = {
  readonly time: ClockState
  readonly profile: Profile
  /** Scenarios that take precedence over the scenarios of the fake. */
  readonly scenarios: readonly Scenario[]
  /** A factor, or `max` for no pauses. */
  readonly speed: number | 'max'
  /** The digest of the snapshot by which the world was moved from another replica. */
  readonly moved: string
}
