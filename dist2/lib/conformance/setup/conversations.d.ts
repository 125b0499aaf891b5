import type { Exchange } from '../exchange.ts';
import type { JsonObject } from '../json.ts';
import type { Lab } from '../lab.ts';
export type MadeConversation = {
    readonly id: string;
    readonly title: string;
    /** The reply that created it. */
    readonly exchange: Exchange;
};
/** What a conversation is for. `empty` is created from `{}` and never gets a turn; `titled` is renamed and starred. */
export type ConversationPurpose = 'empty' | 'titled' | 'react' | 'dag' | 'interrupted';
/** The id of the conversation for a purpose: fresh and without any turn. Made once per run. */
export declare const conversation: (lab: Lab, purpose?: ConversationPurpose) => Promise<string>;
/** The conversation for a purpose with the reply that created it. Made once per run. */
export declare const madeConversation: (lab: Lab, purpose: ConversationPurpose) => Promise<MadeConversation>;
/** The reply that created the conversation for a purpose, whatever it is. */
export declare const conversationCreation: (lab: Lab, purpose: ConversationPurpose) => Promise<Exchange>;
/** Asks for a new conversation, as the user. */
export declare function postConversation(lab: Lab, body: JsonObject): Promise<Exchange>;
/** Changes a conversation, as the user unless told otherwise. */
export declare function patchConversation(lab: Lab, id: string, body: JsonObject, credential?: string): Promise<Exchange>;
/** The id in a creation reply: `data.id`, `data.conversation_id`, else a UUID inside `data`. */
export declare function conversationId(json: unknown): string | undefined;
/** The conversation in the list, found by its id or its title. */
export declare const listedConversation: (lab: Lab, { id, title }: {
    readonly id: string;
    readonly title: string;
}, credential?: string) => Promise<{
    readonly item: JsonObject | undefined;
    readonly exchange: Exchange;
}>;
