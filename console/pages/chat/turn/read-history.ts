import { readEvent } from '../../../../client/events/read-event.ts'
import { isObject, type JsonObject } from '../../../../contract/json.ts'
import type { ConversationWithMessages } from '../../../../client/resources/conversations.ts'
import { reduceTurn } from './reduce-turn.ts'
import { newTurn, type TurnState } from './turn-state.ts'

type Message = ConversationWithMessages['messages'][number]

/**
 * The turns of a conversation, drawn again from its messages: with every step where the platform
 * keeps the events of an answer, else with the answer alone. A question nobody answered is not over.
 */
export function readHistory(messages: readonly Message[]): readonly TurnState[] {
  const turns: TurnState[] = []
  for (const message of messages) {
    const last = turns.at(-1)
    const isOpen = last !== undefined && !last.isOver
    if (message.role === 'assistant') {
      const asked = isOpen ? last : newTurn('')
      turns.splice(isOpen ? -1 : turns.length, 1, withStoredAnswer(asked, message))
    } else if (message.message_type !== 'inject') turns.push(newTurn(message.content ?? ''))
  }
  return turns
}

/** The turn that an assistant's message ended. */
function withStoredAnswer(turn: TurnState, { content, metadata }: Message): TurnState {
  const events = Array.isArray(metadata?.['sse_events']) ? metadata['sse_events'] : []
  const told = events
    .filter(isObject)
    .map(({ event, data }) =>
      readEvent({ name: String(event), data: unwrapStored(data), cursor: undefined }),
    )
    .reduce(reduceTurn, turn)
  const result = told.result ?? readResult(metadata ?? {})
  return {
    ...told,
    answer: told.answer === '' ? (content ?? '') : told.answer,
    result,
    awaitedConfirmation: undefined,
    isAnswering: false,
    isOver: true,
  }
}

/** A payload without a wrapping that some deployments store around it. */
const unwrapStored = (data: unknown) =>
  isObject(data) && 'cursor' in data && isObject(data['data']) ? data['data'] : data

function readResult(metadata: JsonObject): TurnState['result'] {
  const numberOf = (field: string) => {
    const value = metadata[field]
    return typeof value === 'number' ? value : undefined
  }
  const tokens = numberOf('tokens')
  if (tokens === undefined) return undefined
  return {
    tokens,
    seconds: numberOf('elapsed'),
    iterations: numberOf('iterations'),
    rounds: numberOf('rounds'),
  }
}
