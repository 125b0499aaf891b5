import { ownLimits } from '../../contract/limits.ts'
import { worldTag } from '../world/api-keys.ts'
import type { SystemClock } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import { WorldError } from '../world/world-error.ts'
import type { Worlds } from '../world/worlds.ts'

const { visitor: visitorLimits } = ownLimits

export type VisitorsOptions = {
  readonly systemClock: SystemClock
  /** Draws 128 random bits as text that is valid in cookies and URLs. */
  readonly randomId: () => string
  /** Milliseconds without activity after which the world of a visitor ends. */
  readonly idleMs: number
  /** Requests per second of one visitor. */
  readonly requestsPerSecond: number
  /** The maximum number of visitors at the same time. */
  readonly maxVisitors: number
}

/** The part of a visitor that can be stored. */
export type StoredVisitor = {
  readonly cookie: string
  /** The name of the world. It gives access to the platform in this world. */
  readonly world: string
  /** Whether the visitor requested anything besides the page. Crawlers do not. */
  readonly hasCalled: boolean
  /** The time of the last activity, in milliseconds since 1970. Reading is not an activity. */
  readonly lastActiveAt: number
}

/** A visitor of the demo: a browser with a cookie and its own world. */
export type Visitor = { -readonly [Field in keyof StoredVisitor]: StoredVisitor[Field] } & {
  readonly tokenBucket: TokenBucket
  /** The number of open streams of the journal that this visitor reads. */
  followers: number
  pendingRequests: number
  cancelTimer: () => void
}

/** The visitors of a demo server. Inactive visitors are removed with their worlds. */
export class Visitors {
  readonly #options: VisitorsOptions
  readonly #worlds: Worlds
  readonly #byCookie = new Map<string, Visitor>()
  /** Visitors by the name of their world, in the order of last activity. */
  readonly #byWorld = new Map<string, Visitor>()

  constructor(worlds: Worlds, options: VisitorsOptions) {
    this.#worlds = worlds
    this.#options = options
    worlds.isKept = (name) => this.#byWorld.has(name)
  }

  get idleMs(): number {
    return this.#options.idleMs
  }

  /**
   * Adds a visitor with a new world, by default with a random name. Throws `WorldError` if the limit
   * is reached.
   */
  admit(world = this.#options.randomId()): Visitor {
    this.#removeIdleVisitors()
    const { systemClock, randomId } = this.#options
    this.#worlds.create({}, world)
    // The cookie ends in the tag of the world, by which a router finds the world.
    const cookie = randomId() + worldTag(world)
    return this.restore({ cookie, world, hasCalled: false, lastActiveAt: systemClock.now() })
  }

  /** Adds a visitor whose world is stored already. */
  restore(stored: StoredVisitor): Visitor {
    const { systemClock, requestsPerSecond: rate } = this.#options
    const visitor: Visitor = {
      ...stored,
      tokenBucket: new TokenBucket(rate, visitorLimits.burstSeconds, systemClock.now()),
      followers: 0,
      pendingRequests: 0,
      cancelTimer: () => undefined,
    }
    this.#byCookie.set(visitor.cookie, visitor)
    this.#byWorld.set(visitor.world, visitor)
    this.#endWhenIdle(visitor)
    return visitor
  }

  /** Finds the visitor who has one of these cookies and whose world still exists. */
  withCookie(cookies: readonly string[]): Visitor | undefined {
    for (const cookie of cookies) {
      const visitor = this.#byCookie.get(cookie)
      if (visitor !== undefined && this.worldOf(visitor) !== undefined) return visitor
    }
    return undefined
  }

  inWorld(name: string): Visitor | undefined {
    return this.#byWorld.get(name)
  }

  /** The world of a visitor; `undefined` if the world was dropped. */
  worldOf({ world }: Visitor): World | undefined {
    return this.#worlds.existing(world)
  }

  /** Counts requests towards a visitor's rate limit. Returns 0, or the seconds to wait. */
  takeTokens(visitor: Visitor, calls?: number): number {
    visitor.hasCalled = true
    return visitor.tokenBucket.take(this.#options.systemClock.now(), calls)
  }

  /** Records activity of a visitor, which restarts the idle timer. */
  touch(visitor: Visitor): void {
    visitor.lastActiveAt = this.#options.systemClock.now()
    this.#byWorld.delete(visitor.world)
    this.#byWorld.set(visitor.world, visitor)
  }

  /** Milliseconds until the world of a visitor ends without further activity. */
  remainingMs({ lastActiveAt: actedAt }: Visitor): number {
    return Math.max(0, actedAt + this.#options.idleMs - this.#options.systemClock.now())
  }

  /** Whether a world exceeds its memory limit. The limit is lower while memory is scarce. */
  isFull({ bytes: weight }: World): boolean {
    const crowded = this.#worlds.bytes > ownLimits.worldsBytes
    const share = crowded
      ? ownLimits.worldsBytes / this.#options.maxVisitors
      : visitorLimits.worldBytes
    return weight > Math.min(share, visitorLimits.worldBytes)
  }

  /** Removes a visitor and deletes the world. */
  end(visitor: Visitor): void {
    visitor.cancelTimer()
    this.#byCookie.delete(visitor.cookie)
    this.#byWorld.delete(visitor.world)
    const world = this.worldOf(visitor)
    if (world !== undefined) this.#worlds.delete(world)
  }

  /** Removes all visitors and cancels their timers. */
  close(): void {
    for (const visitor of this.#byWorld.values()) visitor.cancelTimer()
    this.#byWorld.clear()
    this.#byCookie.clear()
  }

  /**
   * Removes crawlers first, then the longest inactive visitors, until there is space for one more.
   */
  #removeIdleVisitors(): void {
    const { maxVisitors: most } = this.#options
    while (this.#byWorld.size >= most || this.#worlds.bytes > ownLimits.worldsBytes) {
      const leaving = this.#findRemovable()
      if (leaving === undefined)
        throw new WorldError(
          'full',
          'This server has reached its limit of visitors. Try again in a minute.',
        )
      this.end(leaving)
    }
  }

  #findRemovable(): Visitor | undefined {
    const unread = [...this.#byWorld.values()].filter((one) => !this.worldOf(one)?.openStreams)
    const since = this.#options.systemClock.now() - visitorLimits.sparedSeconds * 1000
    return (
      unread.find(({ hasCalled: called }) => !called) ??
      unread.find(({ lastActiveAt: actedAt }) => actedAt <= since)
    )
  }

  #endWhenIdle(visitor: Visitor): void {
    const silence = visitorLimits.silentSeconds * 1000
    const lasts = this.remainingMs(visitor)
    visitor.cancelTimer = this.#options.systemClock.after(
      visitor.hasCalled ? lasts : Math.min(lasts, silence),
      () => {
        // A visitor who reads a stream is active.
        if (this.worldOf(visitor)?.openStreams) this.touch(visitor)
        if (visitor.hasCalled && this.remainingMs(visitor) > 0) this.#endWhenIdle(visitor)
        else this.end(visitor)
      },
    )
  }
}

/**
 * A token bucket: allows a rate of requests per second, and saves up some seconds of unused rate.
 */
class TokenBucket {
  readonly #perSecond: number
  readonly #capacity: number
  #tokens: number
  #updatedAt: number

  /** `now` is in milliseconds, as in `take`. */
  constructor(perSecond: number, burstSeconds: number, now: number) {
    this.#perSecond = perSecond
    this.#capacity = Math.max(1, perSecond * burstSeconds)
    this.#tokens = this.#capacity
    this.#updatedAt = now
  }

  /** Takes a token for each request. Returns 0, or the seconds to wait if too few are left. */
  take(now: number, calls = 1): number {
    const cost = Math.min(calls, this.#capacity)
    const passed = Math.max(0, now - this.#updatedAt) / 1000
    this.#updatedAt = now
    this.#tokens = Math.min(this.#capacity, this.#tokens + passed * this.#perSecond)
    if (this.#tokens < cost) return Math.ceil((cost - this.#tokens) / this.#perSecond)
    this.#tokens -= cost
    return 0
  }

  /** Takes tokens for finished work. The balance may become negative. */
  charge(calls: number): void {
    this.#tokens -= calls
  }
}
