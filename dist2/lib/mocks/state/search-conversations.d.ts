import type { Conversation } from '../../contract/records/conversation.ts';
import type { World } from './world.ts';
/** The conversations of an owner whose title or messages hold a text, whatever its case, in an order. */
export declare function searchConversations({ store, signs }: Pick<World, 'store' | 'signs'>, owner: string, order: Parameters<typeof store.conversations.owned>[1], text: string): Conversation[];
