import type { Field, FieldType } from './field-type.ts'

export type RecordFields = Readonly<Record<string, unknown>>

/** Converts typed text to a value. Returns the text itself if it is not a valid number or date. */
export function valueOfText(type: FieldType, text: string): unknown {
  if (text === '' && type.isNullable) return null
  if (text === '' && type.isOptional) return undefined
  if (type.input === 'number') {
    const number = Number(text)
    return text.trim() === '' || Number.isNaN(number) ? text : number
  }
  if (type.input === 'date') {
    const date = new Date(`${text}Z`)
    return Number.isNaN(date.getTime()) ? text : date.toISOString()
  }
  return text
}

/** Returns the text that a field shows for a value. */
export function textOfValue({ input }: FieldType, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (input === 'date') return String(value).replace(/Z$/, '')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Returns the first value of a field in a new record. A date gets the time `now`. */
export function initialValue(type: FieldType, now: string): unknown {
  if (type.isNullable) return null
  switch (type.input) {
    case 'text':
      return ''
    case 'number':
      return Math.max(type.schema.minimum ?? 0, 0)
    case 'boolean':
      return false
    case 'choice':
      return type.options?.[0] ?? ''
    case 'date':
      return now
    case 'list':
      return []
    case 'fields':
      return initialFields(type.fields ?? [], now)
    case 'json':
      return type.schema.type === 'array' ? [] : {}
  }
}

/** Returns the required fields of a new record, each with its first value. */
export const initialFields = (fields: readonly Field[], now: string): RecordFields =>
  Object.fromEntries(
    fields
      .filter(({ type }) => !type.isOptional)
      .map(({ name, type }) => [name, initialValue(type, now)]),
  )

/** Returns a copy with one changed field. The value `undefined` removes the field. */
export function withField(fields: RecordFields, name: string, value: unknown): RecordFields {
  const { [name]: _, ...others } = fields
  return value === undefined ? others : { ...fields, [name]: value }
}
