/** How many calls one may make: so many a second, and what was saved up for some seconds. */
export class Allowance {
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
