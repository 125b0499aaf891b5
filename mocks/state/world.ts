import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Fixture } from '../../contract/fixture.ts'
import type { Profile } from '../../contract/picks.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { type BehaviourByOperation, behaviourOfProfile } from '../server/behaviour/compile.ts'
import type { Approvals } from './approvals.ts'
import { type Change, Changes, type Note } from './changes.ts'
import { type Clock, createClock, type Wall } from './clock.ts'
import type { CollectionState } from './collection.ts'
import { Cursors } from './cursors.ts'
import { Director } from './director.ts'
import { Faults } from './faults.ts'
import { Keyring } from './keyring.ts'
import { Journal } from './journal.ts'
import { type Kind, kindNames, kinds } from './kinds.ts'
import { createRandom, type Random } from './random.ts'
import { RunCounts } from './run-counts.ts'
import type { RunningRun } from './running-run.ts'
import { RunningTurns } from './running-turns.ts'
import { SearchIndexes } from './search-indexes.ts'
import { Sessions } from './sessions.ts'
import { createStore, type Store } from './store.ts'
import { type Table, Tables } from './tables.ts'
import { TextSigns } from './text-signs.ts'
import { TokenCounts } from './token-counts.ts'
import { Usage } from './usage.ts'
import type { Steering, WorldOrder, WorldPlan, WorldState } from './world-plan.ts'

/**
 * Everything that exists for one isolated tenant. Its parts are made when they are first asked
 * for, so that a world which nobody calls costs next to nothing.
 */
export class World {
  readonly name: string
  readonly order: WorldOrder
  readonly plan: WorldPlan
  readonly changes = new Changes((delta) => this.grow(delta))
  readonly tables = new Tables(this.changes)
  /** How many readers have a stream of it open. */
  streams = 0
  /** Whether it has ended; what still waits in it leads nowhere. */
  closed = false
  /** About how many bytes its own records take, beside those that it shares. */
  weight = 0
  /** When it was called last, in milliseconds of the machine. */
  usedAt: number
  /** The workflow runs that are pending or running, by id. */
  readonly runs = new Map<string, RunningRun>()
  readonly approvals: Approvals = new Map()
  readonly indexes = new SearchIndexes((delta) => this.grow(delta))
  readonly signs = new TextSigns()
  readonly running = new RunningTurns()
  readonly #parts: { -readonly [Part in keyof Parts]?: Parts[Part] | undefined } = {}

  constructor(name: string, order: WorldOrder, plan: WorldPlan) {
    this.name = name
    this.order = order
    this.plan = plan
    this.usedAt = plan.wall.now()
  }

  get seed(): string {
    return this.plan.seed
  }

  get wall(): Wall {
    return this.plan.wall
  }

  get clock(): Clock {
    return (this.#parts.clock ??= createClock(this.plan.wall, {
      onCrash: this.plan.onCrash && ((error) => this.plan.onCrash?.(error, this)),
      time: this.#steered('time'),
      onChange: (time) => this.steer('time', time),
      afterTasks: () => this.changes.flush(),
    }))
  }

  get random(): Random {
    return (this.#parts.random ??= createRandom(
      `${this.seed}\n${this.name}`,
      this.tables.of('draws'),
    ))
  }

  get store(): Store {
    return (this.#parts.store ??= createStore(this.plan.grounds, this.#noteRecord))
  }

  get keyring(): Keyring {
    return (this.#parts.keyring ??= new Keyring(this.#secretOf('keys'), this.name, () =>
      [...this.plan.fixture.api_keys, ...this.store.keys.values()].map(({ id }) => id),
    ))
  }

  get jwtSecret(): Uint8Array {
    return (this.#parts.jwtSecret ??= this.#secretOf('tokens'))
  }

  get sessions(): Sessions {
    return (this.#parts.sessions ??= new Sessions(this.tables))
  }

  get usage(): Usage {
    return (this.#parts.usage ??= new Usage(this.tables))
  }

  get tokens(): TokenCounts {
    return (this.#parts.tokens ??= new TokenCounts(this.store, this.tables))
  }

  get cursors(): Cursors {
    return (this.#parts.cursors ??= new Cursors(this.store, this.tables))
  }

  get runCounts(): RunCounts {
    return (this.#parts.runCounts ??= new RunCounts(this.tables))
  }

  get director(): Director {
    return (this.#parts.director ??= new Director(this.tables))
  }

  get journal(): Journal {
    return (this.#parts.journal ??= new Journal({
      world: this.name,
      coverage: this.plan.coverage,
      onWeight: (delta) => this.grow(delta),
    }))
  }

  get faults(): Faults {
    return (this.#parts.faults ??= new Faults(this.tables))
  }

  get routing(): Fixture['routing'] {
    return this.plan.fixture.routing
  }

  get tools(): Fixture['tools'] {
    return this.plan.fixture.tools
  }

  get profile(): Profile {
    return this.#steered('profile') ?? this.plan.profile
  }

  get behaviour(): BehaviourByOperation {
    return (this.#parts.behaviour ??= behaviourOfProfile(this.profile))
  }

  /** The scripts that were given to this world alone. */
  get ownScenarios(): readonly Scenario[] {
    return this.#steered('scenarios') ?? this.order.scenarios ?? []
  }

  /** The scripts of its turns; its own go before those of the fake. */
  get scenarios(): readonly Scenario[] {
    const { ownScenarios: own } = this
    return own.length === 0 ? this.plan.scenarios.current : [...own, ...this.plan.scenarios.current]
  }

  get speed(): number {
    const speed = this.#steered('speed')
    return speed === 'max' ? Number.POSITIVE_INFINITY : (speed ?? this.plan.speed)
  }

  /** Changes what the plan says of this world; streams that are open go on as they began. */
  steer<Key extends keyof Steering>(key: Key, value: Steering[Key]): void {
    this.tables.of<unknown>('steering').set(key, value)
    this.#parts.behaviour = undefined
  }

  dump(): WorldState {
    const records = kindNames.map((kind) => [kind, this.store[kinds[kind]].dump()] as const)
    return {
      records: Object.fromEntries(records.filter(([, { changed }]) => changed.length > 0)),
      tables: this.tables.dump(),
    }
  }

  /** Takes over the state of a world that began with the same fixture; to be called first of all. */
  load({ records, tables }: WorldState): void {
    for (const kind of kindNames) {
      const state = records[kind]
      if (state !== undefined) this.store[kinds[kind]].load(state as CollectionState<never>)
    }
    this.tables.load(tables)
  }

  /** Makes a change again that was noted before. */
  apply(change: Change): void {
    const [table, key, value] = change
    if (Object.hasOwn(kinds, table)) this.store[kinds[table as Kind]].put(key, value as never)
    else this.tables.apply(change)
  }

  /** Ends every turn and run, and calls off all that is due: its streams end. */
  close(): void {
    this.closed = true
    this.#parts.clock?.stop()
    for (const turn of this.running) turn.close('cancelled')
    for (const run of this.runs.values()) run.abandon()
    this.#parts.journal?.close()
    this.changes.close()
  }

  /** Counts what it holds of its own: so many bytes more. */
  grow(delta: number): void {
    // Its weight was taken off when it went: what its last readers still do would stay for ever.
    if (this.closed) return
    this.weight += delta
    this.plan.onWeight(delta)
  }

  readonly #noteRecord: Note = (table, key, value, before, how) => {
    this.signs.note(table, key, value, this.store)
    this.changes.note(table, key, value, before, how)
  }

  #steered<Key extends keyof Steering>(key: Key): Steering[Key] | undefined {
    const steering = this.tables.of<unknown>('steering') as Table<Steering[Key]>
    return steering.get(key)
  }

  #secretOf(purpose: string): Uint8Array {
    return sha256(utf8ToBytes(`${this.plan.secret}\n${this.name}\n${purpose}`))
  }
}

type Parts = Pick<
  World,
  | 'clock'
  | 'random'
  | 'store'
  | 'keyring'
  | 'jwtSecret'
  | 'sessions'
  | 'usage'
  | 'tokens'
  | 'cursors'
  | 'runCounts'
  | 'director'
  | 'journal'
  | 'faults'
  | 'behaviour'
>
