/** An object whose values are made when they are first read, each once. */
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
