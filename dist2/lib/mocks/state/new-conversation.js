/** Adds a conversation of a user, with the specified defaults for what is not given (4.3). */
export function createConversation(world, user, given) {
    return world.store.conversations.insert({
        id: world.random.uuid('conversation', user),
        user_id: user,
        title: given.title ?? '',
        mode: given.mode ?? 'auto',
        agent_id: given.agent_id ?? null,
        model_name: given.model_name ?? null,
        kb_ids: given.kb_ids ?? [],
        status: 'active',
        starred: false,
        total_tokens: 0,
        created_at: world.clock.iso(),
        updated_at: null,
    });
}
