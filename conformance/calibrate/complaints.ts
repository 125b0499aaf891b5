import { isObject, type JsonObject } from '../../contract/json.ts'
import type { Exchange } from '../session/exchange.ts'
import { member, valueAt } from '../session/json.ts'
import { isInvalid } from './look.ts'

/** The items of a validation error; empty for any other response. */
export function complaintsIn(exchange: Exchange): readonly JsonObject[] {
  const detail = isInvalid(exchange) ? member(exchange.json, 'detail') : undefined
  return (Array.isArray(detail) ? detail : []).filter(isObject)
}

const placeOf = (complaint: JsonObject): readonly unknown[] => {
  const place = complaint['loc']
  return Array.isArray(place) ? place : []
}

/** Whether an item of a validation error is about a field or parameter of this name. */
export const isAbout = (complaint: JsonObject, field: string): boolean =>
  placeOf(complaint).includes(field)

/** The first item of a validation error that is about a field or parameter. */
export const complaintAbout = (exchange: Exchange, field: string): JsonObject | undefined =>
  complaintsIn(exchange).find((complaint) => isAbout(complaint, field))

/** Whether every item is about a field inside the body, so that the body itself could be read. */
export const areAboutFields = (complaints: readonly JsonObject[]): boolean =>
  complaints.length > 0 && complaints.every((complaint) => placeOf(complaint).length > 1)

/** The greatest length that an item allows; `undefined` if it is not about a text that is too long. */
export function greatestLength(complaint: JsonObject): number | undefined {
  const limit = valueAt(complaint, ['ctx', 'max_length'])
  if (typeof limit === 'number') return limit
  if (!/too_long|max_length/.test(String(complaint['type']))) return undefined
  const [digits] = /\d+/.exec(String(complaint['msg'])) ?? []
  return digits === undefined ? undefined : Number(digits)
}
