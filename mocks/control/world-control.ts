import type { Duration } from '../../contract/duration.ts'
import type { FaultInput } from '../../contract/fault.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import type { Snapshot } from '../../contract/snapshot.ts'
import { reportCoverage } from '../../recording/coverage-report.ts'
import { listJournal } from '../../recording/query-journal.ts'
import { takeSnapshot } from '../world/snapshot.ts'
import type { World } from '../world/world.ts'
import { defaultWorld, type Worlds } from '../world/worlds.ts'
import { addRecord, changeRecord, listRecords, readRecord, removeRecord } from './records.ts'
import { changePicks, listChoices, playProfile } from './choices.ts'
import { moveClock } from './clock.ts'
import { toControlError } from './control-error.ts'
import { directTurns, describeDirector } from './director.ts'
import { addFaults, listFaults, removeFaults } from './faults.ts'
import { readCall } from './journal.ts'
import { addScenarios, listScenarios, removeScenarios } from './scenarios.ts'
import { restoreWorld, deleteWorld, describeWorld } from './worlds.ts'
import type { PresetLoader } from './presets.ts'
import type {
  Speed,
  DirectorState,
  ActiveChoice,
  ScenarioSummary,
  StoredRecord,
  RecordFilter,
  WorldDetails,
} from '../../contract/control/worlds.ts'
import type {
  JournalRecord,
  JournalLine,
  CoverageReport,
  JournalFilter,
} from '../../contract/control/journal.ts'

/** What the worlds of a fake are steered with. */
export type ControlParts = { readonly worlds: Worlds; readonly presets: PresetLoader }

/** The time of one world. Durations are milliseconds or such as `2h`. */
export type ClockControl = ReturnType<typeof controlClock>

/** What steers one world in process, as the control API does over HTTP; it survives a reset. */
export type WorldControl = {
  readonly name: string
  readonly clock: ClockControl
  readonly scenarios: {
    list(): ScenarioSummary[]
    /** Gives scripts to this world; they go before all others. */
    add(scenarios: Scenario | readonly Scenario[]): Promise<ScenarioSummary[]>
    /** Takes back the scripts that were given to this world: one, or all. */
    remove(name?: string): void
  }
  readonly records: {
    list(kind: string, filter?: RecordFilter): ReturnType<typeof listRecords>
    read(kind: string, id: string): StoredRecord
    add(kind: string, record: object): Promise<StoredRecord>
    /** Puts fields in the place of others, past all rules of the platform. */
    change(kind: string, id: string, fields: object): Promise<StoredRecord>
    remove(kind: string, id: string): void
  }
  readonly faults: {
    /** Adds one fault or several, and gives their ids. */
    add(faults: FaultInput | readonly FaultInput[]): string[]
    /** Every fault, with how often it was met and struck. */
    list(): ReturnType<typeof listFaults>
    remove(id: string): void
    clear(): void
  }
  readonly journal: {
    /** The calls that the world received, the newest last. */
    list(filter?: JournalFilter): JournalLine[]
    read(number: number): JournalRecord
    clear(): void
  }
  readonly director: ReturnType<typeof controlDirector>
  /** Which endpoints, errors, events and choices its calls exercised, and which never. */
  coverage(): CoverageReport
  /** The world, who can sign in, and the keys that it began with. */
  about(): WorldDetails
  choices(): readonly ActiveChoice[]
  /** Plays a profile from the next call on: a name, or a document of picks. */
  play(profile: unknown): Promise<void>
  /** Changes single picks, each an option by the id of its choice; `null` takes one back. */
  pick(picks: Readonly<Record<string, unknown>>): void
  /** Begins anew, as the world was ordered; its streams end. */
  reset(): void
  /** The whole world as one JSON document. */
  snapshot(): Snapshot
  /** Puts what a snapshot tells in the place of the world. */
  restore(snapshot: unknown): Promise<void>
  /** A second world that is what this one is now; from here on they differ. */
  fork(name?: string): WorldControl
  /** Ends the world for good; its credentials are no longer taken. */
  delete(): void
}

type Act = <Result>(act: (world: World) => Result) => Result

/** Steers the world of a name, which is looked up at each call. What it throws is a `ControlError`. */
export function createWorldControl(room: ControlParts, name = defaultWorld): WorldControl {
  const { worlds, presets: stock } = room
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
    play: (profile) => later((world) => playProfile(stock, world, profile)),
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

/** What is thrown in here is thrown as the control API says it. */
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
    /** Milliseconds since 1970. */
    now: () => on(({ clock }) => clock.now()),
    /** The moment, ISO 8601. */
    iso: () => on(({ clock }) => clock.iso()),
    /** Moves time on; whatever falls due on the way happens at its own moment, in order. */
    advance: (duration: Duration) => move({ advance: duration }),
    /** Stops time, at a moment if one is given. */
    freeze: (moment?: string | number | Date) =>
      move({ freeze: moment === undefined ? true : isoOf(moment) }),
    /** Lets time go on, `scale` seconds of the world to one of the machine. */
    resume: ({ scale = 1 }: { readonly scale?: number } = {}) => move({ scale }),
    /** Moves time to the next moment at which something falls due; false where nothing does. */
    step: () => on(({ clock }) => clock.step()),
  }
}

/** A moment as the control API takes it; what is none is left for it to refuse. */
function isoOf(moment: string | number | Date): string {
  if (typeof moment === 'string') return moment
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? String(moment) : date.toISOString()
}

function controlDirector(on: Act) {
  const order = (body: object) => on((world) => directTurns(world, body))
  return {
    state: (): DirectorState => on(describeDirector),
    /** The next turn plays this scenario, whatever is asked; `null` leaves it to the scripts. */
    next: (scenario: string | null) => order({ next: scenario }),
    /** A running turn says it at its next line, in the place of the rest; else the next turn does. */
    say: (text: string) => order({ say: text }),
    pause: () => order({ pause: true }),
    resume: () => order({ resume: true }),
    /** Stops time and moves to the next beat. */
    step: () => order({ step: true }),
    /** Moves to the next beat of a running turn, and lets time go on. */
    skip: () => order({ skip: true }),
    /** Divides the pauses of streams, also of those that are open; `max` leaves none. */
    speed: (speed: Speed) => order({ speed }),
  }
}
