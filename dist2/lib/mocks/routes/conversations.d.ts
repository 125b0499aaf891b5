import type { Conversation } from '../../contract/records/conversation.ts';
import type { Visit } from '../pipeline/visit.ts';
export declare const conversationRoutes: {
    'conversations.list': (visit: Visit) => import("../page.ts").Page;
    'conversations.create': (visit: Visit) => object;
    'conversations.read': (visit: Visit) => {
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
    };
    'conversations.update': (visit: Visit) => {
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
    };
    'conversations.delete': (visit: Visit) => {
        deleted: string;
    };
    'conversations.delete-batch': (visit: Visit) => {
        deleted: number;
    };
    'conversations.export': (visit: Visit) => import("../wire/wire.ts").Download;
};
/** The messages, each answer with the events that redraw its turn. */
export declare function messagesOf({ world, behaviour }: Visit, { id }: Conversation): {
    id: string;
    conversation_id: string;
    role: "assistant" | "user";
    content: string | null;
    message_type: "done" | "inject" | "text";
    metadata: Record<string, unknown> | null;
    created_at: string;
}[];
