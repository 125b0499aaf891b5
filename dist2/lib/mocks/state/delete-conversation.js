/** Deletes a conversation with its messages and its stored turns. */
export function deleteConversation(store, id) {
    for (const message of store.messages.owned(id, 'oldest'))
        store.messages.delete(message.id);
    for (const turn of store.transcripts.owned(id, 'oldest'))
        store.transcripts.delete(turn.id);
    store.conversations.delete(id);
}
