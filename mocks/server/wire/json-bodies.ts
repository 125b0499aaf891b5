import type { Page } from '../../world/wire.ts'

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

export const createSerializer = (form: RecordForm): Serialize =>
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

/** Writes a page as JSON text. */
export type PageText = (page: Page, toText: Serialize) => string

const itemsText = (page: Page, toText: Serialize) => `[${page.items.map(toText).join(',')}]`

/** The paginated envelope of the spec (2.2). */
export const createPageText =
  (pagesWhenEmpty: number): PageText =>
  (page, toText) => {
    const pages = page.total === 0 ? pagesWhenEmpty : Math.ceil(page.total / page.size)
    return `{"items":${itemsText(page, toText)},"total":${page.total},"page":${page.page},"size":${page.size},"pages":${pages}}`
  }

export const itemsOnly: PageText = (page, toText) => `{"items":${itemsText(page, toText)}}`

export const wrappedPage =
  (inner: PageText): PageText =>
  (page, toText) =>
    `{"success":true,"data":${inner(page, toText)}}`

export const itemsAlone: PageText = itemsText

export const enveloped =
  (envelope: EnvelopeText): PageText =>
  (page, toText) =>
    envelope(itemsText(page, toText))

/** Writes the success envelope around the JSON text of a payload (2.3). */
export type EnvelopeText = (data: string) => string

export const plainEnvelope: EnvelopeText = (data) => `{"success":true,"data":${data}}`
export const envelopeWithNullError: EnvelopeText = (data) =>
  `{"success":true,"data":${data},"error":null}`

/** What the creation of a key answers: the record, and the full value, shown only here (2.1.R1). */
export type CreatedKey = { readonly record: object; readonly value: string }
export type CreatedKeyText = (record: string, value: string, envelope: EnvelopeText) => string

export const flatKey: CreatedKeyText = (record, value) =>
  `${record.slice(0, -1)},"key":${JSON.stringify(value)}}`
export const wrappedKey: CreatedKeyText = (record, value, envelope) =>
  envelope(`{"record":${record},"secret":${JSON.stringify(value)}}`)
export const nestedKey: CreatedKeyText = (record, value) =>
  `{"api_key":${record},"plain":${JSON.stringify(value)}}`

/** The record of a new key with every field, or without what a new key cannot tell yet. */
export const wholeKeyRecord = (record: object) => record
export function partialKeyRecord(record: object): object {
  const untold = new Set(['is_active', 'last_used_at', 'total_requests'])
  return Object.fromEntries(Object.entries(record).filter(([field]) => !untold.has(field)))
}
