import { dateOf, lastDates } from './days.js';
import { conversationsOf } from './store.js';
/** All conversations of a user, archived ones too. */
export const allConversationsOf = ({ conversations }, user) => ['active', 'archived'].flatMap((status) => conversations.owned(conversationsOf(user, status), 'newest'));
/** The stored answers of a user's conversations: one for each finished turn. */
export const answersOf = (store, user) => allConversationsOf(store, user)
    .flatMap(({ id }) => store.messages.owned(id, 'oldest'))
    .filter(({ role }) => role === 'assistant');
/** The tokens that a turn took, as its answer says. */
export const tokensOf = ({ metadata }) => Number(metadata?.['tokens'] ?? 0);
/** Turns and tokens of the last days (UTC), oldest first. */
export function trendOf(answers, now, days) {
    const byDay = Map.groupBy(answers, ({ created_at }) => dateOf(created_at));
    return lastDates(now, days).map((date) => {
        const ofDay = byDay.get(date) ?? [];
        const tokens = ofDay.reduce((sum, answer) => sum + tokensOf(answer), 0);
        return { date, turns: ofDay.length, tokens };
    });
}
