import type { Page } from '../../world/wire.ts'
import type { Serialize } from './records.ts'

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
