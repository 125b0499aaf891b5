const most = 500

/**
 * Caches the results of `make` for recent texts of up to `longest` characters, because the same few
 * texts recur. Read with `get(text) ?? add(text)`: a cached text only costs a `Map` lookup.
 */
export class Memo<Value extends object> extends Map<string, Value> {
  readonly #make: (text: string) => Value
  readonly #longest: number

  constructor(make: (text: string) => Value, longest = 1000) {
    super()
    this.#make = make
    this.#longest = longest
  }

  add(text: string): Value {
    const value = this.#make(text)
    if (this.size >= most) this.clear()
    if (text.length <= this.#longest) this.set(text, value)
    return value
  }
}

/** An object whose values are computed on first access. */
export function lazily<Values extends object>(makers: {
  readonly [Key in keyof Values]: () => Values[Key]
}): Values {
  const values = {} as Values
  for (const key of Object.keys(makers) as (keyof Values)[]) {
    const get = () => {
      const value = makers[key]()
      // Defines a plain value, because reading it takes half the time of a getter.
      Object.defineProperty(values, key, { value, enumerable: true })
      return value
    }
    Object.defineProperty(values, key, { get, enumerable: true, configurable: true })
  }
  return values
}
