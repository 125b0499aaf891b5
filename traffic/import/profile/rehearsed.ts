import { bodyForm, unwrapEnvelope } from '../../../contract/body-form.ts'
import { pathOf, type RecordedExchange } from '../../../contract/exchange.ts'
import { isObject, isSameJson, objectIn } from '../../../contract/json.ts'
import type { ProfileDocument } from '../../../contract/profile.ts'
import type { Families } from '../../../contract/profile/own-operations.ts'
import { isIdLike } from '../../replay/id-map.ts'
import { errorCodeIn } from './profile-rules.ts'
import { createRouteTable, type KnownRoute, pathPatternOf } from './recorded-route.ts'

/** A recorded exchange, with the response of a fake that plays the import. */
export type Rehearsed = {
  readonly exchange: RecordedExchange
  readonly status: number
  readonly json: unknown
}

/** How the response of a fake compares with the recorded one. */
export type Outcome = Rehearsed & {
  /** The operation that answered; undefined if the profile has none. */
  readonly known: KnownRoute | undefined
  /** The ids in the path. */
  readonly ids: readonly string[]
  /** The path with its query, and the credential: equal for repeated reads by one user. */
  readonly address: string
  /** Whether the fake answered with the recorded status and error code. */
  readonly isSameStatus: boolean
  /**
   * The places whose values differ; for a list, the changes that differ; only the status if it
   * differs.
   */
  readonly differences: ReadonlySet<string>
}

/** Compares the responses of a rehearsal with the recorded ones. */
export function outcomesOf(
  document: ProfileDocument,
  rehearsed: readonly Rehearsed[],
): readonly Outcome[] {
  const table = createRouteTable({ operations: (document.operations ?? {}) as Families })
  const reads = new Map<string, Rehearsed>()
  return rehearsed.map((one) => {
    const { exchange, status, json } = one
    const { request } = exchange
    const { pattern, values: ids } = pathPatternOf(pathOf(exchange))
    const isSameStatus =
      exchange.status === status &&
      (status < 400 || isSameJson(refusalIn(exchange.json), refusalIn(json)))
    const address = `${request.path} ${request.bearer ?? ''}`
    const earlier = reads.get(address)
    if (request.method === 'GET' && status < 400 && exchange.status < 400) reads.set(address, one)
    return {
      ...one,
      known: table.find(request.method, pattern),
      ids,
      address,
      isSameStatus,
      differences: isSameStatus ? differencesOf(one, earlier) : new Set([`status ${status}`]),
    }
  })
}

/** The error code of a refusal, or else its message. */
export const refusalIn = (json: unknown): unknown =>
  isObject(json) ? (errorCodeIn(json) ?? json['detail'] ?? json['message']) : null

/**
 * The values that only one of two responses has. An import starts with the records of the
 * recording's end. So of lists, only the changes since the read before are compared.
 */
function differencesOf(
  { exchange, json }: Rehearsed,
  earlier: Rehearsed | undefined,
): ReadonlySet<string> {
  if (bodyForm(exchange.json).list === undefined || bodyForm(json).list === undefined)
    return leavesOf(exchange.json).symmetricDifference(leavesOf(json))
  if (earlier === undefined) return new Set()
  const recorded = changesOf(earlier.exchange.json, exchange.json)
  return recorded.symmetricDifference(changesOf(earlier.json, json))
}

/** The changes from one read of a list to the next: new items, lost items, and changed values. */
function changesOf(before: unknown, after: unknown): ReadonlySet<string> {
  const [old, now] = [itemsById(before), itemsById(after)]
  const got = [...now].flatMap(([id, item]) => (old.has(id) ? [] : [item]))
  // Items beyond the first page are not lost.
  const lost = isWhole(after) ? [...old].flatMap(([id, item]) => (now.has(id) ? [] : [item])) : []
  const changed = [...now].flatMap(([id, item]) =>
    old.has(id) ? [...leavesOf(item).difference(leavesOf(old.get(id)))] : [],
  )
  return new Set([
    // Each item has a number, so that one extra item is a smaller difference than two.
    ...got.flatMap((item, at) => [`+${at}`, ...Array.from(leavesOf(item), (leaf) => `+${leaf}`)]),
    ...lost.flatMap((item, at) => [`-${at}`, ...Array.from(leavesOf(item), (leaf) => `-${leaf}`)]),
    ...changed,
  ])
}

const itemsById = (body: unknown): ReadonlyMap<unknown, unknown> =>
  new Map(
    bodyForm(body).list?.items.map((item) => [
      isObject(item) ? (item['id'] ?? JSON.stringify(item)) : item,
      item,
    ]),
  )

/** Whether a list has all its items on one page. */
function isWhole(body: unknown): boolean {
  const { total } = objectIn(unwrapEnvelope(body))
  return typeof total !== 'number' || total <= itemsById(body).size
}

/**
 * The values in a response with their places; ids, times, numbers and long texts only by their
 * type. The place of each field and item is also listed alone, so that a missing value is a
 * difference.
 */
function leavesOf(value: unknown, place = ''): ReadonlySet<string> {
  if (Array.isArray(value) || isObject(value)) {
    const parts = Object.entries(value).flatMap(([name, part]) => [
      `${place}/${name}`,
      ...leavesOf(part, `${place}/${name}`),
    ])
    return new Set(parts)
  }
  const isVague =
    typeof value === 'number' ||
    (typeof value === 'string' &&
      (isIdLike(value) || (/\d/.test(value) && !/\s/.test(value)) || value.length > 200))
  return new Set([`${place} ${isVague ? typeof value : JSON.stringify(value)}`])
}
