import { memoizeByObject } from '../../contract/memoize.ts'
import { type ChoiceId, choiceIds, maskingChoices } from '../../contract/choices.ts'
import type { Profile } from '../../contract/picks.ts'
import { findOperation, operationName } from '../../contract/operations/operation-index.ts'
import { createMask } from '../report/mask.ts'
import { type Exchange, operationOf, type Evidence } from '../session/exchange.ts'
import {
  concludeAll,
  type ChoiceResult,
  type NeedsOwnPick,
  optionText,
  withoutFixed,
} from './conclude.ts'
import type { ObservedOption } from './look.ts'
import { type Observation, toObservations, toProfile } from './observation.ts'
import type { Observer } from './observer.ts'
import { observers, TrafficReader } from './observers.ts'

/**
 * Reads the choices of a deployment from exchanges of other clients, in the order in which they
 * completed. Sends nothing. A choice that the exchanges do not show is unknown, with the reason.
 * @example
 * const { profile } = await calibrateTraffic([createExchange({
 *   method: 'GET',
 *   url: new URL('https://staging.example.com/api/agents'),
 *   requestHeaders: [['authorization', 'Bearer …']],
 *   status: 200,
 *   responseHeaders: response.headers,
 *   content: text,
 *   startedAt: Date.UTC(2026, 10, 22),
 *   ms: 12,
 * })])
 */
export async function calibrateTraffic(
  exchanges: Iterable<Exchange> | AsyncIterable<Exchange>,
): Promise<TrafficCalibration> {
  const calibration = new PassiveCalibration()
  for await (const exchange of exchanges) calibration.add(exchange)
  return calibration.finish()
}

/** The result of `calibrateTraffic`: the choices that the traffic shows. */
export type TrafficCalibration = {
  /** The profile with all picks that the traffic shows. */
  readonly profile: Profile
  /** One observation for each choice, in the order of the table of choices. */
  readonly observations: readonly Observation[]
}

/**
 * Reads the choices of a deployment from exchanges of other clients, in the order in which they
 * completed. Stores the observed options, not the exchanges, so its memory stays bounded.
 *
 * @example
 * const calibration = new PassiveCalibration()
 * for (const exchange of exchanges) calibration.add(exchange)
 * const { profile, observations } = calibration.finish()
 */
export class PassiveCalibration {
  readonly #reader = new TrafficReader()
  readonly #looks = new StoredOptions()
  readonly #base: Profile | undefined
  readonly #needsOwnPick: NeedsOwnPick

  /** `base` is the profile that the calibrated profile extends. */
  constructor(
    base?: Profile,
    // If the base has a pick for an operation, only a pick for this operation replaces it.
    needsOwnPick: NeedsOwnPick = (id, place) => base?.at[place]?.[id] !== undefined,
  ) {
    this.#base = base
    this.#needsOwnPick = needsOwnPick
  }

  add(exchange: Exchange): void {
    for (const [id, looks] of this.#reader.read(exchange)) this.#looks.add(id, looks)
  }

  /** Concludes each choice. A choice that the traffic does not show is unknown, with the reason. */
  finish(): TrafficCalibration {
    const looks = new Map(this.#looks.all())
    for (const [id, atEnd] of this.#reader.readAtEnd())
      looks.set(id, [...(looks.get(id) ?? []), ...atEnd])
    for (const [id, each] of looks) looks.set(id, withoutFixed(id, each, this.#base))
    const findings = new Map<ChoiceId, ChoiceResult>()
    concludeAll(looks, findings, this.#needsOwnPick)
    const isSeen = (id: ChoiceId) => findings.get(id)?.state === 'seen'
    for (const id of choiceIds) {
      const { state } = findings.get(id) ?? { state: 'unseen' }
      if (state !== 'unseen') continue
      // If a choice that can mask this one is unknown, this one may be masked.
      const isSure = maskingChoices(id).every(isSeen)
      findings.set(id, { state: isSure ? 'unseen' : 'unknown', reason: reasonFor(id) })
    }
    const mask = createMask({ baseUrl: '' }, [])
    return { profile: toProfile(findings), observations: toObservations(findings, mask) }
  }
}

function reasonFor(id: ChoiceId): string {
  const { needsProvoking } = observers[id] as Observer<ChoiceId>
  return needsProvoking === undefined
    ? 'the traffic does not show it'
    : `only this would show it: ${needsProvoking}`
}

/** Maximum number of stored observations of each kind. A report shows no more than this number. */
const maxAlike = 4

/** Maximum number of kinds of observations that are stored for each choice. */
const maxKinds = 500

/** The observed options of traffic, without the exchanges: at most `maxAlike` of each kind. */
class StoredOptions {
  readonly #kinds = new Map<ChoiceId, Map<string, ObservedOption[]>>()

  add(id: ChoiceId, looks: readonly ObservedOption[]): void {
    const kinds = this.#kinds.get(id) ?? new Map<string, ObservedOption[]>()
    this.#kinds.set(id, kinds)
    for (const look of looks) {
      const evidence = evidenceOf(look.exchange)
      const { at = evidence.request, came, given } = look
      const kind = JSON.stringify([at.method, at.path, optionText(look), came, given])
      const alike = kinds.get(kind) ?? []
      if (alike.some(({ exchange }) => exchange === evidence)) continue
      if (alike.length >= maxAlike || (alike.length === 0 && kinds.size >= maxKinds)) continue
      kinds.set(kind, [...alike, { ...look, exchange: evidence }])
    }
  }

  *all(): Generator<[ChoiceId, readonly ObservedOption[]]> {
    for (const [id, kinds] of this.#kinds) yield [id, [...kinds.values()].flat()]
  }
}

/** Reduces an exchange to method, path and status, without the ids and texts in the path. */
const evidenceOf = memoizeByObject(({ request, status }: Evidence): Evidence => {
  const { method, path } = request
  const id = findOperation(method, path)
  const operation = id === undefined ? operationOf(request) : operationName(id)
  const [, query = ''] = /\?([^#]*)/.exec(path) ?? []
  const parameters = [...new URLSearchParams(query)]
    .slice(0, 10)
    .map(([name, value]) => `${name}=${/^-?\d{1,6}$/.test(value) ? value : '…'}`)
  const shown = operation.slice(operation.indexOf(' ') + 1)
  return {
    request: { method, path: [shown, parameters.join('&')].filter(Boolean).join('?') },
    status,
  }
})
