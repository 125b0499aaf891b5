import type { Fixture } from '../contract/fixture.ts'
import type { Profile } from '../contract/picks.ts'
import type { Scenario } from '../contract/scripts/scenario.ts'
import type { ControlAccess } from './control/access.ts'
import type { ControlRoutes } from './control/control-context.ts'
import type { Loader } from './control/presets.ts'
import type { SystemClock } from './world/clock.ts'
import type { WorldStorage } from './world/world-storage.ts'
import type { ScenarioSource } from './world/world-config.ts'
import type { JournalLine } from '../contract/control/journal.ts'

/** What a fake is made from. */
export type FakeOptions = {
  /** The records that worlds begin with, as plain data. */
  readonly fixture: Fixture
  /** Further fixtures that worlds can be ordered with, by name; read when first asked for. */
  readonly fixtures?: Readonly<Record<string, Loader<Fixture>>>
  /** Scripts of turns; a query that none matches gets a sensible answer all the same. */
  readonly scenarios?: readonly Scenario[] | ScenarioSource
  /** How the deployment answers that it plays; `documented` unless given. */
  readonly profile?: Profile
  /** Further profiles that worlds can play, by name, as a profile file has them. */
  readonly profiles?: Readonly<Record<string, Loader<unknown>>>
  /** What chance is derived from; the same seed and calls give the same answers. */
  readonly seed?: string
  /** What tokens and keys are derived from; the seed, which is no secret, unless given. */
  readonly secret?: string
  /** Divides the pauses between the events of streams; `Infinity` leaves none. */
  readonly speed?: number
  /**
   * Who may call the control API; false switches it off. Unless given, this machine may, and where
   * others reach the fake nobody: it takes a `token` there.
   */
  readonly control?: boolean | ControlAccess
  /** Further operations of the control API, guarded as its own are. */
  readonly controlRoutes?: ControlRoutes | undefined
  /** How many worlds there may be at a time; beyond it the one that was idle longest goes. */
  readonly maxWorlds?: number
  /** How many streams may be open at a time; beyond it further ones are refused with 503. */
  readonly maxStreams?: number
  /** Keeps worlds beyond the life of this fake; without one they end with it. */
  readonly storage?: WorldStorage
  /** Machine time and timers; the system's unless given. */
  readonly systemClock?: SystemClock
  /**
   * Whether refusals say why in the header `x-understudy-explain`. Unless given, they do where only
   * this machine reaches the fake and its control API is not off.
   */
  readonly explain?: boolean
  /** Told of each call that was answered, and of a stream once more when it has ended. */
  readonly onCall?: ((call: JournalLine) => void) | undefined
  /** Told of every crash, with its cause; unless given, the console shows those of calls. */
  readonly onCrash?: (error: unknown, place: CrashContext) => void
}

/** Where something crashed, and what shows it again; a stream can crash by itself. */
export type CrashContext = {
  readonly world: string
  readonly seed: string
  /** Calls of the control API have no number. */
  readonly call?: Pick<JournalLine, 'method' | 'path'> & { readonly number?: number }
}
