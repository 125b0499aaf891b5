import {
  type ControlAnswer,
  type ControlCall,
  callOf,
  queryText,
} from '../../contract/control/call.ts'
import type { WorldTime } from '../../contract/control/clock.ts'
import type { DirectorState, SayOptions, TurnOutline } from '../../contract/control/director.ts'
import type {
  CoverageReport,
  JournalFilter,
  JournalLine,
  JournalRecord,
} from '../../contract/control/journal.ts'
import { bindMethods, type ClientMethod, controlMethods } from '../../contract/control/methods.ts'
import {
  type ControlName,
  controlOperation,
  type ControlOperations,
} from '../../contract/control/operations.ts'
import type {
  ActiveChoice,
  FaultStatus,
  KindedRecords,
  RecordFilter,
  RecordPage,
  ScenarioSummary,
  StoredRecord,
  WorldDetails,
} from '../../contract/control/worlds.ts'
import type { Duration, Speed } from '../../contract/duration.ts'
import type { FaultInput } from '../../contract/fault.ts'
import type { SentScenario } from '../../contract/scripts/scenario.ts'
import type { Snapshot } from '../../contract/snapshot.ts'
import { snapshotOf } from './world-snapshot.ts'
import type { World } from '../world/world.ts'
import { defaultWorld } from '../world/world-config.ts'
import type { Worlds } from '../world/worlds.ts'
import { parseBody, toControlError } from './control-error.ts'
import { builtInRoutes } from './control-functions.ts'
import type { PresetLoader } from './presets.ts'
import { describeWorld } from './worlds.ts'

export type ControlParts = { readonly worlds: Worlds; readonly presets: PresetLoader }

/** Controls the time of one world. Durations are in milliseconds, or texts such as `2h`. */
export interface ClockControl {
  /** The current time, in milliseconds since 1970. */
  now(): number
  /** The current time as ISO 8601, UTC. */
  iso(): string
  /** Advances time. Everything that becomes due happens in order, each at its own time. */
  advance(duration: Duration): WorldTime
  /** Freezes time, now or at the given moment. */
  freeze(moment?: string | number | Date): WorldTime
  /** Lets time run, with `scale` seconds of the world for each second of the machine. */
  resume({ scale }?: { readonly scale?: number }): WorldTime
  /** Advances time to the next due event. Returns false if no event is left. */
  step(): boolean
}

/** Adds and removes the scripts of turns of one world. */
export type ScenariosControl = {
  list(): ScenarioSummary[]
  /** Adds scripts that take precedence over the existing scripts. */
  add(scenarios: SentScenario | readonly SentScenario[]): Promise<ScenarioSummary[]>
  /** Removes the added scripts: one by its name, or all. */
  remove(name?: string): void
}

/** Reads and changes the records of one world. */
export type RecordsControl = {
  list(kind: string, filter?: RecordFilter): RecordPage
  read(kind: string, id: string): StoredRecord
  /**
   * Adds a record. As in a fixture file, its id, its owner and fields with defaults are optional.
   *
   * @example
   * await fake.records.add('agents', { name: 'Support', knowledge_bases: ['Returns'] })
   */
  add(kind: string, record: object): Promise<StoredRecord>
  /** Changes fields, without the checks and side effects of the platform. */
  change(kind: string, id: string, fields: object): Promise<StoredRecord>
  /** Deletes a record. Returns the deleted and the changed records in their earlier state. */
  remove(kind: string, id: string): KindedRecords
  /** Stores records of any kinds, such as deleted ones. Stores no record if one is wrong. */
  put(records: KindedRecords): Promise<KindedRecords>
}

/** Adds and removes the faults of one world. */
export type FaultsControl = {
  /** Adds one fault or a list, and returns their ids. */
  add(faults: FaultInput | readonly FaultInput[]): string[]
  /** The faults. Each has the number of requests that matched (`met`) and that it affected (`struck`). */
  list(): readonly FaultStatus[]
  remove(id: string): void
  clear(): void
}

/** Reads the requests of one world. */
export type JournalControl = {
  /** The requests of the world, the newest last. */
  list(filter?: JournalFilter): JournalLine[]
  read(number: number): JournalRecord
  clear(): void
}

/** Controls the running turns of one world, and the next one. */
export interface DirectorControl {
  state(): DirectorState
  /** The sent events and the next events of a running turn. */
  outline(turn: string): TurnOutline
  /** Sets the scenario of the next turn, or a list for the next turns. `null` clears the choice. */
  next(scenario: string | null | readonly string[]): DirectorState
  /**
   * Replaces the remaining lines of the running turn by a text. Without a running turn, the next
   * turn sends the text. With `aside`, the script continues after the text.
   */
  say(text: string, options?: SayOptions): DirectorState
  pause(): DirectorState
  resume(): DirectorState
  /** Freezes time and sends one event: the next one of all running turns. */
  step(): DirectorState
  /** Advances to the next event of a running turn without freezing time. */
  skip(): DirectorState
  /** Divides the pauses of all streams, even open ones, by a factor. `max` removes the pauses. */
  speed(speed: Speed): DirectorState
  /** Adds a script that repeats a turn which a model played, for the same question. */
  keep(script: string): DirectorState
}

/** The in-process control API of one world, valid after a reset. Methods throw `ControlError`. */
export type WorldControl = {
  readonly name: string
  readonly clock: ClockControl
  readonly scenarios: ScenariosControl
  readonly records: RecordsControl
  readonly faults: FaultsControl
  readonly journal: JournalControl
  readonly director: DirectorControl
  /** The parts of the contract, with the number of requests for each. */
  coverage(): CoverageReport
  /** The world, its users with their passwords, and its API keys. */
  about(): WorldDetails
  choices(): readonly ActiveChoice[]
  /** Applies a profile from the next request on: its name, or a document with picks. */
  play(profile: unknown): Promise<void>
  /** Changes single picks: options by the ids of their choices. `null` resets one to its default. */
  pick(picks: Readonly<Record<string, unknown>>): void
  /** Resets the world to its initial state. Its streams end. */
  reset(): void
  /** The state of the world as one JSON document; with `journal: true`, also its requests. */
  snapshot(options?: { readonly journal?: boolean }): Snapshot
  /** Replaces the world by a snapshot. */
  restore(snapshot: unknown): Promise<void>
  /** Creates a copy of the world in its present state. Its name is random by default. */
  fork(name?: string): WorldControl
  /** Deletes the world. Its tokens and keys stop working. */
  delete(): void
}

/** The methods of a table, typed for calls in process: only some of the methods return promises. */
type InProcess<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends ClientMethod<
    infer Name,
    infer Given,
    infer Result
  >
    ? (
        ...given: Given
      ) => ControlOperations[Name] extends { readonly isAsync: true } ? Promise<Result> : Result
    : InProcess<Table[Key]>
}

/** Creates the control of a world, which is looked up by its name for each method. */
export function createWorldControl(parts: ControlParts, name = defaultWorld): WorldControl {
  const { worlds } = parts
  const on = <Result>(act: (world: World) => Result): Result =>
    withControlErrors(() => {
      const world = worlds.get(name)
      const result = act(world)
      world.changes.commit()
      return result
    })
  const methods = bindMethods(controlMethods, ({ call, result }, given) => {
    const asked = call(...given)
    const answer: unknown = callInProcess(parts, name, asked)
    return controlOperation(asked.name)?.isAsync
      ? (answer as Promise<never>).then(result)
      : result(answer as never)
  }) as InProcess<typeof controlMethods>
  return {
    ...methods,
    name,
    clock: {
      ...methods.clock,
      now: () => on(({ clock }) => clock.now()),
      step: () => on(({ clock }) => clock.step()),
    },
    about: () => on(describeWorld),
    snapshot: ({ journal } = {}) =>
      on((world) => structuredClone(snapshotOf(world, journal === true))),
    fork: (other) => on((world) => createWorldControl(parts, worlds.fork(world, other).name)),
    delete: () => callInProcess(parts, name, callOf('DELETE worlds/{name}', { params: { name } })),
  }
}

type InProcessAnswer<Name extends ControlName> = ControlOperations[Name] extends {
  readonly isAsync: true
}
  ? Promise<ControlAnswer<Name>>
  : ControlAnswer<Name>

/** Calls an operation without HTTP, with the same checks. Throws or rejects with a `ControlError`. */
export function callInProcess<Name extends ControlName>(
  { worlds, presets }: ControlParts,
  worldName: string | undefined,
  call: ControlCall<Name>,
): InProcessAnswer<Name> {
  const row = controlOperation(call.name)
  function begin() {
    const world = row?.of === 'fake' ? undefined : worlds.get(worldName)
    const answer = builtInRoutes[call.name]?.({
      worlds,
      presets,
      world,
      origin: '',
      accept: undefined,
      params: call.params ?? {},
      query: new URLSearchParams(queryText(call)),
      body: parseBody(row?.body, call.body, row?.isLarge),
    })
    return { world, answer }
  }
  async function finish(): Promise<unknown> {
    try {
      const { world, answer } = begin()
      const value = await answer
      world?.changes.commit()
      return value
    } catch (error) {
      throw toControlError(error)
    }
  }
  if (row?.isAsync) return finish() as InProcessAnswer<Name>
  return withControlErrors(() => {
    const { world, answer } = begin()
    world?.changes.commit()
    return answer as InProcessAnswer<Name>
  })
}

/** Runs `act`, and converts its errors to a `ControlError`. */
function withControlErrors<Result>(act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw toControlError(error)
  }
}
