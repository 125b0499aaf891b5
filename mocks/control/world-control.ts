import type { Duration, Speed } from '../../contract/duration.ts'
import type { FaultInput } from '../../contract/fault.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import type { Snapshot } from '../../contract/snapshot.ts'
import { reportCoverage } from '../../recording/coverage-report.ts'
import { listJournal } from '../../recording/query-journal.ts'
import { takeSnapshot } from '../world/snapshot.ts'
import type { World } from '../world/world.ts'
import { defaultWorld, type Worlds } from '../world/worlds.ts'
import {
  addRecord,
  changeRecord,
  listRecords,
  putRecords,
  readRecord,
  removeRecord,
} from './records.ts'
import { changePicks, listChoices, playProfile } from './choices.ts'
import { moveClock } from './clock.ts'
import { toControlError } from './control-error.ts'
import { runDirectorCommand, directorState, outlineTurn } from './director.ts'
import { addFaults, listFaults, removeFaults } from './faults.ts'
import { readCall } from './journal.ts'
import { addScenarios, listScenarios, removeScenarios } from './scenarios.ts'
import { restoreWorld, deleteWorld, describeWorld } from './worlds.ts'
import type { PresetLoader } from './presets.ts'
import {
  sayCommand,
  type SayOptions,
  type DirectorState,
  type TurnOutline,
} from '../../contract/control/director.ts'
import type {
  ActiveChoice,
  FaultStatus,
  KindedRecords,
  ScenarioSummary,
  StoredRecord,
  RecordPage,
  RecordFilter,
  WorldDetails,
} from '../../contract/control/worlds.ts'
import type {
  JournalRecord,
  JournalLine,
  CoverageReport,
  JournalFilter,
} from '../../contract/control/journal.ts'

export type ControlParts = { readonly worlds: Worlds; readonly presets: PresetLoader }

/** Controls the time of one world. Durations are in milliseconds, or texts such as `2h`. */
export interface ClockControl extends ReturnType<typeof controlClock> {}

/** Adds and removes the scripts of turns of one world. */
export type ScenariosControl = {
  list(): ScenarioSummary[]
  /** Adds scripts that take precedence over all others. */
  add(scenarios: Scenario | readonly Scenario[]): Promise<ScenarioSummary[]>
  /** Removes the added scripts: one by its name, or all. */
  remove(name?: string): void
}

/** Reads and changes the records of one world. */
export type RecordsControl = {
  list(kind: string, filter?: RecordFilter): RecordPage
  read(kind: string, id: string): StoredRecord
  /**
   * Adds a record. It may leave out what a file of data may leave out: its id, its owner, defaults.
   *
   * @example
   * await fake.records.add('agents', { name: 'Support', knowledge_bases: ['Returns'] })
   */
  add(kind: string, record: object): Promise<StoredRecord>
  /** Changes fields, without the checks and side effects of the platform. */
  change(kind: string, id: string, fields: object): Promise<StoredRecord>
  /** Returns the records that it deleted and changed, as they were before. */
  remove(kind: string, id: string): KindedRecords
  /** Stores records of any kinds, such as deleted ones, or none if one is wrong. */
  put(records: KindedRecords): Promise<KindedRecords>
}

/** Adds and removes the faults of one world. */
export type FaultsControl = {
  /** Adds one fault or a list, and returns their ids. */
  add(faults: FaultInput | readonly FaultInput[]): string[]
  /** The faults, with how often each matched (`met`) and took effect (`struck`). */
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
export interface DirectorControl extends ReturnType<typeof controlDirector> {}

/** The control API of one world, in process, also after a reset. Methods throw `ControlError`. */
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
  /** The whole world as one JSON document. */
  snapshot(): Snapshot
  /** Replaces the world by a snapshot. */
  restore(snapshot: unknown): Promise<void>
  /** Creates a copy of the world in its present state. Its name is random by default. */
  fork(name?: string): WorldControl
  /** Deletes the world. Its tokens and keys stop working. */
  delete(): void
}

type Act = <Result>(act: (world: World) => Result) => Result

/** Creates the control of a world, which is looked up by its name for each method. */
export function createWorldControl(room: ControlParts, name = defaultWorld): WorldControl {
  const { worlds, presets } = room
  const on: Act = (act) =>
    guarded(() => {
      const world = worlds.get(name)
      const result = act(world)
      world.changes.commit()
      return result
    })
  const later = async <Result>(act: (world: World) => Promise<Result>): Promise<Result> => {
    const world = guarded(() => worlds.get(name))
    const result = await act(world).catch((error: unknown) => {
      throw toControlError(error)
    })
    return guarded(() => {
      world.changes.commit()
      return result
    })
  }
  return {
    name,
    clock: controlClock(on),
    scenarios: {
      list: () => on(listScenarios),
      add: (scenarios) => later((world) => addScenarios(world, scenarios)),
      remove: (one) => on((world) => removeScenarios(world, one)),
    },
    records: {
      list: (kind, filter) => on((world) => listRecords(world, kind, filter)),
      read: (kind, id) => on((world) => readRecord(world, kind, id)),
      add: (kind, record) => later((world) => addRecord(world, kind, record)),
      change: (kind, id, fields) => later((world) => changeRecord(world, kind, id, fields)),
      remove: (kind, id) => on((world) => removeRecord(world, kind, id)),
      put: (records) => later((world) => putRecords(world, records)),
    },
    faults: {
      add: (faults) => on((world) => addFaults(world, faults)),
      list: () => on(listFaults),
      remove: (id) => on((world) => removeFaults(world, id)),
      clear: () => on((world) => removeFaults(world)),
    },
    journal: {
      list: (filter) => on((world) => listJournal(world, filter)),
      read: (number) => on((world) => readCall(world, String(number))),
      clear: () => on(({ journal }) => journal.clear()),
    },
    director: controlDirector(on),
    coverage: () => on((world) => reportCoverage(world.journal.coverage, world.name)),
    about: () => on(describeWorld),
    choices: () => on((world) => listChoices(world).choices),
    play: (profile) => later((world) => playProfile(presets, world, profile)),
    pick: (picks) => on((world) => changePicks(world, { picks })),
    reset: () => on((world) => void worlds.reset(world)),
    snapshot: () => on(takeSnapshot),
    async restore(snapshot) {
      await later(() => restoreWorld(worlds, name, snapshot))
    },
    fork: (other) => on((world) => createWorldControl(room, worlds.fork(world, other).name)),
    delete: () => guarded(() => deleteWorld(worlds, name)),
  }
}

/** Runs `act`, and converts its errors to a `ControlError`. */
function guarded<Result>(act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw toControlError(error)
  }
}

function controlClock(on: Act) {
  const move = (body: object) => on((world) => moveClock(world, body))
  return {
    /** The current time, in milliseconds since 1970. */
    now: () => on(({ clock }) => clock.now()),
    /** The current time as ISO 8601, UTC. */
    iso: () => on(({ clock }) => clock.iso()),
    /** Advances time. Everything that becomes due happens in order, each at its own time. */
    advance: (duration: Duration) => move({ advance: duration }),
    /** Freezes time, now or at another time. */
    freeze: (moment?: string | number | Date) =>
      move({ freeze: moment === undefined ? true : isoOf(moment) }),
    /** Lets time run, with `scale` seconds of the world for each second of the machine. */
    resume: ({ scale = 1 }: { readonly scale?: number } = {}) => move({ scale }),
    /** Advances time to the next due event. Returns false if no event is left. */
    step: () => on(({ clock }) => clock.step()),
  }
}

/** Converts to ISO 8601. An invalid date stays a text, which the control API refuses. */
function isoOf(moment: string | number | Date): string {
  if (typeof moment === 'string') return moment
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? String(moment) : date.toISOString()
}

function controlDirector(on: Act) {
  const order = (body: object) => on((world) => runDirectorCommand(world, body))
  return {
    state: (): DirectorState => on(directorState),
    /** What a running turn has sent, and what comes next. */
    outline: (turn: string): TurnOutline => on((world) => outlineTurn(world, turn)),
    /** Makes the next turn play this scenario for any query, or the next turns a list; `null` cancels that. */
    next: (scenario: string | null | readonly string[]) => order({ next: scenario }),
    /**
     * Replaces the rest of the running turn by a text; without one, the next turn sends it. With
     * `aside`, the script goes on after the text.
     */
    say: (text: string, options: SayOptions = {}) => order(sayCommand(text, options)),
    pause: () => order({ pause: true }),
    resume: () => order({ resume: true }),
    /** Freezes time and sends one event: the next one of all running turns. */
    step: () => order({ step: true }),
    /** Advances to the next event of a running turn without freezing time. */
    skip: () => order({ skip: true }),
    /** Divides the pauses of streams, open ones included; `max` leaves out all pauses. */
    speed: (speed: Speed) => order({ speed }),
  }
}
