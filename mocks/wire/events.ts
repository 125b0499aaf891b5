import type { TurnEvent } from '../../contract/events.ts'

/** Turns the canonical payload of an event into the one that is sent. */
export type Payload = (event: TurnEvent) => unknown

/** How payloads are named: the spec's names, those of web clients beside them, or instead. */
export type PayloadNames = {
  readonly answer: AnswerNames
  readonly tool: ToolNames
  /** Thinking text under the name that web clients read, too. */
  readonly thinkingContent: boolean
  readonly doneTokens: boolean
  readonly suggestions: (questions: readonly string[]) => unknown
}

type AnswerNames = (data: { type: string; text?: string }) => object
type ToolNames = (call: { tool: string; input: unknown }) => object

export const answerDocumented: AnswerNames = (data) => data
export const answerStatus: AnswerNames = ({ type, text }) =>
  text === undefined ? { status: type } : { status: type, content: text }
export const answerBoth: AnswerNames = (data) => ({ ...data, ...answerStatus(data) })

export const toolDocumented: ToolNames = (call) => call
export const toolPrefixed: ToolNames = ({ tool, input }) => ({ tool_name: tool, tool_args: input })
export const toolBoth: ToolNames = (call) => ({ ...call, ...toolPrefixed(call) })

export const suggestionArray = (questions: readonly string[]) => questions
export const suggestionItems = (questions: readonly string[]) => ({ items: questions })

export function createPayload(names: PayloadNames): Payload {
  const step = (data: object) => {
    const named = withToolNames(data, names)
    if (!names.thinkingContent || !('thinking_delta' in data)) return named
    return { ...named, content: data.thinking_delta }
  }
  return ({ event, data }) => {
    if (event === 'answer') return names.answer(data)
    if (event === 'step' || event === 'step_progress') return step(data)
    if (event === 'suggestions') return names.suggestions(data)
    if (event === 'done' && !names.doneTokens) {
      const { tokens: _left, ...rest } = data
      return rest
    }
    return data
  }
}

/** A payload with the fields of its tool call, where it has one, under the names of the dialect. */
function withToolNames(data: object, names: PayloadNames): object {
  if (!('tool' in data) || typeof data.tool !== 'string') return data
  const { tool, input, ...rest } = data as { tool: string; input?: unknown }
  return { ...rest, ...names.tool({ tool, input: input ?? {} }) }
}
