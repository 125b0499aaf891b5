import type { Page } from '../../world/wire.ts'

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** How a deployment writes records. */
export type RecordForm = {
  /** Converts a canonical ISO 8601 time; `undefined` keeps it. */
  readonly timestamp: ((canonical: string) => unknown) | undefined
  /** Whether fields that are `null` are left out. */
  readonly omitEmpty: boolean
}

/** Writes a value as JSON. */
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

/** Writes a page as JSON text. */
export type PageText = (page: Page, serialize: Serialize) => string

const itemsText = (page: Page, serialize: Serialize) => `[${page.items.map(serialize).join(',')}]`

/** The paginated envelope of the specification (2.2). */
export const createPageText =
  (pagesWhenEmpty: number): PageText =>
  (page, serialize) => {
    const pages = page.total === 0 ? pagesWhenEmpty : Math.ceil(page.total / page.size)
    return `{"items":${itemsText(page, serialize)},"total":${page.total},"page":${page.page},"size":${page.size},"pages":${pages}}`
  }

export const itemsOnly: PageText = (page, serialize) => `{"items":${itemsText(page, serialize)}}`

export const wrappedPage =
  (inner: PageText): PageText =>
  (page, serialize) =>
    `{"success":true,"data":${inner(page, serialize)}}`

export const itemsAlone: PageText = itemsText

export const enveloped =
  (envelope: EnvelopeText): PageText =>
  (page, serialize) =>
    envelope(itemsText(page, serialize))

/** Writes the success envelope around the JSON text of a payload (2.3). */
export type EnvelopeText = (data: string) => string

export const plainEnvelope: EnvelopeText = (data) => `{"success":true,"data":${data}}`
export const envelopeWithNullError: EnvelopeText = (data) =>
  `{"success":true,"data":${data},"error":null}`

/** A new key: its record, and its full value, which no other response has (2.1.R1). */
export type CreatedKey = { readonly record: object; readonly value: string }
export type CreatedKeyText = (record: string, value: string, envelope: EnvelopeText) => string

export const flatKey: CreatedKeyText = (record, value) =>
  `${record.slice(0, -1)},"key":${JSON.stringify(value)}}`
export const wrappedKey: CreatedKeyText = (record, value, envelope) =>
  envelope(`{"record":${record},"secret":${JSON.stringify(value)}}`)
export const nestedKey: CreatedKeyText = (record, value) =>
  `{"api_key":${record},"plain":${JSON.stringify(value)}}`

export const wholeKeyRecord = (record: object) => record
/** The record without the fields that say nothing for a new key. */
export function partialKeyRecord(record: object): object {
  const omitted = new Set(['is_active', 'last_used_at', 'total_requests'])
  return Object.fromEntries(Object.entries(record).filter(([field]) => !omitted.has(field)))
}
