import { isDeepStrictEqual } from 'node:util'

/** Things by id as their owner finds them. */
export type Found = ReadonlyMap<string, object>

const like = (look: object | undefined) => (other: object | undefined) =>
  isDeepStrictEqual(look, other)

/**
 * What a client was promised of things that it makes, changes and deletes, against what it finds
 * after a crash: each is as it was acknowledged last, or as a call would have it that nobody answered.
 */
export class CrashLedger {
  /** What was acknowledged last; `undefined` of what was deleted. */
  readonly #promised: Map<string, object | undefined>
  /** What was asked for since. */
  readonly #asked = new Map<string, object | undefined>()
  readonly #unborn = new Set<object>()

  constructor(found: Found) {
    this.#promised = new Map(found)
  }

  /** Everything that is there, and of which nothing is asked at this moment. */
  get idle(): string[] {
    return [...this.#promised].flatMap(([id, look]) =>
      look === undefined || this.#asked.has(id) ? [] : [id],
    )
  }

  /** Notes a thing that was acknowledged. */
  grant(id: string, look: object): void {
    this.#promised.set(id, look)
  }

  /** Asks for a new thing, by a call that gives its id. */
  async make(look: object, call: () => Promise<string>): Promise<void> {
    this.#unborn.add(look)
    this.grant(await call(), look)
    this.#unborn.delete(look)
  }

  /** Asks for a change of a thing, or with `undefined` for its end. */
  async change(id: string, look: object | undefined, call: () => Promise<unknown>): Promise<void> {
    this.#asked.set(id, look)
    await call()
    this.#asked.delete(id)
    this.#promised.set(id, look)
  }

  /** What contradicts the promises; from here on, what is found is what is promised. */
  settle(found: Found): string[] {
    const broken = [...this.#promised].filter(([id, look]) => {
      const seen = like(found.get(id))
      return !seen(look) && !(this.#asked.has(id) && seen(this.#asked.get(id)))
    })
    const uncalled = [...found].filter(
      ([id, look]) => !this.#promised.has(id) && ![...this.#unborn].some(like(look)),
    )
    for (const id of [...this.#promised.keys(), ...found.keys()])
      this.#promised.set(id, found.get(id))
    this.#asked.clear()
    this.#unborn.clear()
    return [
      ...broken.map(([id, look]) => `${id} is not ${JSON.stringify(look)}`),
      ...uncalled.map(([id, look]) => `nobody asked for ${id}, ${JSON.stringify(look)}`),
    ]
  }
}
