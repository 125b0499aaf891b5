const memoriesOf = ({ tables }) => tables.of('told');
/** The turns of a conversation, oldest first; one that was cut before its end has an empty answer. */
export function pastOf(world, conversation) {
    if (conversation === undefined)
        return [];
    const memories = new Map(memoriesOf(world)
        .get(conversation.id)
        ?.map((memory) => [memory.question, memory]));
    const turns = [];
    for (const { id, role, message_type, content } of world.store.messages.owned(conversation.id, 'oldest')) {
        const last = turns.at(-1);
        if (role === 'user' && message_type === 'text')
            turns.push({ query: content ?? '', answer: '', memory: memories.get(id) });
        else if (role === 'assistant' && last !== undefined)
            turns.splice(-1, 1, { ...last, answer: content ?? '' });
    }
    return turns;
}
/** Remembers the script of a turn from its beginning, so that one which is cut is followed, too. */
export function remember(world, conversationId, memory) {
    memoriesOf(world).push(conversationId, memory);
}
