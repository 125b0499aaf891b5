import { type JsonObject, objectsIn } from '../../contract/json.ts'
import { toMoment } from '../../contract/canonical-date.ts'
import { isAccepted } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { member, valueAt } from '../session/json.ts'
import { itemsOf } from '../setup/lists.ts'

/** Returns the code of an error response, from the field `error` or the field `error_code`. */
export function anyErrorCode({ json }: Exchange): string | undefined {
  const code = member(json, 'error') ?? member(json, 'error_code')
  return typeof code === 'string' ? code : undefined
}

/** Whether a response is a validation error: a 422, or a 400 with an array `detail`. */
export const isInvalid = ({ status, json }: Exchange): boolean =>
  status === 422 || (status === 400 && Array.isArray(member(json, 'detail')))

/**
 * Whether a response can be the refusal of a credential: 400, 401 or 403, but no validation error.
 */
export const isDenied = (exchange: Exchange): boolean =>
  [400, 401, 403].includes(exchange.status) && !isInvalid(exchange)

/** Whether a record is missing: a 404 with an error code, which missing routes often lack. */
export const isMissingRecord = (exchange: Exchange): boolean =>
  exchange.status === 404 && anyErrorCode(exchange) !== undefined

/** Whether the response shows an accepted credential: a success, or a 404 about a record. */
export const isCredentialAccepted = (exchange: Exchange): boolean =>
  isAccepted(exchange) || isMissingRecord(exchange)

/** Whether a request found its conversation, even if a resume found no turn in it. */
export const reachesConversation = (exchange: Exchange): boolean =>
  isAccepted(exchange) || anyErrorCode(exchange) === 'no_recent_assistant_message'

/** Returns the items of a validation error; empty for any other response. */
export function complaintsIn(exchange: Exchange): readonly JsonObject[] {
  return isInvalid(exchange) ? objectsIn(member(exchange.json, 'detail')) : []
}

const placeOf = (complaint: JsonObject): readonly unknown[] => {
  const place = complaint['loc']
  return Array.isArray(place) ? place : []
}

/** Returns the first item of a validation error that is about a field or parameter of this name. */
export const complaintAbout = (exchange: Exchange, field: string): JsonObject | undefined =>
  complaintsIn(exchange).find((complaint) => placeOf(complaint).includes(field))

/**
 * Whether all items of a validation error are about fields inside the body. If so, the target could
 * read the body.
 */
export function isAboutFields(exchange: Exchange): boolean {
  const complaints = complaintsIn(exchange)
  return complaints.length > 0 && complaints.every((complaint) => placeOf(complaint).length > 1)
}

/** Returns the items of a list, inside any envelope; empty if the response is not a list. */
export const itemsIn = (exchange: Exchange): readonly JsonObject[] => itemsOf(exchange) ?? []

/** Reads a number field of a page, such as `total`, also inside an envelope. */
export const pageNumber = ({ json }: Exchange, name: string): number | undefined => {
  const number = member(json, name) ?? valueAt(json, ['data', name])
  return typeof number === 'number' ? number : undefined
}

/** Parses a timestamp of any format to milliseconds since 1970; without a time zone it is UTC. */
export function parseMoment(moment: unknown): number | undefined {
  if (typeof moment === 'number') return moment * 1000
  if (typeof moment !== 'string') return undefined
  const time = toMoment(moment)
  return Number.isNaN(time) ? undefined : time
}

/** Whether a value is a text with a date and a time. */
export const isDateText = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
