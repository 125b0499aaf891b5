import { isFullyRecorded, type RecordedExchange } from '../../contract/exchange.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'
import { toProfileDocument } from '../../contract/profile.ts'
import { PassiveCalibration } from '../calibrate/passive-calibration.ts'

/** A recorded call from which an import read picks. `what` says what the call showed. */
type PickUse = { readonly entry: number; readonly as: 'pick'; readonly what: string }

/**
 * Creates the part of an import that reads the picks of a deployment from recorded calls. Each
 * operation that shows a choice has its own pick, because it replaces the pick of a base.
 */
export function createPickCollector() {
  const calibration = new PassiveCalibration(undefined, () => true)
  const uses: (PickUse & { readonly choice: RegExp })[] = []
  return {
    add(exchange: RecordedExchange): void {
      if (!isFullyRecorded(exchange)) return
      calibration.add(exchange)
      const entry = { entry: exchange.index, as: 'pick' } as const
      if (exchange.request.method === 'OPTIONS')
        uses.push({ ...entry, what: 'answers to preflights', choice: /^http\.(preflight|cors)/ })
      else if (exchange.status >= 400)
        uses.push({ ...entry, what: 'the form of errors', choice: /^errors\./ })
    },
    finish() {
      const document = toProfileDocument(calibration.finish().profile)
      const picks: JsonObject =
        isObject(document) && isObject(document['picks']) ? document['picks'] : {}
      const names = Object.keys(picks)
      return {
        result: picks,
        uses: uses
          .filter(({ choice }) => names.some((name) => choice.test(name)))
          .map(({ entry, as, what }): PickUse => ({ entry, as, what })),
        unused: [],
      }
    },
  }
}
