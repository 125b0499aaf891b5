import { type ChoiceId, choiceIds, maskingChoices } from '../../contract/choices.ts'
import type { Profile } from '../../contract/picks.ts'
import { createMask } from '../report/mask.ts'
import type { Exchange } from '../session/exchange.ts'
import { concludeAll, type Found } from './conclude.ts'
import { KeptLooks } from './kept-looks.ts'
import type { Observation } from './observation.ts'
import type { Observer } from './observer.ts'
import { observers } from './observers.ts'
import { toObservations, toProfile } from './results.ts'
import { TrafficReader } from './traffic-reader.ts'

/** What traffic says about the choices of a deployment. */
export type TrafficCalibration = {
  /** The certain picks. */
  readonly profile: Profile
  /** One observation for each choice, in the order of the table. */
  readonly observations: readonly Observation[]
}

/**
 * Reads the choices of a deployment from exchanges that others made, in the order in which they
 * completed. Keeps what they show, not the exchanges, so its size does not grow with the traffic.
 *
 * @example
 * const calibration = new PassiveCalibration()
 * for (const exchange of exchanges) calibration.add(exchange)
 * const { profile, observations } = calibration.finish()
 */
export class PassiveCalibration {
  readonly #reader = new TrafficReader()
  readonly #looks = new KeptLooks()

  add(exchange: Exchange): void {
    for (const [id, looks] of this.#reader.read(exchange)) this.#looks.add(id, looks)
  }

  /** Concludes each choice. A choice that the traffic does not show is unknown, with the reason. */
  finish(): TrafficCalibration {
    const looks = new Map(this.#looks.all())
    for (const [id, atEnd] of this.#reader.readAtEnd())
      looks.set(id, [...(looks.get(id) ?? []), ...atEnd])
    const found = new Map<ChoiceId, Found>()
    concludeAll(looks, found)
    const isSeen = (id: ChoiceId) => found.get(id)?.state === 'seen'
    for (const id of choiceIds) {
      const { state } = found.get(id) ?? { state: 'unseen' }
      if (state !== 'unseen') continue
      // Only if every choice that can hide it is known, the traffic could not show it.
      const isSure = maskingChoices(id).every(isSeen)
      found.set(id, { state: isSure ? 'unseen' : 'unknown', reason: reasonFor(id) })
    }
    const mask = createMask({ baseUrl: '' }, [])
    return { profile: toProfile(found), observations: toObservations(found, mask) }
  }
}

function reasonFor(id: ChoiceId): string {
  const { needsProvoking } = observers[id] as Observer<ChoiceId>
  return needsProvoking === undefined
    ? 'the traffic does not show it'
    : `clients do not show it: ${needsProvoking}`
}
