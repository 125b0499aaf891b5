import type { Fixture } from '../../contract/fixture.ts'
import { toSpeedFactor } from '../../contract/duration.ts'
import { ownLimits } from '../../contract/limits.ts'
import { memoizeByObject } from '../../contract/memoize.ts'
import { CoverageCounter } from '../../traffic/journal/journal.ts'
import { type Change, estimateBytes } from './changes.ts'
import { IdleTimers, type SystemClock } from './clock.ts'
import type { Meter } from './meter.ts'
import { moveToPresent, presentFixture } from './dates.ts'
import { seededWorldName, worldTag } from './api-keys.ts'
import { randomToken } from './random.ts'
import { createFixtureSnapshots } from './store.ts'
import {
  overridesTable,
  defaultWorld,
  type WorldConfig,
  type WorldOptions,
  type WorldState,
} from './world-config.ts'
import { requireValidName, WorldError } from './world-error.ts'
import type { LoadedWorld, WorldStorage } from './world-storage.ts'
import { World } from './world.ts'
import type { ParsedSnapshot } from './parse-snapshot.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import type { Fault } from '../../contract/fault.ts'

/** The configuration that all worlds of a fake share, and the limits on their number. */
export type WorldsOptions = Omit<
  WorldConfig,
  'fixtureSnapshots' | 'coverage' | 'streams' | 'onBytes'
> & {
  /** Continues the turns and workflow runs of a loaded world. */
  readonly continueWork: (world: World) => void
  /** The faults that each new world begins with. */
  readonly faults?: readonly Fault[] | undefined
  readonly storage?: WorldStorage | undefined
  /** Counts the writes to the storage. */
  readonly meter: Meter
  /** The maximum number of worlds in memory. Above it, the longest idle world is dropped. */
  readonly maxWorlds?: number | undefined
  /** The maximum number of open streams of all worlds. Above it, new streams are refused. */
  readonly maxStreams?: number | undefined
}

const { maxMs } = ownLimits.worldMove

/**
 * The state of a replica while worlds move between replicas. Until the move ends, the replica serves only
 * the worlds that it holds, and creates none, because another replica may still have them.
 */
export class WorldMoves {
  /** The name of this replica; `undefined` if this is the only server. */
  readonly replica: string | undefined
  readonly #systemClock: SystemClock
  /** The names of sealed worlds. A world stays sealed when it is dropped from memory. */
  readonly #sealed = new Set<string>()
  #until = 0

  constructor({ systemClock, replica }: Pick<WorldConfig, 'systemClock' | 'replica'>) {
    this.#systemClock = systemClock
    this.replica = replica
  }

  /** The end of the move in milliseconds since 1970; `undefined` if no worlds move. */
  get until(): number | undefined {
    if (this.#until === 0 || this.#systemClock.now() < this.#until) return this.#until || undefined
    this.end()
    return undefined
  }

  /** Starts or extends a move. It ends after `ms`, even if the program that moves worlds dies. */
  start(ms: number): void {
    // A new move has no sealed worlds: since the last move, requests may have changed them.
    if (this.until === undefined) this.end()
    this.#until = this.#systemClock.now() + Math.min(ms, maxMs)
  }

  end(): void {
    this.#until = 0
    this.#sealed.clear()
  }

  /** Refuses all requests to a world until the move ends, so that its snapshot stays current. */
  seal({ name }: World): void {
    this.#sealed.add(name)
  }

  isSealed({ name }: World): boolean {
    return this.until !== undefined && this.#sealed.has(name)
  }

  /** During a move, throws `WorldError` for a world that this replica does not have. */
  requireHeld(world: World | undefined): void {
    const { until } = this
    if (until === undefined) return
    if (world !== undefined && !this.#sealed.has(world.name) && !world.isUnused()) return
    throw new WorldError(
      'moving',
      `Worlds are moving between replicas until ${new Date(until).toISOString()} at most, and this replica does not hold the world of this request. Try again in a few seconds.`,
    )
  }
}

/** All worlds of a fake. Each is a copy-on-write copy of its fixture. */
export class Worlds {
  readonly coverage = new CoverageCounter()
  readonly moves: WorldMoves
  readonly #streams: WorldConfig['streams']
  readonly #options: WorldsOptions
  readonly #presentFixture: (now: number) => Fixture
  readonly #snapshotsOf = memoizeByObject(createFixtureSnapshots)
  /** Worlds in the order of last use. */
  readonly #byName = new Map<string, World>()
  #lastUsed: World | undefined
  readonly #byTag = new Map<string, string>()
  readonly #untagged = new Set<string>()
  readonly #idleTimers: IdleTimers
  #drawnNames = 0
  /** Whether a world stays when space is needed, because its owner decides when it ends. */
  isKept: (name: string) => boolean = () => false
  /** The estimated bytes of the records of all worlds, without shared records. */
  bytes = 0

  constructor(options: WorldsOptions) {
    this.#options = options
    this.moves = new WorldMoves(options)
    this.#idleTimers = new IdleTimers(options.systemClock)
    this.#streams = { limit: options.maxStreams ?? ownLimits.streams, open: 0 }
    this.#presentFixture = presentFixture(options.fixture)
    for (const name of options.storage?.names() ?? []) this.#untagged.add(name)
    for (const { name, ttl, usedAt } of options.storage?.lifetimes?.() ?? [])
      this.#deleteWhenIdle(name, ttl, usedAt)
    options.storage?.onExternalChange?.((name) => {
      const world = this.#byName.get(name)
      if (world !== undefined) this.#drop(world)
      // The process that changed the world also deletes it after its time to live.
      this.#idleTimers.cancel(name)
      this.#untagged.add(name)
    })
  }

  /** Gets or creates the world of this name. Throws `WorldError`. */
  get(name = defaultWorld): World {
    return this.held(name) ?? this.create({}, name)
  }

  /** Like `existing`. During a move, throws `WorldError` for a world that is not held here. */
  held(name: string): World | undefined {
    const world = this.existing(name)
    this.moves.requireHeld(world)
    return world
  }

  /** Gets the world of this name from memory or storage, and refreshes its idle timer. */
  existing(name: string | undefined): World | undefined {
    if (typeof name !== 'string') return undefined
    const world = this.#byName.get(name) ?? this.#load(name)
    if (world === undefined) return world
    world.lastUsedAt = this.#options.systemClock.now()
    const { ttl } = world.options
    if (ttl !== undefined) world.changes.storeUse(world.lastUsedAt, ttl / 10)
    // The world is not moved if it is last already: frequent removals make a Map reallocate its
    // table.
    if (world !== this.#lastUsed) {
      this.#byName.delete(name)
      this.#byName.set(name, world)
      this.#lastUsed = world
    }
    return world
  }

  /** Gets the world whose keys end in this tag. */
  withTag(tag: string): World | undefined {
    for (const name of this.#untagged) this.#byTag.set(worldTag(name), name)
    // `clear` allocates a new table even for an empty set.
    if (this.#untagged.size > 0) this.#untagged.clear()
    return this.existing(this.#byTag.get(tag))
  }

  /** Creates a world, by default with a name that nobody can guess. Throws `WorldError`. */
  create(options: WorldOptions, name = this.#drawName()): World {
    this.moves.requireHeld(undefined)
    this.#requireFree(name, 'delete or reset it')
    return this.#open(name, options)
  }

  /** Recreates a world with its original options or snapshot. Streams of the old world end. */
  reset({ name, options }: World): World {
    const { fixture, snapshot } = options
    // The dates of a snapshot belong to its time. A reset removes all faults except the faults of
    // the fake.
    if (snapshot !== undefined) {
      const { faults: _faults, 'fault-counts': _counts, ...tables } = snapshot.tables
      const world = this.#replace(name, { ...options, snapshot: { ...snapshot, tables } })
      world.faults.addAll(this.#options.faults ?? [])
      return world
    }
    const now = this.#options.systemClock.now()
    const moved = fixture && moveToPresent(fixture, now)
    return this.#replace(name, { ...options, fixture: moved })
  }

  /** Creates a world from a snapshot, which replaces the world with this name. */
  restore(name: string, snapshot: ParsedSnapshot, newTtl?: number): World {
    requireValidName(name)
    const { fixture, seed, profile, scenarios, time, tables } = snapshot
    const speed = toSpeedFactor(snapshot.speed)
    const ttl = newTtl ?? this.#byName.get(name)?.options.ttl
    const begin = { fixture, ownsFixture: true, seed, profile, scenarios, speed, ttl }
    return this.#replace(name, { ...begin, snapshot: { time, tables } })
  }

  /** Creates a second world with the current state of this one. Throws `WorldError`. */
  fork(world: World, name = this.#drawName()): World {
    this.#requireFree(name, 'fork to another name')
    const state = structuredClone(world.dump())
    const overrides = { ...state.tables[overridesTable], time: world.clock.state }
    const tables = { ...state.tables, [overridesTable]: overrides }
    const options = { ...world.options, fixture: world.config.fixture }
    return this.#open(name, options, { ...state, tables })
  }

  /** Deletes a world, also a stored world that can't be loaded. Throws `WorldError`. */
  delete(world: Pick<World, 'name'>): void {
    if (world instanceof World) this.#drop(world)
    const { storage, meter } = this.#options
    if (storage !== undefined) meter.countWrite(() => storage.remove(world.name))
    this.#idleTimers.cancel(world.name)
    this.#forgetTag(world.name)
  }

  /** All worlds in memory, the last used at the end. */
  list(): World[] {
    return [...this.#byName.values()]
  }

  /** The scenarios of the fake, which all worlds share. */
  get scenarios(): readonly Scenario[] {
    return this.#options.scenarios.current
  }

  /** The names of all worlds, in memory and in storage. */
  names(): Set<string> {
    return new Set([...(this.#options.storage?.names() ?? []), ...this.#byName.keys()])
  }

  close(): void {
    for (const world of this.list()) this.#drop(world)
    this.#idleTimers.cancelAll()
  }

  #requireFree(name: string, advice: string): void {
    requireValidName(name)
    if (this.existing(name) !== undefined)
      throw new WorldError('taken', `World \`${name}\` exists already: ${advice}.`)
  }

  #replace(name: string, options: WorldOptions): World {
    const old = this.#byName.get(name)
    // The old world stays in storage until the new one replaces it: a crash must not lose both.
    if (old !== undefined) this.#drop(old)
    const { snapshot } = options
    return this.#open(name, options, snapshot && this.#stateOf(snapshot))
  }

  #stateOf({ time, tables }: NonNullable<WorldOptions['snapshot']>): WorldState {
    const wall = this.#options.systemClock.now()
    const overrides = { time: { wall, world: time.now, scale: time.scale, frozen: time.frozen } }
    // The tables are copied: a world appends to their lists, and the snapshot must not change.
    return { records: {}, tables: { ...structuredClone(tables), [overridesTable]: overrides } }
  }

  /** Creates a world, or opens one from storage. */
  #open(name: string, options: WorldOptions, state?: WorldState, loaded?: LoadedWorld): World {
    this.#dropIdleWorlds()
    const fixture =
      loaded?.fixture ?? options.fixture ?? this.#presentFixture(this.#options.systemClock.now())
    const world = new World(name, options, this.#configOf(options, fixture))
    if (state !== undefined) world.load(state)
    else if (loaded === undefined) world.faults.addAll(this.#options.faults ?? [])
    for (const change of loaded?.changes ?? []) world.applyChange(change)
    this.#persist(world, loaded)
    if (options.ownsFixture) world.addBytes(estimateBytes(fixture))
    this.#byName.set(name, world)
    this.#lastUsed = world
    this.#untagged.add(name)
    this.#idleTimers.cancel(name)
    if (options.ttl !== undefined)
      this.#idleTimers.start(world, options.ttl, () => this.#deleteExpired(world))
    world.interrupted = state !== undefined && hasUnfinishedWork(world)
    this.#options.continueWork(world)
    world.changes.commit()
    return world
  }

  /** Persists a world from now on. If that fails later, the world falls back to its stored state. */
  #persist(world: World, loaded?: LoadedWorld): void {
    const { storage, systemClock, meter } = this.#options
    if (storage === undefined) return
    const { name, options, config } = world
    const now = () => world.dump()
    const stored = { options: { ...options, seed: config.seed }, fixture: config.fixture }
    const log = loaded?.resumeLog(now) ?? meter.countWrite(() => storage.save(name, stored, now))
    const write = (changes: readonly Change[]) => meter.countWrite(() => log.write(changes))
    const use = (at: number) => log.use?.(at)
    world.changes.persistTo({ write, use }, systemClock, () => this.#drop(world))
  }

  /** Opens a world that is in storage and not in memory. */
  #load(name: string): World | undefined {
    const loaded = this.#options.storage?.load(name)
    return loaded && this.#open(name, loaded.options, loaded.state, loaded)
  }

  #configOf(options: WorldOptions, fixture: Fixture): WorldConfig {
    const shared = this.#options
    return {
      ...shared,
      fixture,
      fixtureSnapshots: this.#snapshotsOf(fixture),
      profile: options.profile ?? shared.profile,
      seed: options.seed ?? shared.seed,
      speed: options.speed ?? shared.speed,
      coverage: options.aside ? undefined : this.coverage,
      streams: this.#streams,
      onBytes: (delta) => (this.bytes += delta),
    }
  }

  /** Drops worlds without open streams until there is space for one more, the longest idle first. */
  #dropIdleWorlds(): void {
    const { maxWorlds = ownLimits.worlds, storage } = this.#options
    for (const world of this.#byName.values()) {
      if (this.#byName.size < maxWorlds && this.bytes <= ownLimits.worldsBytes) return
      if (world.openStreams > 0 || world.name === defaultWorld) continue
      // A stored world is removed from memory only, not from the storage.
      if (storage !== undefined || !this.isKept(world.name)) this.#evict(world)
    }
    if (this.#byName.size >= maxWorlds)
      throw new WorldError('full', `There are ${maxWorlds} worlds, and all are in use: delete one.`)
  }

  /** Removes a world from memory. A stored world still ends after its time to live. */
  #evict(world: World): void {
    this.#drop(world)
    const { name, options, lastUsedAt } = world
    if (this.#options.storage !== undefined && options.ttl !== undefined)
      this.#deleteWhenIdle(name, options.ttl, lastUsedAt)
  }

  /** Deletes a world that is only in storage at the end of its time to live. */
  #deleteWhenIdle(name: string, ttl: number, lastUsedAt: number): void {
    const world = { name, seed: this.#options.seed, openStreams: 0, lastUsedAt }
    this.#idleTimers.start(world, ttl, () => this.#deleteExpired(world))
  }

  #deleteExpired(world: Pick<World, 'name' | 'seed'>): void {
    // Errors are caught, because no caller could receive them.
    try {
      this.delete(world)
    } catch (error) {
      this.#options.onCrash?.(error, world)
    }
  }

  #drop(world: World): void {
    this.#idleTimers.cancel(world.name)
    this.#byName.delete(world.name)
    if (this.#lastUsed === world) this.#lastUsed = undefined
    if (this.#options.storage === undefined) this.#forgetTag(world.name)
    this.bytes -= world.bytes
    if (world.options.ttl !== undefined) world.changes.storeUse(world.lastUsedAt)
    world.close()
  }

  #forgetTag(name: string): void {
    if (!this.#untagged.delete(name)) this.#byTag.delete(worldTag(name))
  }

  #drawName(): string {
    const { secret, seed, storage } = this.#options
    // A seeded name would come back after a restart, and with it the keys of a deleted world.
    if (secret !== seed || storage !== undefined) return randomToken()
    const name = seededWorldName(seed, this.#drawnNames++)
    return this.#byName.has(name) ? this.#drawName() : name
  }
}

/** Whether a world has turns or workflow runs that have not ended, or titles to store. */
function hasUnfinishedWork({ store, tables }: World): boolean {
  const waiting = ['turns', 'late-titles', 'planned-changes'] as const
  if (waiting.some((table) => tables.of(table).size > 0)) return true
  for (const { status } of store.workflowRuns.values())
    if (status === 'pending' || status === 'running') return true
  return false
}
