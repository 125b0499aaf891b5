import type { DatedRunEvent } from '../../../contract/records/workflow-run.ts'
import type { EventData } from '../../../contract/events.ts'
import type { WritePayload } from '../../world/wire.ts'
import { type RecordForm, rewrite } from './json-bodies.ts'

/** How payloads are named: the spec's names, those of web clients beside them, or instead. */
export type PayloadNames = {
  readonly answer: AnswerNames
  readonly tool: ToolNames
  readonly thinking: ThinkingNames
  /** Rewrites the moments of plan steps; `undefined` keeps them. */
  readonly stepMoments: RecordForm['timestamp']
  readonly doneTokens: boolean
  readonly suggestions: (questions: readonly string[]) => unknown
}

type AnswerNames = (data: { type: string; text?: string }) => object
type ThinkingNames = (data: { thinking_delta: string }) => object
type ToolNames = (call: { tool: string; input: unknown }) => object

export const answerDocumented: AnswerNames = (data) => data
export const answerStatus: AnswerNames = ({ type, text }) =>
  text === undefined ? { status: type } : { status: type, content: text }
export const answerBoth: AnswerNames = (data) => ({ ...data, ...answerStatus(data) })

export const toolDocumented: ToolNames = (call) => call
export const toolPrefixed: ToolNames = ({ tool, input }) => ({ tool_name: tool, tool_args: input })
export const toolBoth: ToolNames = (call) => ({ ...call, ...toolPrefixed(call) })

export const thinkingDocumented: ThinkingNames = (data) => data
export const thinkingContent: ThinkingNames = ({ thinking_delta, ...rest }) => ({
  ...rest,
  content: thinking_delta,
})
export const thinkingBoth: ThinkingNames = (data) => ({ ...data, ...thinkingContent(data) })

export const suggestionArray = (questions: readonly string[]) => questions
export const suggestionItems = (questions: readonly string[]) => ({ items: questions })

export function createWritePayload(names: PayloadNames): WritePayload {
  const moments = { timestamp: names.stepMoments, omitEmpty: false }
  const step = (data: object) => {
    const named = withToolNames(data, names)
    const thinks = 'thinking_delta' in named && typeof named.thinking_delta === 'string'
    return thinks ? names.thinking(named as { thinking_delta: string }) : named
  }
  return ({ event, data }) => {
    if (event === 'violation') return data.payload
    if (event === 'answer') return names.answer(data)
    if (event === 'step') return step(data)
    if (event === 'step_progress') return rewrite(step(data), moments)
    if (event === 'phase') return rewrite(phase(data), moments)
    if (event === 'suggestions') return names.suggestions(data)
    if (event === 'done' && !names.doneTokens) {
      const { tokens: _left, ...rest } = data
      return rest
    }
    return data
  }
}

/** The selection of tools is a phase with a form of its own. */
function phase(data: EventData<'phase'>): object {
  const { name, total_tools } = data
  return name === 'selecting_tools' ? { phase: name, total_tools } : data
}

/** A payload with the fields of its tool call, where it has one, under the names of the dialect. */
function withToolNames(data: object, names: PayloadNames): object {
  if (!('tool' in data) || typeof data.tool !== 'string') return data
  const { tool, input, ...rest } = data as { tool: string; input?: unknown }
  return { ...rest, ...names.tool({ tool, input: input ?? {} }) }
}

/** How the events of a workflow run are written. */
export type RunForm = {
  /** Writes the canonical moment of an event. */
  readonly moment: (canonical: string) => unknown
  /** Whether the start is told twice: with the status, then with what is run. */
  readonly startsTwice: boolean
}

/** The payloads that tell an event, mostly one. */
export type WriteRunPayloads = (event: DatedRunEvent) => readonly object[]

export const isoMoment = (canonical: string) => canonical
export const epochMoment = (canonical: string) => Date.parse(canonical)

export function createWriteRunPayloads({ moment, startsTwice }: RunForm): WriteRunPayloads {
  return ({ event, data, at }) => {
    if (event === 'end') return [data]
    const ts = moment(at)
    if (event !== 'run_started' || !startsTwice) return [{ ...data, ts }]
    const { status, ...what } = data
    return [
      { run_id: data.run_id, status },
      { ...what, ts },
    ]
  }
}
