const maxEntries = 500

/**
 * Caches the results of `make` for recent texts of up to `maxKeyLength` characters, because a few
 * texts recur often. Read with `get(text) ?? add(text)`: a cached text only costs a `Map` lookup.
 */
export class MemoCache<Value extends object> extends Map<string, Value> {
  readonly #make: (text: string) => Value
  readonly #maxKeyLength: number

  constructor(make: (text: string) => Value, maxKeyLength = 1000) {
    super()
    this.#make = make
    this.#maxKeyLength = maxKeyLength
  }

  add(text: string): Value {
    const value = this.#make(text)
    if (this.size >= maxEntries) this.clear()
    if (text.length <= this.#maxKeyLength) this.set(text, value)
    return value
  }
}

/** Wraps a function so that it computes its value only once, at the first call. */
export function computeOnce<Value>(compute: () => Value): () => Value {
  let known: { readonly value: Value } | undefined
  return () => (known ??= { value: compute() }).value
}

/** Caches the result of `make` for each object, as long as the object exists. */
export function memoizeByObject<Key extends object, Value>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const values = new WeakMap<Key, Value>()
  return (key) => {
    const known = values.get(key)
    if (known !== undefined || values.has(key)) return known as Value
    const value = make(key)
    values.set(key, value)
    return value
  }
}

/** Adds values to an object (by default to a new one) that are computed on first access. */
export function lazyProperties<Values extends object, Target extends object = object>(
  makers: { readonly [Key in keyof Values]: () => Values[Key] },
  target = {} as Target,
): Target & Values {
  const values = target as Target & Values
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
