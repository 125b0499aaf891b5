import { readEvent } from '../../../../client/events/read-event.ts'
import { isObject, type JsonObject } from '../../../../contract/json.ts'
import type { ConversationWithMessages } from '../../../../client/resources/conversations.ts'
import { reduceTurn } from './reduce-turn.ts'
import { newTurn, type TurnState } from './turn-state.ts'

type Message = ConversationWithMessages['messages'][number]

/**
 * Rebuilds the turns of a conversation from its messages: with all steps if the platform stores the
 * events of an answer, otherwise with the answer only. A question without an answer is still
 * running.
 */
export function readHistory(messages: readonly Message[]): readonly TurnState[] {
  const turns: TurnState[] = []
  for (const message of messages) {
    const last = turns.at(-1)
    const isOpen = last !== undefined && !last.isOver
    if (message.role === 'assistant') {
      const question = isOpen ? last : newTurn('')
      turns.splice(isOpen ? -1 : turns.length, 1, withStoredAnswer(question, message))
    } else if (message.message_type !== 'inject') turns.push(newTurn(message.content ?? ''))
  }
  return turns
}

/** Completes a turn with the assistant's message. */
function withStoredAnswer(turn: TurnState, { content, metadata }: Message): TurnState {
  const events = Array.isArray(metadata?.['sse_events']) ? metadata['sse_events'] : []
  const replayed = events
    .filter(isObject)
    .map(({ event, data }) =>
      readEvent({ name: String(event), data: unwrapStored(data), cursor: undefined }),
    )
    .reduce((before, event) => reduceTurn(before, event), turn)
  const result = replayed.result ?? readResult(metadata ?? {})
  return {
    ...replayed,
    answer: replayed.answer === '' ? (content ?? '') : replayed.answer,
    result,
    awaitedConfirmation: undefined,
    isAnswering: false,
    isOver: true,
  }
}

/** Removes the wrapper `{cursor, data}` that some deployments store around a payload. */
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
