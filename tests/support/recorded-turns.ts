import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import type { Blueprint } from '../../contract/records/workflow.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { RecordedExchange } from '../../contract/exchange.ts'
import { readEntry } from '../../traffic/har/read-har.ts'
import { TurnCollector } from '../../traffic/import/turns/turn-collector.ts'

/** An event of a recorded stream. */
export type RecordedEvent = { readonly event: string; readonly data: JsonObject }

/** One recorded event stream, with the request that led to it. */
export type RecordedStream = {
  readonly flow: string
  readonly path: string
  readonly body: JsonObject
  readonly events: readonly RecordedEvent[]
  readonly exchange: RecordedExchange
}

type Entry = {
  readonly pageref: string
  readonly request: {
    readonly method: string
    readonly url: string
    readonly postData?: { readonly text: string }
  }
  readonly response: {
    readonly status: number
    readonly content: {
      readonly text?: string
      readonly _frames?: readonly { readonly text: string }[]
    }
  }
}

const har = gunzipSync(readFileSync('tests/recordings/a.proxy.har.gz')).toString()
const { entries } = (JSON.parse(har) as { log: { entries: Entry[] } }).log

const readFrame = (text: string): RecordedEvent => {
  const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)/.exec(text) ?? []
  return { event, data: JSON.parse(data) as JsonObject }
}

export const recordedStreams: readonly RecordedStream[] = entries.flatMap((entry, index) => {
  const { pageref, request, response } = entry
  const { _frames: frames } = response.content
  if (frames === undefined) return []
  const body = JSON.parse(request.postData?.text ?? '{}') as JsonObject
  const path = new URL(request.url).pathname
  return [
    {
      flow: pageref,
      path,
      body,
      events: frames.map(({ text }) => readFrame(text)),
      exchange: readEntry(entry, index),
    },
  ]
})

/** The recorded decisions on approvals. */
const decisions = entries
  .map(readEntry)
  .filter(({ request }) => request.url.pathname.endsWith('/respond'))

/** The data of a recorded successful read, such as of a workflow. */
export function recordedRead<Data>(path: string): Data {
  const entry = entries.find(
    ({ request, response }) =>
      request.method === 'GET' && request.url.endsWith(path) && response.status === 200,
  )
  const body = JSON.parse(entry?.response.content.text ?? '{}') as JsonObject
  return (body['data'] ?? body) as Data
}

export const recordedBlueprint = (path: string): Blueprint =>
  recordedRead<{ blueprint: Blueprint }>(path.replace(/\/run$/, '')).blueprint

/** A script that plays a recorded turn again, for any query. */
export function scriptOf({ exchange }: RecordedStream): Scenario {
  const collector = new TurnCollector()
  collector.add(exchange)
  for (const decision of decisions) collector.add(decision)
  const [script] = collector.finish().result
  if (script === undefined) throw new Error('This is no turn.')
  return { ...script, match: { endpoint: script.match.endpoint } }
}
