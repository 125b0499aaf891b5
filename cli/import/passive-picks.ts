import { PassiveCalibration } from '../../conformance/calibrate/passive-calibration.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'
import { toProfileDocument } from '../../contract/profile.ts'
import type { Collector, Use } from '../../traffic/import/collector.ts'
import { toReadable } from '../../conformance/passive/recorded-call.ts'

/** Reads the picks of a deployment from its recordings. */
export function createPickCollector(): Collector<JsonObject> {
  const calibration = new PassiveCalibration()
  const uses: (Use & { readonly choice: RegExp })[] = []
  return {
    add(recorded) {
      const exchange = toReadable(recorded)
      if (exchange === undefined) return
      calibration.add(exchange)
      const { method } = recorded.request
      const entry = { entry: recorded.index, as: 'pick' } as const
      if (method === 'OPTIONS')
        uses.push({ ...entry, what: 'answers to preflights', choice: /^http\.(preflight|cors)/ })
      else if (recorded.response.status >= 400)
        uses.push({ ...entry, what: 'the form of errors', choice: /^errors\./ })
    },
    finish() {
      const document = toProfileDocument(calibration.finish().profile)
      const picks = isObject(document) && isObject(document['picks']) ? document['picks'] : {}
      const names = Object.keys(picks)
      return {
        result: picks,
        uses: uses
          .filter(({ choice }) => names.some((name) => choice.test(name)))
          .map(({ entry, as, what }) => ({ entry, as, what })),
        unused: [],
      }
    },
  }
}
