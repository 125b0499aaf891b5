import { isDeepStrictEqual } from 'node:util'

/** Records by id, as their owner reads them. */
export type Found = ReadonlyMap<string, object>

const like = (look: object | undefined) => (other: object | undefined) =>
  isDeepStrictEqual(look, other)

/**
 * Compares acknowledged writes of a client with the records that it reads after a crash. Each
 * record must be as last acknowledged, or as a write without a response would have made it.
 */
export class CrashLedger {
  /** The last acknowledged state; `undefined` if deleted. */
  readonly #promised: Map<string, object | undefined>
  /** States requested since then. */
  readonly #asked = new Map<string, object | undefined>()
  readonly #unborn = new Set<object>()

  constructor(found: Found) {
    this.#promised = new Map(found)
  }

  /** Existing records without a pending write. */
  get idle(): string[] {
    return [...this.#promised].flatMap(([id, look]) =>
      look === undefined || this.#asked.has(id) ? [] : [id],
    )
  }

  /** Records an acknowledged write. */
  grant(id: string, look: object): void {
    this.#promised.set(id, look)
  }

  /** Creates a record with a call that returns its id. */
  async make(look: object, call: () => Promise<string>): Promise<void> {
    this.#unborn.add(look)
    this.grant(await call(), look)
    this.#unborn.delete(look)
  }

  /** Changes a record, or deletes it with `undefined`. */
  async change(id: string, look: object | undefined, call: () => Promise<unknown>): Promise<void> {
    this.#asked.set(id, look)
    await call()
    this.#asked.delete(id)
    this.#promised.set(id, look)
  }

  /** Lost or unexpected writes. After this call, the state that was read counts as acknowledged. */
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
