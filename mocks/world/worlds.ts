import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Fixture } from '../../contract/fixture.ts'
import { ownLimits } from '../../contract/limits.ts'
import { endInterruptedWork } from './interrupted-work.ts'
import { toBase64Url } from './base64url.ts'
import { CoverageCounter } from './coverage-counter.ts'
import { moveToPresent } from './dates.ts'
import type { WorldStorage, LoadedWorld } from './world-storage.ts'
import { worldTag } from './keyring.ts'
import type { ParsedSnapshot } from './snapshot.ts'
import { type FixtureSnapshots, createFixtureSnapshots } from './store.ts'
import { Streams, type WorldOptions, type WorldConfig, type WorldState } from './world-config.ts'
import { estimateBytes } from './changes.ts'
import { World } from './world.ts'
import { requireValidName, WorldError } from './world-error.ts'

/** The name of the world of calls that name none. */
export const defaultWorld = 'default'

/** What all worlds of a fake have in common, and how many there may be. */
export type WorldsOptions = Omit<WorldConfig, 'grounds' | 'coverage' | 'streams' | 'onWeight'> & {
  readonly storage?: WorldStorage | undefined
  /** Worlds at a time; beyond it the one that was idle longest goes. */
  readonly maxWorlds?: number | undefined
  /** Streams of all worlds at a time; beyond it further ones are refused. */
  readonly maxStreams?: number | undefined
}

/** All worlds of a fake: copies-on-write of fixtures that know nothing of each other. */
export class Worlds {
  /** What the calls of all worlds covered, also of those that are gone. */
  readonly coverage = new CoverageCounter()
  readonly #streams: Streams
  readonly #options: WorldsOptions
  readonly #fixture: Fixture
  readonly #grounds = new WeakMap<Fixture, FixtureSnapshots>()
  /** In the order of last use. */
  readonly #byName = new Map<string, World>()
  #lastUsed: World | undefined
  readonly #byTag = new Map<string, string>()
  readonly #untagged = new Set<string>()
  readonly #callOff = new Map<string, () => void>()
  #drawn = 0
  /** About how many bytes the records of all worlds take, beside those that they share. */
  bytes = 0

  constructor(options: WorldsOptions) {
    this.#options = options
    this.#streams = new Streams(options.maxStreams ?? ownLimits.streams)
    this.#fixture = moveToPresent(options.fixture, options.wall.now())
    for (const name of options.storage?.names() ?? []) this.#untagged.add(name)
    options.storage?.onExternalChange?.((name) => {
      const world = this.#byName.get(name)
      if (world !== undefined) this.#drop(world)
      this.#untagged.add(name)
    })
  }

  /** The world of this name, made when it is first asked for. Throws `WorldError`. */
  get(name = defaultWorld): World {
    return this.existing(name) ?? this.create({}, name)
  }

  /** The world of this name, if it was made before. */
  existing(name: string | undefined): World | undefined {
    if (typeof name !== 'string') return undefined
    const world = this.#byName.get(name) ?? this.#wake(name)
    if (world === undefined) return undefined
    world.lastUsedAt = this.#options.wall.now()
    if (world !== this.#lastUsed) {
      this.#byName.delete(name)
      this.#byName.set(name, world)
      this.#lastUsed = world
    }
    return world
  }

  /** The world whose keys end in this tag. */
  withTag(tag: string): World | undefined {
    if (this.#untagged.size > 0) {
      for (const name of this.#untagged) this.#byTag.set(worldTag(name), name)
      // Makes it a new table, even where it is empty: this is asked with every call.
      this.#untagged.clear()
    }
    return this.existing(this.#byTag.get(tag))
  }

  /** Makes a world; without a name it is given one that nobody guesses. Throws `WorldError`. */
  create(order: WorldOptions, name = this.#drawName()): World {
    requireValidName(name)
    if (this.existing(name) !== undefined)
      throw new WorldError('taken', `There is a world \`${name}\` already: delete or reset it.`)
    return this.#open(name, order)
  }

  /** Makes a world as it was when it was ordered; streams of the old one end. */
  reset(world: World): World {
    return this.#replace(world.name, world.options)
  }

  /** Puts what a snapshot tells in the place of a world, or makes it. */
  restore(name: string, taken: ParsedSnapshot): World {
    requireValidName(name)
    const { fixture, seed, profile, scenarios, time, tables } = taken
    const speed = taken.speed === 'max' ? Number.POSITIVE_INFINITY : taken.speed
    const wall = this.#options.wall.now()
    const steering = { time: { wall, world: time.now, scale: time.scale, frozen: time.frozen } }
    const ttl = this.#byName.get(name)?.options.ttl
    const order = { fixture, seed, profile, scenarios, speed, ttl }
    const world = this.#replace(name, order, { records: {}, tables: { ...tables, steering } })
    // What it begins with is its own: no other world shares it.
    world.addBytes(estimateBytes(fixture))
    return world
  }

  /** A second world that is what this one is now; from here on they differ. Throws `WorldError`. */
  fork(world: World, name = this.#drawName()): World {
    requireValidName(name)
    if (this.existing(name) !== undefined)
      throw new WorldError('taken', `There is a world \`${name}\` already: fork to another name.`)
    const state = structuredClone(world.dump())
    const steering = { ...state.tables['steering'], time: world.clock.state }
    const tables = { ...state.tables, steering }
    const { fixture } = world.config
    return this.#open(name, { ...world.options, fixture }, { ...state, tables })
  }

  /** Ends a world for good; what it issued is no longer taken. Throws `WorldError`. */
  delete(world: World): void {
    this.#drop(world, true)
    this.#options.storage?.remove(world.name)
  }

  /** All worlds that are in memory, the one that was used last at the end. */
  list(): World[] {
    return [...this.#byName.values()]
  }

  close(): void {
    for (const world of this.list()) this.#drop(world)
  }

  #replace(name: string, order: WorldOptions, state?: WorldState): World {
    const old = this.#byName.get(name)
    // What is kept of it stays until the new one takes its place: a crash loses neither.
    if (old !== undefined) this.#drop(old)
    return this.#open(name, order, state)
  }

  /** Makes a world, or lets one go on that is kept. */
  #open(name: string, order: WorldOptions, state?: WorldState, woken?: LoadedWorld): World {
    this.#makeRoom()
    const fixture = woken?.fixture ?? order.fixture ?? this.#fixture
    const world = new World(name, order, this.#planOf(order, fixture))
    if (state !== undefined) world.load(state)
    for (const change of woken?.changes ?? []) world.applyChange(change)
    this.#keep(world, woken)
    this.#byName.set(name, world)
    this.#untagged.add(name)
    if (order.ttl !== undefined) this.#endWhenIdle(world, order.ttl)
    if (state !== undefined) {
      endInterruptedWork(world)
      world.changes.commit()
    }
    return world
  }

  /** Keeps a world from now on; what can't be kept did not happen, so it goes back to what is kept. */
  #keep(world: World, woken?: LoadedWorld): void {
    const { storage: keeper, wall } = this.#options
    if (keeper === undefined) return
    const { name, options: order, config: plan } = world
    const now = () => world.dump()
    const kept = { order: { ...order, seed: plan.seed }, fixture: plan.fixture }
    const log = woken?.goOn(now) ?? keeper.save(name, kept, now)
    world.changes.persistTo(log, wall, () => this.#drop(world))
  }

  /** A world that is kept and was not in memory. */
  #wake(name: string): World | undefined {
    const woken = this.#options.storage?.load(name)
    return woken && this.#open(name, woken.order, woken.state, woken)
  }

  #planOf(order: WorldOptions, fixture: Fixture): WorldConfig {
    const options = this.#options
    const grounds = this.#grounds.get(fixture) ?? createFixtureSnapshots(fixture)
    this.#grounds.set(fixture, grounds)
    return {
      ...options,
      fixture,
      grounds,
      profile: order.profile ?? options.profile,
      seed: order.seed ?? options.seed,
      speed: order.speed ?? options.speed,
      coverage: order.aside ? undefined : this.coverage,
      streams: this.#streams,
      onWeight: (delta) => (this.bytes += delta),
    }
  }

  /** Lets worlds go that nobody reads, idle ones first, until one more fits. */
  #makeRoom(): void {
    const { maxWorlds: most = ownLimits.worlds } = this.#options
    for (const world of this.#byName.values()) {
      if (this.#byName.size < most && this.bytes <= ownLimits.worldsBytes) return
      if (world.openStreams === 0 && world.name !== defaultWorld) this.#drop(world)
    }
    if (this.#byName.size >= most)
      throw new WorldError(
        'full',
        `There are ${most} worlds, and each has an open stream: delete one, or end its streams.`,
      )
  }

  #endWhenIdle(world: World, ttl: number, from = world.lastUsedAt): void {
    const { wall } = this.#options
    const callOff = wall.after(Math.max(0, from + ttl - wall.now()), () => {
      if (world.openStreams > 0) this.#endWhenIdle(world, ttl, wall.now())
      else if (wall.now() - world.lastUsedAt < ttl) this.#endWhenIdle(world, ttl)
      else this.#expire(world)
    })
    this.#callOff.set(world.name, callOff)
  }

  /** Deletes a world while nobody waits for an answer. */
  #expire(world: World): void {
    try {
      this.delete(world)
    } catch (error) {
      this.#options.onCrash?.(error, world)
    }
  }

  #drop(world: World, forGood = this.#options.storage === undefined): void {
    this.#callOff.get(world.name)?.()
    this.#callOff.delete(world.name)
    this.#byName.delete(world.name)
    if (forGood && !this.#untagged.delete(world.name)) this.#byTag.delete(worldTag(world.name))
    this.bytes -= world.bytes
    world.close()
  }

  #drawName(): string {
    const digest = sha256(utf8ToBytes(`${this.#options.secret}\nworld-name\n${this.#drawn++}`))
    const name = toBase64Url(digest).slice(0, 22)
    return this.existing(name) === undefined ? name : this.#drawName()
  }
}
