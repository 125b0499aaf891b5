import type { Conversation } from '../../contract/records/conversation.ts';
import type { World } from './world.ts';
type Settable = 'title' | 'mode' | 'agent_id' | 'model_name' | 'kb_ids';
/** Adds a conversation of a user, with the specified defaults for what is not given (4.3). */
export declare function createConversation(world: World, user: string, given: {
    readonly [Field in Settable]?: Conversation[Field] | null | undefined;
}): Conversation;
export {};
