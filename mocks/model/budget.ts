import type { SystemClock } from '../world/clock.ts'
import { ModelError } from './model-error.ts'

/** The daily limits of a model; a day is a UTC day by the clock of the machine. */
export type BudgetLimits = {
  /** The maximum number of tokens of one world. All worlds together may use twenty times as many. */
  readonly tokens: number
  /** The maximum cost of all worlds together, in the currency of the price. */
  readonly money: number | undefined
  /** The price of a million tokens. */
  readonly price: { readonly prompt: number; readonly completion: number } | undefined
}

/** Tokens that a request has used, or may use at most. */
export type Tokens = { readonly prompt: number; readonly completion: number }

const allWorldsFactor = 20
const dayMs = 24 * 3600 * 1000

/** Counts the tokens and the cost of a model for all worlds of a server. */
export class Budget {
  readonly #limits: BudgetLimits
  readonly #clock: SystemClock
  #day = -1
  #byWorld = new Map<string, number>()
  #tokens = 0
  #money = 0

  constructor(limits: BudgetLimits, clock: SystemClock) {
    this.#limits = limits
    this.#clock = clock
  }

  /**
   * Reserves the maximum use of a request, so that parallel requests stay within the limits. The
   * returned function replaces the reservation by the real use. Throws `ModelError` above a limit.
   */
  reserve(world: string, maxUse: Tokens): (used: Tokens) => void {
    this.#beginDay()
    const { tokens, money } = this.#limits
    const needed = maxUse.prompt + maxUse.completion
    if ((this.#byWorld.get(world) ?? 0) + needed > tokens)
      throw new ModelError(
        `This world has used up its ${tokens} model tokens of today. Raise --model-tokens, or wait until tomorrow.`,
      )
    if (this.#tokens + needed > allWorldsFactor * tokens)
      throw new ModelError(
        `All worlds together have used up the ${allWorldsFactor * tokens} model tokens of today, ${allWorldsFactor} times --model-tokens. Raise it, or wait until tomorrow.`,
      )
    if (money !== undefined && this.#money + this.#priceOf(maxUse) > money)
      throw new ModelError(
        `The model budget of today is used up (--model-budget ${money}). Raise it, or wait until tomorrow.`,
      )
    this.#add(world, maxUse, 1)
    const day = this.#day
    return (used) => {
      if (day !== this.#day) return
      this.#add(world, maxUse, -1)
      this.#add(world, used, 1)
    }
  }

  #add(world: string, tokens: Tokens, sign: 1 | -1): void {
    const sum = sign * (tokens.prompt + tokens.completion)
    this.#byWorld.set(world, (this.#byWorld.get(world) ?? 0) + sum)
    this.#tokens += sum
    this.#money += sign * this.#priceOf(tokens)
  }

  #priceOf({ prompt, completion }: Tokens): number {
    const { price } = this.#limits
    return price === undefined ? 0 : (prompt * price.prompt + completion * price.completion) / 1e6
  }

  #beginDay(): void {
    const day = Math.floor(this.#clock.now() / dayMs)
    if (day === this.#day) return
    this.#day = day
    this.#byWorld = new Map()
    this.#tokens = 0
    this.#money = 0
  }
}
