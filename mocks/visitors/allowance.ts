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

  /** Takes one call; where none is left, gives the seconds until there is one, else 0. */
  take(now: number): number {
    const passed = Math.max(0, now - this.#at) / 1000
    this.#at = now
    this.#left = Math.min(this.#most, this.#left + passed * this.#perSecond)
    if (this.#left < 1) return Math.ceil((1 - this.#left) / this.#perSecond)
    this.#left -= 1
    return 0
  }
}
