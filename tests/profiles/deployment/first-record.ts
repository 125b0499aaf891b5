import { isObject } from '../../../contract/json.ts'

type Fields = Readonly<Record<string, unknown>>

/** The first record of a list in a body, in any envelope. */
export function firstRecord(json: unknown): Fields | undefined {
  if (Array.isArray(json)) return json.find(isObject)
  if (!isObject(json)) return undefined
  for (const part of ['data', 'items', ...Object.keys(json)]) {
    const found = firstRecord(json[part])
    if (found !== undefined) return found
  }
  return undefined
}

/** The record in a body, with or without an envelope. */
export const recordIn = (json: unknown): Fields =>
  isObject(json) ? (isObject(json['data']) ? json['data'] : json) : {}
