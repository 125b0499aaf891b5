import type * as z from 'zod/mini';
import type { createConversationBody, updateConversationBody } from '../../contract/bodies.ts';
import type { Conversation, conversationWithMessages } from '../../contract/records/conversation.ts';
import type { Caller, CallOptions } from '../caller.ts';
import { type PageQuery } from '../page.ts';
export type ConversationWithMessages = z.infer<typeof conversationWithMessages>;
export type NewConversation = z.infer<typeof createConversationBody>;
export type ConversationChange = z.infer<typeof updateConversationBody>;
export type ConversationQuery = PageQuery & {
    /** Looks for a text of 1 to 200 characters, in titles and messages. */
    readonly q?: string | undefined;
    readonly status?: 'active' | 'archived' | undefined;
};
/** A conversation that was just made: some deployments tell its id alone. */
export type CreatedConversation = Pick<Conversation, 'id'> & Partial<Conversation>;
/** The conversations of whoever is signed in. */
export declare function conversationsOf(caller: Caller): {
    list(query?: ConversationQuery | undefined, options?: CallOptions): Promise<import("../page.ts").Page<{
        id: string;
        user_id: string;
        title: string;
        mode: string;
        agent_id: string | null;
        model_name: string | null;
        kb_ids: string[];
        status: "active" | "archived";
        starred: boolean;
        total_tokens: number;
        created_at: string;
        updated_at: string | null;
    }>>;
    all(query?: Omit<ConversationQuery, "page"> | undefined, options?: CallOptions): AsyncGenerator<{
        id: string;
        user_id: string;
        title: string;
        mode: string;
        agent_id: string | null;
        model_name: string | null;
        kb_ids: string[];
        status: "active" | "archived";
        starred: boolean;
        total_tokens: number;
        created_at: string;
        updated_at: string | null;
    }, void, undefined>;
    create: (fields?: NewConversation, options?: CallOptions) => Promise<CreatedConversation>;
    /** With its messages, oldest first. */
    read: (id: string, options?: CallOptions) => Promise<{
        id: string;
        user_id: string;
        title: string;
        mode: string;
        agent_id: string | null;
        model_name: string | null;
        kb_ids: string[];
        status: "active" | "archived";
        starred: boolean;
        total_tokens: number;
        created_at: string;
        updated_at: string | null;
        messages: {
            id: string;
            conversation_id: string;
            role: "assistant" | "user";
            content: string | null;
            message_type: "done" | "inject" | "text";
            metadata: Record<string, unknown> | null;
            created_at: string;
        }[];
    }>;
    update: (id: string, change: ConversationChange, options?: CallOptions) => Promise<{
        id: string;
        user_id: string;
        title: string;
        mode: string;
        agent_id: string | null;
        model_name: string | null;
        kb_ids: string[];
        status: "active" | "archived";
        starred: boolean;
        total_tokens: number;
        created_at: string;
        updated_at: string | null;
    }>;
    delete: (id: string, options?: CallOptions) => Promise<void>;
};
