const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** How records are written: the form of moments, and of optional fields without a value. */
export type RecordForm = {
  /** Rewrites a canonical moment; `undefined` keeps it. */
  readonly timestamp: ((canonical: string) => unknown) | undefined
  readonly omitEmpty: boolean
}

/** The JSON text of values; that of a frozen record is kept, since it can't change. */
export type Serialize = (value: unknown) => string

export const offsetTimestamp = (canonical: string) => canonical.replace('Z', '000+00:00')
export const naiveTimestamp = (canonical: string) => canonical.replace(/\.\d+Z$/, '')
export const epochTimestamp = (canonical: string) => Date.parse(canonical) / 1000
export function localTimestamp(canonical: string): string {
  return new Date(Date.parse(canonical) + 2 * 3_600_000).toISOString().replace('Z', '+02:00')
}

export const createSerialize = (form: RecordForm): Serialize =>
  memoizeFrozen((value) => JSON.stringify(rewrite(value, form, form.omitEmpty)))

/** What writes values, so that it remembers the text of a frozen one, since that can't change. */
export function memoizeFrozen<Value>(render: (value: Value) => string): (value: Value) => string {
  const kept = new WeakMap<object, string>()
  return (value) => {
    if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return render(value)
    let text = kept.get(value)
    if (text === undefined) kept.set(value, (text = render(value)))
    return text
  }
}

/** A value with its moments in another form; the same value where nothing changes. */
export function rewrite(value: unknown, form: RecordForm, omitEmpty = false): unknown {
  if (form.timestamp === undefined && !omitEmpty) return value
  if (Array.isArray(value)) return value.map((item) => rewrite(item, form, omitEmpty))
  if (typeof value !== 'object' || value === null) return value
  const entries: [string, unknown][] = []
  for (const [key, item] of Object.entries(value)) {
    if (item === null && omitEmpty) continue
    const isMoment = typeof item === 'string' && key.endsWith('_at') && moment.test(item)
    entries.push([
      key,
      isMoment && form.timestamp ? form.timestamp(item) : rewrite(item, form, omitEmpty),
    ])
  }
  return Object.fromEntries(entries)
}
