import type { Fixture } from '../../contract/fixture.ts'
import type { Profile } from '../../contract/picks.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import type { CompiledProfile } from './behaviour.ts'
import type { ClockState, SystemClock } from './clock.ts'
import type { CollectionState } from './collection.ts'
import type { CoverageCounter } from '../../recording/coverage-counter.ts'
import type { FixtureSnapshots } from './store.ts'
import type { TableState } from './tables.ts'

/** Scripts that may change while worlds play them: each turn takes those of its moment. */
export type ScenarioSource = { readonly current: readonly Scenario[] }

/** How a world is ordered; what is left out is as the fake has it. */
export type WorldOptions = {
  /** What it begins with, its dates as they are. */
  readonly fixture?: Fixture | undefined
  readonly seed?: string | undefined
  readonly profile?: Profile | undefined
  /** Scripts that go before those of the fake. */
  readonly scenarios?: readonly Scenario[] | undefined
  readonly speed?: number | undefined
  /** Milliseconds of the machine without a call after which it is deleted; never unless given. */
  readonly ttl?: number | undefined
  /** Its calls are not among those of all worlds when their coverage is told. */
  readonly aside?: boolean | undefined
}

/** What a world differs by from the fixture that it began with, as plain JSON. */
export type WorldState = {
  readonly records: Readonly<Record<string, CollectionState<unknown>>>
  readonly tables: TableState
}

/** What a world is made from; several can share all of it. */
export type WorldConfig = {
  readonly fixture: Fixture
  readonly fixtureSnapshots: FixtureSnapshots
  readonly scenarios: ScenarioSource
  /** How the deployment answers. */
  readonly profile: Profile
  readonly compile: (profile: Profile) => CompiledProfile
  readonly seed: string
  /** What tokens and keys are derived from; the seed itself where nothing needs to be secret. */
  readonly secret: string
  /** Divides the pauses between the beats of streams; `Infinity` leaves none. */
  readonly speed: number
  readonly wall: SystemClock
  /** Told of what fails while nobody waits for an answer. */
  readonly onCrash?:
    | ((error: unknown, world: { readonly name: string; readonly seed: string }) => void)
    | undefined
  /** Counts the calls of all worlds, also of those that are gone; not of one that stands aside. */
  readonly coverage: CoverageCounter | undefined
  /** The open streams of all worlds, and how many there may be. */
  readonly streams: { readonly limit: number; open: number }
  /** Told by how many bytes a world grows or shrinks. */
  readonly onBytes: (delta: number) => void
}

/** What was changed of a world's plan since it was made; values are plain JSON. */
export type WorldOverrides = {
  readonly time: ClockState
  readonly profile: Profile
  /** Scripts that go before those of the fake. */
  readonly scenarios: readonly Scenario[]
  /** A number, or `max`. */
  readonly speed: number | 'max'
}
