import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Fixture } from '../../contract/fixture.ts'
import { ownLimits } from '../../contract/limits.ts'
import { endUnfinished } from '../turns/unfinished.ts'
import { toBase64Url } from './base64url.ts'
import { moveToPresent } from './dates.ts'
import type { Keeper } from './keeper.ts'
import { worldTag } from './keyring.ts'
import type { ReadSnapshot } from './read-snapshot.ts'
import { type Grounds, groundOf } from './store.ts'
import { World } from './world.ts'
import { WorldError } from './world-error.ts'
import type { WorldOrder, WorldPlan, WorldState } from './world-plan.ts'

/** The name of the world of calls that name none. */
export const defaultWorld = 'default'

/** What all worlds of a fake have in common, and how many there may be. */
export type WorldsOptions = Omit<WorldPlan, 'grounds' | 'onWeight'> & {
  readonly keeper?: Keeper | undefined
  /** Worlds at a time; beyond it the one that was idle longest goes. */
  readonly most?: number | undefined
}

/** All worlds of a fake: copies-on-write of fixtures that know nothing of each other. */
export class Worlds {
  readonly #options: WorldsOptions
  readonly #fixture: Fixture
  readonly #grounds = new WeakMap<Fixture, Grounds>()
  /** In the order of their last use. */
  readonly #byName = new Map<string, World>()
  readonly #byTag = new Map<string, string>()
  readonly #untagged = new Set<string>()
  readonly #callOff = new Map<string, () => void>()
  #drawn = 0
  /** About how many bytes the records of all worlds take, beside those that they share. */
  #weight = 0

  constructor(options: WorldsOptions) {
    this.#options = options
    this.#fixture = moveToPresent(options.fixture, options.wall.now())
    for (const name of options.keeper?.names() ?? []) this.#untagged.add(name)
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
    world.usedAt = this.#options.wall.now()
    this.#byName.delete(name)
    this.#byName.set(name, world)
    return world
  }

  /** The world whose keys end in this tag. */
  tagged(tag: string): World | undefined {
    for (const name of this.#untagged) this.#byTag.set(worldTag(name), name)
    this.#untagged.clear()
    return this.existing(this.#byTag.get(tag))
  }

  /** Makes a world; without a name it is given one that nobody guesses. Throws `WorldError`. */
  create(order: WorldOrder, name = this.#drawName()): World {
    refuseName(name)
    if (this.existing(name) !== undefined)
      throw new WorldError('taken', `There is a world \`${name}\` already: delete or reset it.`)
    return this.#open(name, order)
  }

  /** Makes a world as it was when it was ordered; streams of the old one end. */
  reset(world: World): World {
    return this.#replace(world.name, world.order)
  }

  /** Puts what a snapshot tells in the place of a world, or makes it. */
  restore(name: string, taken: ReadSnapshot): World {
    refuseName(name)
    const { fixture, seed, profile, scenarios, time, tables } = taken
    const speed = taken.speed === 'max' ? Number.POSITIVE_INFINITY : taken.speed
    const wall = this.#options.wall.now()
    const steering = { time: { wall, world: time.now, scale: time.scale, frozen: time.frozen } }
    const ttl = this.#byName.get(name)?.order.ttl
    const order = { fixture, seed, profile, scenarios, speed, ttl }
    return this.#replace(name, order, { records: {}, tables: { ...tables, steering } })
  }

  /** A second world that is what this one is now; from here on they differ. Throws `WorldError`. */
  fork(world: World, name = this.#drawName()): World {
    refuseName(name)
    if (this.existing(name) !== undefined)
      throw new WorldError('taken', `There is a world \`${name}\` already: fork to another name.`)
    const state = structuredClone(world.dump())
    const steering = { ...state.tables['steering'], time: world.clock.time }
    const fixture = world.plan.fixture
    return this.#open(
      name,
      { ...world.order, fixture },
      { ...state, tables: { ...state.tables, steering } },
    )
  }

  /** Ends a world for good; what it issued is no longer taken. */
  delete(world: World): void {
    this.#drop(world)
    this.#options.keeper?.remove(world.name)
  }

  /** All worlds that are in memory, the one that was used last at the end. */
  list(): World[] {
    return [...this.#byName.values()]
  }

  close(): void {
    for (const world of this.list()) this.#drop(world)
  }

  #replace(name: string, order: WorldOrder, state?: WorldState): World {
    const old = this.#byName.get(name)
    if (old !== undefined) this.delete(old)
    return this.#open(name, order, state)
  }

  #open(name: string, order: WorldOrder, state?: WorldState): World {
    this.#makeRoom()
    const { keeper, wall } = this.#options
    const fixture = order.fixture ?? this.#fixture
    const world = new World(name, order, this.#planOf(order, fixture))
    if (state !== undefined) world.load(state)
    if (keeper !== undefined)
      world.changes.keepIn(
        keeper.keep(name, { order, fixture }, () => world.dump()),
        wall,
      )
    if (state !== undefined) {
      endUnfinished(world)
      world.changes.commit()
    }
    this.#byName.set(name, world)
    this.#untagged.add(name)
    if (order.ttl !== undefined) this.#endWhenIdle(world, order.ttl)
    return world
  }

  /** A world that is kept and was not in memory. */
  #wake(name: string): World | undefined {
    const kept = this.#options.keeper?.load(name)
    return kept && this.#open(name, { ...kept.order, fixture: kept.fixture }, kept.state)
  }

  #planOf(order: WorldOrder, fixture: Fixture): WorldPlan {
    const { scenarios, profile, seed, secret, speed, wall, onCrash } = this.#options
    let grounds = this.#grounds.get(fixture)
    if (grounds === undefined) {
      grounds = groundOf(fixture)
      this.#grounds.set(fixture, grounds)
    }
    return {
      fixture,
      grounds,
      scenarios,
      profile: order.profile ?? profile,
      seed: order.seed ?? seed,
      secret,
      speed: order.speed ?? speed,
      wall,
      onCrash,
      onWeight: (delta) => (this.#weight += delta),
    }
  }

  /** Lets worlds go that nobody reads, idle ones first, until one more fits. */
  #makeRoom(): void {
    const { most = ownLimits.worlds } = this.#options
    for (const world of this.#byName.values()) {
      if (this.#byName.size < most && this.#weight <= ownLimits.worldsBytes) return
      if (world.streams === 0 && world.name !== defaultWorld) this.#drop(world)
    }
    if (this.#byName.size >= most)
      throw new WorldError(
        'full',
        `There are ${most} worlds, and each has an open stream: delete one, or end its streams.`,
      )
  }

  #endWhenIdle(world: World, ttl: number): void {
    const { wall } = this.#options
    const callOff = wall.after(Math.max(0, world.usedAt + ttl - wall.now()), () => {
      if (world.streams === 0 && wall.now() - world.usedAt >= ttl) this.delete(world)
      else this.#endWhenIdle(world, world.streams === 0 ? ttl : ttl + wall.now() - world.usedAt)
    })
    this.#callOff.set(world.name, callOff)
  }

  #drop(world: World): void {
    this.#callOff.get(world.name)?.()
    this.#callOff.delete(world.name)
    this.#byName.delete(world.name)
    if (this.#options.keeper === undefined && !this.#untagged.delete(world.name))
      this.#byTag.delete(worldTag(world.name))
    this.#weight -= world.weight
    world.close()
  }

  #drawName(): string {
    const digest = sha256(utf8ToBytes(`${this.#options.secret}\nworld-name\n${this.#drawn++}`))
    const name = toBase64Url(digest).slice(0, 22)
    return this.existing(name) === undefined ? name : this.#drawName()
  }
}

function refuseName(name: string): void {
  if (name.length === 0 || name.length > ownLimits.worldName || /[\p{Cc}\p{Cs}]/u.test(name))
    throw new WorldError(
      'name',
      `A world’s name has 1 to ${ownLimits.worldName} characters, none of them a control character.`,
    )
}
