import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Scenario } from '../contract/scripts/scenario.ts'
import type { PlanLine, ScriptCall, ScriptLine } from '../contract/scripts/lines.ts'
import type { Blueprint } from '../contract/records/workflow.ts'
import type { JsonObject } from '../contract/json.ts'

/** An event of a recorded stream. */
export type RecordedEvent = { readonly event: string; readonly data: JsonObject }

/** One recorded event stream, with the request that led to it. */
export type RecordedStream = {
  readonly flow: string
  readonly path: string
  readonly body: JsonObject
  readonly events: readonly RecordedEvent[]
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

/** All event streams of the recording. */
export const recordedStreams: readonly RecordedStream[] = entries.flatMap(
  ({ pageref, request, response }) => {
    const { _frames: frames } = response.content
    if (frames === undefined) return []
    const body = JSON.parse(request.postData?.text ?? '{}') as JsonObject
    const path = new URL(request.url).pathname
    return [{ flow: pageref, path, body, events: frames.map(({ text }) => readFrame(text)) }]
  },
)

/** The data of a successful recorded read, such as that of a workflow. */
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

const callOf = (start: JsonObject, done: JsonObject | undefined): ScriptCall => ({
  tool: String(start['tool_name']),
  input: start['tool_args'] as JsonObject,
  takes: 5,
  ...(typeof done?.['observation'] === 'string' && { observation: done['observation'] }),
})

/** The script that a recorded turn of the ReAct loop played. */
const isCall = ({ data }: RecordedEvent, status: string) =>
  data['type'] === 'iteration' && data['status'] === status

function reactLines(events: readonly RecordedEvent[]): ScriptLine[] {
  const lines: ScriptLine[] = []
  const starts = events.filter((event) => isCall(event, 'start'))
  const results = events.filter((event) => isCall(event, 'done'))
  const answer = events.flatMap(({ event, data }) =>
    event === 'answer' ? (data['content'] ?? []) : [],
  )
  const answerLine: ScriptLine = { answer: answer.join('') }
  const needsApproval = events.some(({ event }) => event === 'awaiting_confirmation')
  for (const one of events) {
    const { event, data } = one
    if (data['type'] === 'thinking' && data['status'] === 'done')
      lines.push({ think: { text: String(data['reasoning']), deltas: false } })
    if (event === 'inject')
      lines.push({ inject: { content: String(data['content']), id: String(data['id']) } })
    if (one === starts[0]) {
      const calls = starts.map((start, at) => callOf(start.data, results[at]?.data))
      const [call] = calls as [ScriptCall]
      if (needsApproval) {
        const rejected: ScriptLine[] = [
          { think: { text: 'Not approved.', deltas: false } },
          answerLine,
        ]
        lines.push({ approval: { call, rejected } } as ScriptLine)
      } else lines.push(calls.length === 1 ? { call } : { calls })
    }
    if (event === 'done' && data['usage'] === undefined) {
      const [, error = '', message = ''] =
        /^Agent error: (\w+): ([^]*)/.exec(String(data['answer'])) ?? []
      return [...lines, { fail: { error, message } }]
    }
  }
  return [...lines, answerLine]
}

/** The order of the progress of a plan decides how long its steps take: later ones take longer. */
function planLines(events: readonly RecordedEvent[]): ScriptLine[] {
  const planned = events.find(({ data }) => Array.isArray(data['steps']))?.data['steps']
  const verdict = events.find(({ data }) => data['achieved'] !== undefined)?.data
  const progress = events.filter(({ event }) => event === 'step_progress')
  const steps = (planned as { id: string; task: string; deps: string[] }[]).map(
    ({ id, task, deps, ...more }) => {
      const own = progress.filter(({ data }) => data['step_id'] === id)
      const ended = own.find(({ data }) => data['event'] === 'completed')
      const start = own.find(
        ({ data }) => data['event'] === 'iteration' && data['status'] === 'start',
      )
      const done = own.find(
        ({ data }) => data['event'] === 'iteration' && data['status'] === 'done',
      )
      const place = progress.indexOf(ended as RecordedEvent)
      const firstCall = progress.findIndex(({ data }) => data['event'] === 'iteration')
      return {
        id,
        task,
        after: deps,
        // Calls begin 60 ms after their step.
        takes: place < firstCall ? 30 : 70 + 10 * place,
        ...(start && { calls: [callOf(start.data, done?.data)] }),
        result: String(ended?.data['result']),
        tool_hint: (more as { tool_hint: string | null }).tool_hint,
      }
    },
  )
  const answer = events.flatMap(({ event, data }) =>
    event === 'answer' ? (data['content'] ?? []) : [],
  )
  const plan = { steps, ...verdict, reasoning: 'All parts are there.' } as unknown as PlanLine
  return [{ plan }, { answer: answer.join('') }]
}

/** A script that plays a recorded turn again. */
export function scriptOf({ path, events }: RecordedStream): Scenario {
  const isPlan = path.endsWith('/dag')
  const suggestions = events.find(({ event }) => event === 'suggestions')?.data['items']
  return {
    name: 'recorded',
    match: { endpoint: isPlan ? 'dag' : 'react' },
    pace: { by: 'word', size: 1, every: 1 },
    script: isPlan ? planLines(events) : reactLines(events),
    ...(Array.isArray(suggestions) && { suggestions: suggestions as string[] }),
  }
}
