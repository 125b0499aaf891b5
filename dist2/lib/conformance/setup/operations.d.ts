import type { Ask, Exchange } from '../exchange.ts';
import type { Lab } from '../lab.ts';
export type Operation = {
    readonly says: string;
    /** A valid request without any credential; undefined where the target has nothing to ask it of. */
    readonly ask: (lab: Lab) => Promise<Ask | undefined>;
};
/** Operations that need a credential, each with a valid request, so that no other rule hides it. */
export declare const operations: {
    readonly keys: Operation;
    readonly conversations: Operation;
    readonly 'knowledge bases': Operation;
    readonly agents: Operation;
    readonly agent: {
        readonly says: 'GET /api/agents/{agent_id}';
        readonly ask: (lab: Lab) => Promise<{
            method: string;
            path: string;
        } | undefined>;
    };
    readonly 'create key': Operation;
    readonly 'enable key': {
        readonly says: "PATCH /api/me/api-keys/{key_id}/active";
        readonly ask: (lab: Lab) => Promise<{
            method: string;
            path: string;
            body: {
                is_active: boolean;
            };
        }>;
    };
    readonly 'create conversation': Operation;
    readonly 'update conversation': {
        readonly says: "PATCH /api/conversations/{conversation_id}";
        readonly ask: (lab: Lab) => Promise<{
            method: string;
            path: string;
            body: {
                starred: boolean;
            };
        }>;
    };
    readonly retrieve: {
        readonly says: 'POST /api/knowledge-bases/{id}/retrieve';
        readonly ask: (lab: Lab) => Promise<{
            method: string;
            path: string;
            body: {
                query: string;
                top_k: number;
            };
        } | undefined>;
    };
    readonly react: Operation;
    readonly dag: Operation;
    readonly inject: Operation;
    readonly resume: Operation;
    readonly verify: Operation;
    readonly connectors: Operation;
    readonly administration: Operation;
};
export type OperationName = keyof typeof operations;
/** The operations that stream a turn. */
export type TurnName = 'react' | 'dag';
/**
 * Calls an operation with this credential, or without any; undefined where the target has nothing
 * to ask it of. No turn is let run: a stream is cut when it begins. On react and dag a credential
 * is sent in header and body, since either may be the one that counts.
 */
export declare function callOperation(lab: Lab, name: OperationName, credential?: string): Promise<Exchange | undefined>;
/** What the user with full access is answered: the positive control of every refusal. */
export declare const asUser: (lab: Lab, name: OperationName) => Promise<Exchange | undefined>;
/** Asks for a turn with a `q` that is no string: shows if a credential counts, at no cost. */
export declare const probeTurn: (lab: Lab, name: TurnName, credential: {
    readonly bearer?: string;
    readonly token?: string;
}) => Promise<Exchange>;
