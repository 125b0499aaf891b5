import { ownLimits } from '../../contract/limits.ts'
import type { SystemClock } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import { WorldError } from '../world/world-error.ts'
import type { Worlds } from '../world/worlds.ts'

const { visitor: bounds } = ownLimits

/** How visitors are kept. */
export type VisitorsOptions = {
  readonly systemClock: SystemClock
  /** Draws what nobody guesses: 128 random bits, in characters that a cookie and a URL may have. */
  readonly randomId: () => string
  /** Milliseconds after which the world of one ends who does nothing. */
  readonly idleMs: number
  /** Calls a second that one may make. */
  readonly requestsPerSecond: number
  /** Visitors at a time. */
  readonly maxVisitors: number
}

/** One who came with a browser: a cookie, and a world of their own. */
export type Visitor = {
  readonly cookie: string
  /** The name of their world: where it is known, the platform in it can be called. */
  readonly world: string
  readonly tokenBucket: TokenBucket
  /** Whether they called anything but the page, as no crawler does. */
  hasCalled: boolean
  /** When they did something last, in milliseconds of the machine; to look on is to do nothing. */
  lastActiveAt: number
  /** How many readers of the journal they have, and calls that wait for their answer. */
  followers: number
  pendingRequests: number
  cancelTimer: () => void
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

  get idleMs(): number {
    return this.#options.idleMs
  }

  /** Takes in a newcomer, with a world. Throws a `WorldError` while there is no room for one. */
  admit(): Visitor {
    this.#makeRoom()
    const { systemClock: wall, randomId: draw, requestsPerSecond: rate } = this.#options
    const now = wall.now()
    const visitor: Visitor = {
      cookie: draw(),
      world: draw(),
      tokenBucket: new TokenBucket(rate, bounds.burstSeconds, now),
      hasCalled: false,
      lastActiveAt: now,
      followers: 0,
      pendingRequests: 0,
      cancelTimer: () => undefined,
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
  takeTokens(visitor: Visitor, calls?: number): number {
    visitor.hasCalled = true
    return visitor.tokenBucket.take(this.#options.systemClock.now(), calls)
  }

  /** Notes that a visitor did something: their world lasts as long again. */
  touch(visitor: Visitor): void {
    visitor.lastActiveAt = this.#options.systemClock.now()
    this.#byWorld.delete(visitor.world)
    this.#byWorld.set(visitor.world, visitor)
  }

  /** Milliseconds until the world of a visitor ends if nothing is done in it. */
  remainingMs({ lastActiveAt: actedAt }: Visitor): number {
    return Math.max(0, actedAt + this.#options.idleMs - this.#options.systemClock.now())
  }

  /** Whether a world takes all that it may, or more than its share where all together take too much. */
  isFull({ bytes: weight }: World): boolean {
    const crowded = this.#worlds.bytes > ownLimits.worldsBytes
    const share = crowded ? ownLimits.worldsBytes / this.#options.maxVisitors : bounds.worldBytes
    return weight > Math.min(share, bounds.worldBytes)
  }

  /** Ends the world of a visitor for good, and what they were known by. */
  end(visitor: Visitor): void {
    visitor.cancelTimer()
    this.#byCookie.delete(visitor.cookie)
    this.#byWorld.delete(visitor.world)
    const world = this.worldOf(visitor)
    if (world !== undefined) this.#worlds.delete(world)
  }

  /** Forgets all visitors, and calls off what would have ended their worlds. */
  close(): void {
    for (const visitor of this.#byWorld.values()) visitor.cancelTimer()
    this.#byWorld.clear()
    this.#byCookie.clear()
  }

  /** Lets crawlers go, then those who did nothing for longest, until a newcomer has room. */
  #makeRoom(): void {
    const { maxVisitors: most } = this.#options
    while (this.#byWorld.size >= most || this.#worlds.bytes > ownLimits.worldsBytes) {
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
    const unread = [...this.#byWorld.values()].filter((one) => !this.worldOf(one)?.openStreams)
    const since = this.#options.systemClock.now() - bounds.sparedSeconds * 1000
    return (
      unread.find(({ hasCalled: called }) => !called) ??
      unread.find(({ lastActiveAt: actedAt }) => actedAt <= since)
    )
  }

  #endWhenIdle(visitor: Visitor): void {
    const silence = bounds.silentSeconds * 1000
    const lasts = this.remainingMs(visitor)
    visitor.cancelTimer = this.#options.systemClock.after(
      visitor.hasCalled ? lasts : Math.min(lasts, silence),
      () => {
        // To read a stream is to do something.
        if (this.worldOf(visitor)?.openStreams) this.touch(visitor)
        if (visitor.hasCalled && this.remainingMs(visitor) > 0) this.#endWhenIdle(visitor)
        else this.end(visitor)
      },
    )
  }
}

/** How many calls one may make: so many a second, and what was saved up for some seconds. */
class TokenBucket {
  readonly #perSecond: number
  readonly #most: number
  #left: number
  #at: number

  /** `now` is in milliseconds, as in `take`. */
  constructor(perSecond: number, burstSeconds: number, now: number) {
    this.#perSecond = perSecond
    this.#most = Math.max(1, perSecond * burstSeconds)
    this.#left = this.#most
    this.#at = now
  }

  /** Takes a call, which may count as several; where too few are left, gives the seconds to wait, else 0. */
  take(now: number, calls = 1): number {
    const cost = Math.min(calls, this.#most)
    const passed = Math.max(0, now - this.#at) / 1000
    this.#at = now
    this.#left = Math.min(this.#most, this.#left + passed * this.#perSecond)
    if (this.#left < cost) return Math.ceil((cost - this.#left) / this.#perSecond)
    this.#left -= cost
    return 0
  }
}
