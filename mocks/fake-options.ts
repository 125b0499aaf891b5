import type { Speed } from '../contract/duration.ts'
import type { Fault } from '../contract/fault.ts'
import type { Fixture } from '../contract/fixture.ts'
import type { Profile } from '../contract/picks.ts'
import type { Scenario } from '../contract/scripts/scenario.ts'
import type { ControlAccess } from './control/access.ts'
import type { ControlRoutes } from './control/control-context.ts'
import type { Loader } from './control/presets.ts'
import type { TurnModel } from './platform/turn-model.ts'
import type { VisitorLimiter } from './server/request/incoming-request.ts'
import type { SystemClock } from './world/clock.ts'
import type { WorldStorage } from './world/world-storage.ts'
import type { ScenarioSource } from './world/world-config.ts'
import type { JournalLine, JournalRecord } from '../contract/control/journal.ts'

/** The options of `createFake`, with a completed fixture and completed faults. */
export type FakeOptions = {
  /** The initial records of every world. */
  readonly fixture: Fixture
  /** Further fixtures that new worlds can name; each is loaded when it is first used. */
  readonly fixtures?: Readonly<Record<string, Loader<Fixture>>>
  /** Scripts of turns. A query that matches none gets a generated answer. */
  readonly scenarios?: readonly Scenario[] | ScenarioSource
  /** The picks for choices that the specification leaves open. Default: `documented`. */
  readonly profile?: Profile
  /** Further profiles by name, in the form of a profile file. */
  readonly profiles?: Readonly<Record<string, Loader<unknown>>>
  /** The seed of random values: the same seed and requests give the same responses. */
  readonly seed?: string
  /** The secret from which tokens and keys are derived. Default: the seed, which is not secret. */
  readonly secret?: string
  /** The faults that each new world begins with, also after a reset; their ids must be unique. */
  readonly faults?: readonly Fault[] | undefined
  /** Divides the pauses between the events of streams; `Infinity` and `max` leave out all pauses. */
  readonly speed?: Speed
  /**
   * The clients that may use the control API; `false` disables it. Default: only this machine. If
   * other machines can reach the fake, a `token` is required.
   */
  readonly control?: boolean | ControlAccess
  /**
   * Origins whose pages may read responses, such as `http://localhost:5173`, in addition to those
   * that a profile lists in `http.cors-origins`. A profile that allows every origin needs none.
   */
  readonly allowOrigins?: readonly string[] | undefined
  /** Further operations of the control API, with the same access checks. */
  readonly controlRoutes?: ControlRoutes | undefined
  /** The maximum number of worlds. Above it, the world that was idle longest is deleted. */
  readonly maxWorlds?: number
  /** The maximum number of open streams. Above it, new streams are refused with 503. */
  readonly maxStreams?: number
  /** The storage of worlds. Default: memory only. */
  readonly storage?: WorldStorage
  /** The name of this server, if it is one of several replicas that share the worlds. */
  readonly replica?: string | undefined
  /** The source of time and timers. Default: the system's. */
  readonly systemClock?: SystemClock
  /**
   * Whether error responses explain their cause in the header `x-understudy-explain`. Default: true
   * if only this machine can reach the fake and the control API is not off.
   */
  readonly explain?: boolean
  /**
   * Called after each response, and once more when a stream has ended. `details` returns the bodies
   * and the choices that shaped the response; call `details` at once.
   */
  readonly onCall?: ((call: JournalLine, details: () => JournalRecord) => void) | undefined
  /** Called with unexpected errors. Default: they are logged to the console. */
  readonly onCrash?: (error: unknown, place: CrashContext) => void
}

/** With a `limiter`, each visitor has a world, and no request creates a world by its name. */
export type CoreOptions = FakeOptions & {
  readonly limiter?: VisitorLimiter | undefined
  /** Plays the turns that no script matches. */
  readonly model?: TurnModel | undefined
}

/** The data to reproduce a crash. */
export type CrashContext = {
  readonly world: string
  readonly seed: string
  /** The request; absent for a stream or timer. `number` is absent for the control API. */
  readonly call?: Pick<JournalLine, 'method' | 'path'> & { readonly number?: number }
}
