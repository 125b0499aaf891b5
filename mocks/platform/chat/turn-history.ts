import type { Conversation } from '../../../contract/records/conversation.ts'
import type { SnapshotTables } from '../../../contract/snapshot.ts'
import type { Table } from '../../world/changes.ts'
import type { World } from '../../world/world.ts'
import { estimateTokens } from './timed-events.ts'
import type { TurnTexts } from './placeholders.ts'

/** The script that a turn played, and the values of its named groups. */
export type ScriptMemory = NonNullable<SnapshotTables['told']>[string][number]

/** A past turn. `memory` is missing if the turn played the fallback, or comes from a fixture. */
export type PastTurn = TurnTexts & { readonly memory: ScriptMemory | undefined }

const memoryTable = ({ tables }: World): Table<ScriptMemory[]> => tables.of('told')

/**
 * Returns the turns of a conversation, oldest first, before the question with the id `before`. An
 * interrupted turn has an empty answer.
 */
export function readTurnHistory(
  world: World,
  conversation: Conversation | undefined,
  before?: string,
): PastTurn[] {
  if (conversation === undefined) return []
  const stored = memoryTable(world).get(conversation.id)
  const memories = new Map(stored?.map((memory) => [memory.question, memory]))
  const turns: PastTurn[] = []
  const questions: string[] = []
  const transcripts = world.store.transcripts.owned(conversation.id, 'oldest')
  // Turns may overlap, so the transcripts say which question an answer belongs to.
  const questionOf = new Map(
    transcripts.map((turn) => [turn.assistant_message_id, turn.user_message_id]),
  )
  const messages = world.store.messages.owned(conversation.id, 'oldest')
  for (const { id, role, message_type, content } of messages) {
    if (id === before) break
    if (role === 'user' && message_type === 'text') {
      questions.push(id)
      turns.push({ query: content ?? '', answer: '', memory: memories.get(id) })
    } else if (role === 'assistant') {
      const at = questions.lastIndexOf(questionOf.get(id) ?? questions.at(-1) ?? '')
      const turn = turns[at]
      if (turn !== undefined) turns[at] = { ...turn, answer: content ?? '' }
    }
  }
  return turns
}

/**
 * Returns the turns of a conversation before a question. Also returns the script and named groups
 * of the question's own turn, or `undefined` if that turn plays the fallback.
 */
export function historyBefore(world: World, conversation: Conversation, question: string) {
  const memories = memoryTable(world).get(conversation.id)
  const memory = memories?.find((one) => one.question === question)
  return {
    history: readTurnHistory(world, conversation, question),
    groups: memory?.groups,
    scenario: memory?.scenario,
  }
}

/** The context window of the model in tokens. The oldest part of a longer history is not read. */
const maxHistoryTokens = 128_000

/** Estimates the tokens of earlier turns. */
export function estimateHistory(history: readonly PastTurn[]): number {
  let tokens = 0
  for (const { query, answer } of history.toReversed()) {
    tokens += estimateTokens(query) + estimateTokens(answer)
    if (tokens >= maxHistoryTokens) return maxHistoryTokens
  }
  return tokens
}

/** Stores the script of a turn at its start, so that `match.after` knows interrupted turns, too. */
export function rememberScript(world: World, conversationId: string, memory: ScriptMemory): void {
  memoryTable(world).push(conversationId, memory)
}
