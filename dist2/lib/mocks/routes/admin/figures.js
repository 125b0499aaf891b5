import { ownLimits } from '../../../contract/limits.js';
import { dateOf, lastDates } from '../../state/days.js';
import { everyone } from '../../state/store.js';
import { paginateArray } from '../paginate.js';
/** Figures about what the world holds, counted when they are asked for. */
export const adminFigureRoutes = {
    'admin.stats': ({ world }) => statsOf(world.store),
    'admin.analytics.usage': ({ world, query }) => {
        const { days = ownLimits.usageDays.default } = query;
        return usageOf(world.store, world.clock.now(), days);
    },
    'admin.analytics.by-agent': (visit) => paginateArray(visit, usageByAgent(visit.world.store)),
};
function statsOf(store) {
    const users = store.users.owned(everyone, 'oldest');
    const { turns, tokens } = sumOf([...store.transcripts.values()]);
    return {
        total_users: users.length,
        active_users: users.filter(({ is_restricted }) => !is_restricted).length,
        total_api_keys: store.keys.size,
        total_agents: store.agents.size,
        total_knowledge_bases: store.knowledgeBases.size,
        total_conversations: store.conversations.size,
        total_messages: store.messages.size,
        total_turns: turns,
        total_tokens: tokens,
    };
}
function usageOf(store, now, days) {
    const byDay = Map.groupBy(store.transcripts.values(), ({ created_at }) => dateOf(created_at));
    const rows = lastDates(now, days).map((date) => ({ date, ...sumOf(byDay.get(date) ?? []) }));
    return {
        days: rows,
        total_turns: rows.reduce((sum, { turns }) => sum + turns, 0),
        total_tokens: rows.reduce((sum, { tokens }) => sum + tokens, 0),
    };
}
/** Agents with stored turns, those with most tokens first. */
function usageByAgent(store) {
    const byAgent = Map.groupBy(store.transcripts.values(), ({ conversation_id }) => store.conversations.get(conversation_id)?.agent_id ?? null);
    return [...byAgent]
        .map(([agent_id, transcripts]) => ({
        agent_id,
        agent_name: store.agents.get(agent_id ?? '')?.name ?? null,
        ...sumOf(transcripts),
    }))
        .toSorted((a, b) => b.tokens - a.tokens);
}
const sumOf = (transcripts) => ({
    turns: transcripts.length,
    tokens: transcripts.reduce((sum, transcript) => sum + tokensOf(transcript), 0),
});
const tokensOf = ({ events }) => events.findLast((event) => event.event === 'done')?.data.tokens ?? 0;
