import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { toSpeedFactor } from '../../contract/duration.ts'
import type { Fixture } from '../../contract/fixture.ts'
import type { Profile } from '../../contract/picks.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import type { Behaviour, CompiledProfile } from './behaviour.ts'
import type { OperationId } from '../../contract/operations.ts'
import { type Approvals, Cursors, Director, type Turn } from './turns.ts'
import { type Change, Changes, type Table, Tables } from './changes.ts'
import { type Clock, createClock, type SystemClock } from './clock.ts'
import type { CollectionState } from './collection.ts'
import { Faults } from '../../traffic/faults/faults.ts'
import { Keyring, KeyUsageCounter } from './api-keys.ts'
import { Journal } from '../../traffic/journal/journal.ts'
import { isRecordKind, recordKinds } from '../../contract/kinds.ts'
import { collectionOf, createStore, type Store, userWithEmail } from './store.ts'
import { createRandom, type Random } from './random.ts'
import { WorkflowRunCounts, type RunningWorkflow } from './running-workflows.ts'
import { Sessions } from './sessions.ts'
import { TokenUsage } from './token-usage.ts'
import {
  defaultWorld,
  type WorldConfig,
  type WorldOptions,
  overridesTable,
  type WorldOverrides,
  type WorldState,
} from './world-config.ts'
import type { ExpressionScope } from './wire.ts'

/** The behaviour of the deployment for an operation. */
export const behaviourFor = (
  { general, byOperation }: CompiledProfile,
  id: OperationId | undefined,
): Behaviour => byOperation.get(id) ?? general

const noScripts: readonly Scenario[] = []

/**
 * The maximum bytes of an unused world. A larger world is treated as used, without a slow check.
 */
const maxUnusedBytes = 10_000

/** One isolated tenant with all its state. Tables and indexes are created on first use. */
export class World {
  readonly name: string
  readonly options: WorldOptions
  readonly config: WorldConfig
  readonly systemClock: SystemClock
  readonly changes = new Changes((delta) => this.addBytes(delta))
  readonly tables = new Tables(this.changes)
  /** The newest turns that a model played, as scripts. A storage does not contain them. */
  answered: readonly Scenario[] = noScripts
  openStreams = 0
  /** Whether the loaded world has unfinished turns or workflow runs that must continue. */
  interrupted = false
  /** Whether the world was dropped. Requests and turns that are still running have no effect. */
  closed = false
  /** The estimated bytes of the world's records, without records that other worlds share. */
  bytes = 0
  /** The machine's time, in milliseconds, at the last request or the last end of a stream. */
  lastUsedAt: number
  /** Pending and running workflow runs by id. */
  readonly runningWorkflows = new Map<string, RunningWorkflow>()
  /** The open streams of operations that the profile of the world declares. */
  readonly ownStreams = new Set<{ close(state: 'cancelled'): void }>()
  readonly approvals: Approvals = new Map()
  /** The running turns, oldest first. */
  readonly runningTurns = new Set<Turn>()
  /**
   * Creates the values for a profile's expressions about a user. The request handler sets it,
   * because its code is loaded with the first request.
   */
  createUserScope: (user: string) => ExpressionScope = () => {
    throw new Error('The request handler is not loaded yet.')
  }
  readonly #parts: { -readonly [Part in keyof World]?: World[Part] | undefined } = {}
  #compiled: CompiledProfile | undefined
  /** The scenarios of the world and of the fake, joined. */
  #joined: Readonly<Record<'own' | 'current' | 'all', readonly Scenario[]>> | undefined

  constructor(name: string, options: WorldOptions, config: WorldConfig) {
    this.name = name
    this.options = options
    this.config = config
    this.systemClock = config.systemClock
    this.lastUsedAt = config.systemClock.now()
  }

  get seed(): string {
    return this.config.seed
  }

  get clock(): Clock {
    return (this.#parts.clock ??= createClock(this.config.systemClock, {
      onCrash: this.config.onCrash && ((error) => this.config.onCrash?.(error, this)),
      time: this.overridden('time'),
      onChange: (time) => this.override('time', time),
      afterTasks: () => this.changes.flush(),
    }))
  }

  get random(): Random {
    return (this.#parts.random ??= createRandom(
      `${this.seed}\n${this.name}`,
      this.tables.of('draws'),
      () => this.behaviour(undefined).policy.hasUuids,
    ))
  }

  get store(): Store {
    return (this.#parts.store ??= createStore(this.config.fixtureSnapshots, this.changes.record))
  }

  get keyring(): Keyring {
    return (this.#parts.keyring ??= new Keyring(this.#secretOf('keys'), this.name, {
      issued: () => [...this.config.fixture.api_keys, ...this.store.keys.values()],
      prefix: () => this.behaviour(undefined).policy.keys.prefix,
    }))
  }

  get jwtSecret(): Uint8Array {
    return (this.#parts.jwtSecret ??= this.#secretOf('tokens'))
  }

  get sessions(): Sessions {
    return (this.#parts.sessions ??= new Sessions(this.tables))
  }

  get keyUsage(): KeyUsageCounter {
    return (this.#parts.keyUsage ??= new KeyUsageCounter(this.tables))
  }

  get tokenUsage(): TokenUsage {
    return (this.#parts.tokenUsage ??= new TokenUsage(this.store, this.tables))
  }

  get cursors(): Cursors {
    return (this.#parts.cursors ??= new Cursors(this.store, this.tables))
  }

  get runCounts(): WorkflowRunCounts {
    return (this.#parts.runCounts ??= new WorkflowRunCounts(this.tables))
  }

  get director(): Director {
    return (this.#parts.director ??= new Director(this.tables))
  }

  get journal(): Journal {
    return (this.#parts.journal ??= new Journal({
      world: this.name,
      coverage: this.config.coverage,
      onBytes: (delta) => this.addBytes(delta),
    }))
  }

  /** Whether any faults are injected. Does not create `faults`. */
  get hasFaults(): boolean {
    return this.tables.of('faults').size > 0
  }

  get faults(): Faults {
    return (this.#parts.faults ??= new Faults(
      this.tables.of('faults'),
      this.tables.of('fault-counts'),
    ))
  }

  /** The users and keys to show: with the current passwords, and without deleted ones. */
  get showcase(): Fixture['showcase'] {
    const { users, keys } = this.config.fixture.showcase
    return {
      users: users.flatMap(({ email }) => {
        const user = userWithEmail(this.store, email)
        return user ? [{ email, password: user.password }] : []
      }),
      keys: Object.fromEntries(Object.entries(keys).filter(([, id]) => this.store.keys.get(id))),
    }
  }

  get routing(): Fixture['routing'] {
    return this.config.fixture.routing
  }

  get tools(): Fixture['tools'] {
    return this.config.fixture.tools
  }

  get profile(): Profile {
    return this.overridden('profile') ?? this.config.profile
  }

  /** The behaviour of the deployment for an operation. */
  behaviour(id: OperationId | undefined): Behaviour {
    return behaviourFor((this.#compiled ??= this.config.compile(this.profile)), id)
  }

  get ownScenarios(): readonly Scenario[] {
    return this.overridden('scenarios') ?? this.options.scenarios ?? []
  }

  /** The scenarios for turns of the world: its added scenarios, then the scenarios of the fake. */
  get scenarios(): readonly Scenario[] {
    const { ownScenarios: own } = this
    const { current } = this.config.scenarios
    if (own.length === 0) return current
    // Returns the same array as long as nothing changes, because indexes of scripts are cached by
    // array.
    if (this.#joined?.own !== own || this.#joined.current !== current)
      this.#joined = { own, current, all: [...own, ...current] }
    return this.#joined.all
  }

  get speed(): number {
    const speed = this.overridden('speed')
    return speed === undefined ? this.config.speed : toSpeedFactor(speed)
  }

  /** Overrides the configuration of the world. Open streams keep their configuration. */
  override<Key extends keyof WorldOverrides>(key: Key, value: WorldOverrides[Key]): void {
    this.tables.of<unknown>(overridesTable).set(key, value)
    this.#compiled = undefined
  }

  /** Returns the override of a part of the configuration; `undefined` without an override. */
  overridden<Key extends keyof WorldOverrides>(key: Key): WorldOverrides[Key] | undefined {
    const overrides = this.tables.of<unknown>(overridesTable) as Table<WorldOverrides[Key]>
    return overrides.get(key)
  }

  /** Whether nothing has used this world. Every replica may have an unused `default` world. */
  isUnused(): boolean {
    const { name, options } = this
    // A loaded world has its seed as an option. The seed of the `default` world is chosen by its
    // server.
    const chosen = name === defaultWorld ? { ...options, seed: undefined } : options
    if (this.bytes > maxUnusedBytes || Object.values(chosen).some((one) => one !== undefined))
      return false
    const { records, tables } = this.dump()
    // A world with nothing but `draws` is unused: printing an example token draws a random id.
    return Object.keys({ ...records, ...tables }).every((table) => table === 'draws')
  }

  dump(): WorldState {
    const records = recordKinds.map(
      (kind) => [kind, collectionOf(this.store, kind).dump()] as const,
    )
    return {
      records: Object.fromEntries(records.filter(([, { changed }]) => changed.length > 0)),
      tables: this.tables.dump(),
    }
  }

  /** Restores the state of a world with the same fixture. Call it before anything else. */
  load({ records, tables }: WorldState): void {
    for (const kind of recordKinds) {
      const state = records[kind]
      if (state !== undefined) collectionOf(this.store, kind).load(state as CollectionState<never>)
    }
    this.tables.load(tables)
  }

  applyChange(change: Change): void {
    const [table, key, value] = change
    if (isRecordKind(table)) collectionOf(this.store, table).put(key, value as never)
    else this.tables.apply(change)
  }

  /** Ends all turns, workflow runs and streams, and cancels all timers. */
  close(): void {
    this.closed = true
    // Without this, a stream that its client neither reads nor cancels would be counted forever.
    this.config.streams.open -= this.openStreams
    this.openStreams = 0
    this.#parts.clock?.stop()
    for (const turn of this.runningTurns) turn.close('dropped')
    for (const run of this.runningWorkflows.values()) run.abandon()
    for (const stream of this.ownStreams) stream.close('cancelled')
    this.#parts.journal?.close()
    this.changes.close()
  }

  /** Counts a stream that opens (1) or has ended (-1). Streams of a dropped world do not count. */
  countStream(delta: 1 | -1): void {
    if (this.closed) return
    this.openStreams += delta
    if (delta === -1) this.lastUsedAt = this.systemClock.now()
    this.config.streams.open += delta
  }

  addBytes(delta: number): void {
    // The bytes of a dropped world were subtracted already, so later changes are ignored.
    if (this.closed) return
    this.bytes += delta
    this.config.onBytes(delta)
  }

  #secretOf(purpose: string): Uint8Array {
    return sha256(utf8ToBytes(`${this.config.secret}\n${this.name}\n${purpose}`))
  }
}
