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
  /** What a later read by the same user repeats: the path with its query, and the credential. */
  readonly address: string
  /** Whether the fake answered with the recorded status and error code. */
  readonly isSameStatus: boolean
  /** The places with other values; for a list: the changed items. Just the status if it differs. */
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
 * The values that only one of two responses has. Two lists may begin with other items, because an
 * import has the records of the recording's end: of them, the changes since the read before count.
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
    // Each number is a difference of its own, so that one row too many of two is one less.
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
 * The values in a response with their places, without ids, times, figures and long texts. Fields
 * and lengths have places of their own, so that a value that is gone is another difference.
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
