import type { Message } from '../../../contract/records/conversation.ts'
import type { Trend } from '../../../contract/records/portal.ts'
import { dateOf, lastDates } from '../../world/dates.ts'
import { conversationOwner, type Store } from '../../world/store.ts'

/** All conversations of a user, including archived ones. */
export const listAllConversations = ({ conversations }: Store, user: string) =>
  ['active', 'archived'].flatMap((status) =>
    conversations.owned(conversationOwner(user, status), 'newest'),
  )

/** The stored answers of a user's conversations: one for each finished turn. */
export const listAnswers = (store: Store, user: string): Message[] =>
  listAllConversations(store, user)
    .flatMap(({ id }) => store.messages.owned(id, 'oldest'))
    .filter(({ role }) => role === 'assistant')

/** The tokens of a turn, from the metadata of its answer. */
export const tokensOfAnswer = ({ metadata }: Message) => Number(metadata?.['tokens'] ?? 0)

/** Turns and tokens of the last days (UTC), oldest first. */
export function dailyTrend(answers: readonly Message[], now: number, days: number): Trend {
  const byDay = Map.groupBy(answers, ({ created_at }) => dateOf(created_at))
  return lastDates(now, days).map((date) => {
    const ofDay = byDay.get(date) ?? []
    const tokens = ofDay.reduce((sum, answer) => sum + tokensOfAnswer(answer), 0)
    return { date, turns: ofDay.length, tokens }
  })
}
