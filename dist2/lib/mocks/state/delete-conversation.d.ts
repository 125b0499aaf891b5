import type { Store } from './store.ts';
/** Deletes a conversation with its messages and its stored turns. */
export declare function deleteConversation(store: Store, id: string): void;
