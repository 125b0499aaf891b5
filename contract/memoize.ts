const most = 500

/** Caches results for recent texts up to `longest` characters: the same few texts recur. */
export function memoize<Value extends object>(
  make: (text: string) => Value,
  longest = 1000,
): (text: string) => Value {
  const made = new Map<string, Value>()
  return (text) => {
    let value = made.get(text)
    if (value !== undefined) return value
    value = make(text)
    if (made.size >= most) made.clear()
    if (text.length <= longest) made.set(text, value)
    return value
  }
}

/** An object whose values are computed on first access. */
export function lazily<Values extends object>(makers: {
  readonly [Key in keyof Values]: () => Values[Key]
}): Values {
  const values = {}
  for (const key of Object.keys(makers) as (keyof Values)[]) {
    let made: { readonly value: Values[keyof Values] } | undefined
    const get = () => (made ??= { value: makers[key]() }).value
    Object.defineProperty(values, key, { get, enumerable: true })
  }
  return values as Values
}
