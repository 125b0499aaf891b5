import type * as z from 'zod/mini'
import { canonicalDate } from '../../../contract/canonical-date.ts'
import { isObject, type JsonObject, parseJson } from '../../../contract/json.ts'
import { idText, isIdLike } from '../../replay/id-map.ts'
import { type ImportedKind, namesOfField, recordFields } from './kinds.ts'

/** A recorded record in the form of a fixture. */
export type FittedRecord = {
  /** The fields that the contract has, in its form. */
  readonly fields: JsonObject
  /** The fields that it lacks. */
  readonly kept: JsonObject
  /** Fields whose recorded values the contract does not allow. */
  readonly misfits: readonly { readonly field: string; readonly value: unknown }[]
}

/** Fields of the answer that depend on the caller or are counted anew. */
const derived =
  /^(source|is_current|my_has_credentials|tool_count|total_runs|last_run_at|success_rate|key|api_key|key_prefix|last_used_at|total_requests|member_count|password|has_(connector|agent|conversation)|messages|actions|members|chunks|documents|callback_url)$/

/** Brings a recorded record into the form of the contract. */
export function fitRecord(kind: ImportedKind, raw: JsonObject): FittedRecord {
  const schemas: Readonly<Record<string, z.ZodMiniType>> = recordFields[kind]
  const fields: Record<string, unknown> = {}
  const used = new Set<string>()
  const misfits: { field: string; value: unknown }[] = []
  for (const [field, schema] of Object.entries(schemas)) {
    const name = namesOfField(kind, field).find(
      (one) => raw[one] !== undefined && raw[one] !== null,
    )
    const value = name === undefined ? raw[field] : raw[name]
    if (value === undefined) continue
    // A field that has its name in the contract is also kept under another name.
    if (name === field || name === undefined) used.add(field)
    const fitted = formsOf(field, value).find((form) => schema.safeParse(form).success)
    if (fitted !== undefined) fields[field] = fitted
    else if (value !== null) misfits.push({ field, value })
  }
  const kept = Object.fromEntries(
    Object.entries(raw)
      .filter(([name]) => !used.has(name) && !derived.test(name))
      .map(([name, value]) => [name, withCanonicalDates(value, name)]),
  )
  return { fields, kept, misfits }
}

/** The forms in which a value may fit the contract, the recorded one first. */
function formsOf(field: string, value: unknown): readonly unknown[] {
  if (/(^|_)at$/.test(field)) {
    const date = canonicalDate(value)
    return date === undefined ? [value] : [date]
  }
  if (typeof value === 'number')
    return [
      value,
      String(value),
      Math.round(value),
      ...(value === 0 || value === 1 ? [value === 1] : []),
    ]
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return [value, Number(value)]
  if (typeof value === 'string' && /^[[{]/.test(value)) return [value, parseJson(value)]
  if (value === 'true' || value === 'false') return [value, value === 'true']
  // Scopes may come as a list.
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return [value, value.join(',')]
  if (Array.isArray(value)) return [value.map((item) => (isObject(item) ? item : String(item)))]
  return [value]
}

/** A value in which the dates have the form of the contract, as a world moves and writes them. */
function withCanonicalDates(value: unknown, name = ''): unknown {
  if (typeof value === 'string')
    return name.endsWith('_at') ? (canonicalDate(value) ?? value) : value
  if (Array.isArray(value)) return value.map((item) => withCanonicalDates(item))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withCanonicalDates(item, key)]),
  )
}

/** The id of a recorded record as text. */
export function idOf(kind: ImportedKind, raw: JsonObject): string | undefined {
  for (const name of namesOfField(kind, 'id')) {
    const id = idText(raw[name])
    if (id !== undefined) return id
  }
  return undefined
}

/** A short name for a record without one. */
export const shortId = (id: string): string => (isIdLike(id) ? id.slice(0, 8) : id)
