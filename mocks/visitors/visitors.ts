import { ownLimits } from '../../contract/limits.ts'
import type { Wall } from '../state/clock.ts'
import type { World } from '../state/world.ts'
import { WorldError } from '../state/world-error.ts'
import type { Worlds } from '../state/worlds.ts'
import { Allowance } from './allowance.ts'

const { visitor: bounds } = ownLimits

/** How visitors are kept. */
export type VisitorsOptions = {
  readonly wall: Wall
  /** Draws what nobody guesses: 128 random bits, in characters that a cookie and a URL may have. */
  readonly draw: () => string
  /** Milliseconds after which the world of one ends who does nothing. */
  readonly idle: number
  /** Calls a second that one may make. */
  readonly rate: number
  /** Visitors at a time. */
  readonly most: number
}

/** One who came with a browser: a cookie, and a world of their own. */
export type Visitor = {
  readonly cookie: string
  /** The name of their world: where it is known, the platform in it can be called. */
  readonly world: string
  readonly allowance: Allowance
  /** Whether they called anything but the page, as no crawler does. */
  called: boolean
  /** When they did something last, in milliseconds of the machine; to look on is to do nothing. */
  actedAt: number
  /** How many readers of the journal they have, and calls that wait for their answer. */
  followers: number
  underWay: number
  callOff: () => void
}

/** The visitors of a fake. The world of one who does nothing ends, and the cookie with it. */
export class Visitors {
  readonly #options: VisitorsOptions
  readonly #worlds: Worlds
  readonly #byCookie = new Map<string, Visitor>()
  /** By the name of their world, in the order of what they did last. */
  readonly #byWorld = new Map<string, Visitor>()

  constructor(worlds: Worlds, options: VisitorsOptions) {
    this.#worlds = worlds
    this.#options = options
  }

  get idle(): number {
    return this.#options.idle
  }

  /** Takes in a newcomer, with a world. Throws a `WorldError` while there is no room for one. */
  receive(): Visitor {
    this.#makeRoom()
    const { wall, draw, rate } = this.#options
    const now = wall.now()
    const visitor: Visitor = {
      cookie: draw(),
      world: draw(),
      allowance: new Allowance(rate, bounds.burstSeconds, now),
      called: false,
      actedAt: now,
      followers: 0,
      underWay: 0,
      callOff: () => undefined,
    }
    this.#worlds.create({}, visitor.world)
    this.#byCookie.set(visitor.cookie, visitor)
    this.#byWorld.set(visitor.world, visitor)
    this.#endWhenIdle(visitor)
    return visitor
  }

  /** The visitor of one of these cookies, while their world lasts. */
  withCookie(cookies: readonly string[]): Visitor | undefined {
    for (const cookie of cookies) {
      const visitor = this.#byCookie.get(cookie)
      if (visitor !== undefined && this.worldOf(visitor) !== undefined) return visitor
    }
    return undefined
  }

  /** The visitor whose world has this name. */
  inWorld(name: string): Visitor | undefined {
    return this.#byWorld.get(name)
  }

  /** The world of a visitor, unless it had to give way. */
  worldOf({ world }: Visitor): World | undefined {
    return this.#worlds.existing(world)
  }

  /** Takes a call of what a visitor may make; gives the seconds to wait where too few are left. */
  take(visitor: Visitor, calls?: number): number {
    visitor.called = true
    return visitor.allowance.take(this.#options.wall.now(), calls)
  }

  /** Notes that a visitor did something: their world lasts as long again. */
  act(visitor: Visitor): void {
    visitor.actedAt = this.#options.wall.now()
    this.#byWorld.delete(visitor.world)
    this.#byWorld.set(visitor.world, visitor)
  }

  /** Milliseconds until the world of a visitor ends if nothing is done in it. */
  left({ actedAt }: Visitor): number {
    return Math.max(0, actedAt + this.#options.idle - this.#options.wall.now())
  }

  /** Whether a world takes all that it may, or more than its share where all together take too much. */
  isFull({ weight }: World): boolean {
    const crowded = this.#worlds.weight > ownLimits.worldsBytes
    const share = crowded ? ownLimits.worldsBytes / this.#options.most : bounds.worldBytes
    return weight > Math.min(share, bounds.worldBytes)
  }

  /** Ends the world of a visitor for good, and what they were known by. */
  end(visitor: Visitor): void {
    visitor.callOff()
    this.#byCookie.delete(visitor.cookie)
    this.#byWorld.delete(visitor.world)
    const world = this.worldOf(visitor)
    if (world !== undefined) this.#worlds.delete(world)
  }

  /** Forgets all visitors, and calls off what would have ended their worlds. */
  close(): void {
    for (const visitor of this.#byWorld.values()) visitor.callOff()
    this.#byWorld.clear()
    this.#byCookie.clear()
  }

  /** Lets crawlers go, then those who did nothing for longest, until a newcomer has room. */
  #makeRoom(): void {
    const { most } = this.#options
    while (this.#byWorld.size >= most || this.#worlds.weight > ownLimits.worldsBytes) {
      const leaving = this.#dispensable()
      if (leaving === undefined)
        throw new WorldError(
          'full',
          'All worlds that this server has room for are in use: come back in a minute.',
        )
      this.end(leaving)
    }
  }

  #dispensable(): Visitor | undefined {
    const unread = [...this.#byWorld.values()].filter((one) => !this.worldOf(one)?.streams)
    const since = this.#options.wall.now() - bounds.sparedSeconds * 1000
    return unread.find(({ called }) => !called) ?? unread.find(({ actedAt }) => actedAt <= since)
  }

  #endWhenIdle(visitor: Visitor): void {
    const silence = bounds.silentSeconds * 1000
    const lasts = this.left(visitor)
    visitor.callOff = this.#options.wall.after(
      visitor.called ? lasts : Math.min(lasts, silence),
      () => {
        // To read a stream is to do something.
        if (this.worldOf(visitor)?.streams) this.act(visitor)
        if (visitor.called && this.left(visitor) > 0) this.#endWhenIdle(visitor)
        else this.end(visitor)
      },
    )
  }
}
