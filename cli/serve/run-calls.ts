import type { JournalRecord } from '../../contract/control/journal.ts'
import { isObject, parseJson } from '../../contract/json.ts'
import type { Core } from '../../mocks/core.ts'
import type { PlainResponse } from '../../recording/exchange.ts'
import type { ActiveRun } from '../../testing/run/active-run.ts'

/** The bytes of one request of a page. A beacon has at most 64 KiB. */
const maxBytes = 1_000_000

/**
 * Lets fakes in pages report their requests to the run: `POST /__run/calls`, with a record of the
 * journal. A page cannot write to the folder of the run itself.
 */
export function withRunCalls<Served extends Pick<Core, 'handle'>>(
  served: Served,
  run: ActiveRun | undefined,
): Served {
  if (run === undefined) return served
  return {
    ...served,
    async handle(request) {
      if (request.method !== 'POST' || request.path !== '/__run/calls')
        return served.handle(request)
      const bytes = await request.read(maxBytes)
      if (bytes === 'too-large') return reply(413)
      const call = parseJson(new TextDecoder().decode(bytes), undefined)
      if (!isRecord(call)) return reply(422)
      run.record(call, () => call)
      return reply(204)
    },
  }
}

const reply = (status: number): PlainResponse => ({ status, headers: {}, body: undefined })

const isRecord = (given: unknown): given is JournalRecord =>
  isObject(given) &&
  Array.isArray(given['relied_on']) &&
  Array.isArray(given['faults']) &&
  isObject(given['request']) &&
  isObject(given['response'])
