const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The form in which a deployment writes records. */
export type RecordForm = {
  /** Converts a canonical ISO 8601 time; `undefined` keeps it. */
  readonly timestamp: ((canonical: string) => unknown) | undefined
  /** Whether fields that are `null` are left out. */
  readonly omitEmpty: boolean
}

export type Serialize = (value: unknown) => string

export const offsetTimestamp = (canonical: string) => canonical.replace('Z', '000+00:00')
export const naiveTimestamp = (canonical: string) => canonical.replace(/\.\d+Z$/, '')
export const epochTimestamp = (canonical: string) => Date.parse(canonical) / 1000
export function localTimestamp(canonical: string): string {
  return new Date(Date.parse(canonical) + 2 * 3_600_000).toISOString().replace('Z', '+02:00')
}

/** Creates the serializer of a deployment. It caches the text of frozen values: stored records. */
export function createSerializer(form: RecordForm): Serialize {
  const cached = new WeakMap<object, string>()
  const render = (value: unknown) => JSON.stringify(rewrite(value, form, form.omitEmpty))
  return (value) => {
    if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return render(value)
    let text = cached.get(value)
    if (text === undefined) cached.set(value, (text = render(value)))
    return text
  }
}

/** Returns a value in the form of the deployment; the same value if nothing changes. */
export function rewrite(value: unknown, form: RecordForm, omitEmpty = false): unknown {
  if (form.timestamp === undefined && !omitEmpty) return value
  if (Array.isArray(value)) return value.map((item) => rewrite(item, form, omitEmpty))
  if (typeof value !== 'object' || value === null) return value
  const entries: [string, unknown][] = []
  for (const [key, item] of Object.entries(value)) {
    if (item === null && omitEmpty) continue
    const isTime = typeof item === 'string' && key.endsWith('_at') && isoTime.test(item)
    entries.push([
      key,
      isTime && form.timestamp ? form.timestamp(item) : rewrite(item, form, omitEmpty),
    ])
  }
  return Object.fromEntries(entries)
}
