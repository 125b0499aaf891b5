import type { Message } from '../../contract/records/conversation.ts';
import type { Trend } from '../../contract/records/portal.ts';
import { type Store } from './store.ts';
/** All conversations of a user, archived ones too. */
export declare const allConversationsOf: ({ conversations }: Store, user: string) => {
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
}[];
/** The stored answers of a user's conversations: one for each finished turn. */
export declare const answersOf: (store: Store, user: string) => Message[];
/** The tokens that a turn took, as its answer says. */
export declare const tokensOf: ({ metadata }: Message) => number;
/** Turns and tokens of the last days (UTC), oldest first. */
export declare function trendOf(answers: readonly Message[], now: number, days: number): Trend;
