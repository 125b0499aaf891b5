import type { StoredRecord } from '../../control/answers.ts'

/**
 * The fields that an edited text gives another value. Throws an `Error` that says why a text can't
 * stand for the record: it is no JSON, no object, or lacks a field.
 */
export function changeIn(record: StoredRecord, text: string): Readonly<Record<string, unknown>> {
  const edited = readRecord(text)
  const missing = Object.keys(record).filter((field) => !Object.hasOwn(edited, field))
  if (missing.length > 0)
    throw new Error(
      `A field can be changed, not taken away: put back ${missing.map((field) => `"${field}"`).join(', ')}.`,
    )
  return Object.fromEntries(
    Object.entries(edited).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(record[field]),
    ),
  )
}

/** The fields that a text has. Throws an `Error` that says why it has none. */
export function readRecord(text: string): Readonly<Record<string, unknown>> {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch (error) {
    throw new Error(`This is no JSON: ${(error as Error).message}.`, { cause: error })
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw new Error('A record is an object with fields, as in {"title": "Another"}.')
  return read as Readonly<Record<string, unknown>>
}
