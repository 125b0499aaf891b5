import type { Exchange, SeenEvent } from '../exchange.ts';
import type { Lab } from '../lab.ts';
import { type Stream } from './stream.ts';
/** One run of the agent that the suite paid for. */
export type Turn = {
    readonly conversationId: string;
    /** The reply to the credential where the check wants it: a refusal is judged by that check. */
    readonly asked: Exchange;
    readonly stream: Stream;
};
/** Short and neutral: what it costs is not known, and words of an answer are never judged. */
export declare const question = "What can you help me with?";
/** A question that an agent with tools looks up. */
export declare const lookUp = "What do our documents say about annual leave?";
/** The one shared ReAct turn, on a fresh conversation, its credential in the body alone. */
export declare const reactTurn: (lab: Lab) => Promise<Turn>;
/** The one shared DAG turn, on a fresh conversation, its credential in the body alone. */
export declare const dagTurn: (lab: Lab) => Promise<Turn>;
export type TurnOptions = {
    readonly path: '/api/react' | '/api/dag';
    readonly conversationId: string;
    /** Where the credential is sent. */
    readonly credential: 'body' | 'header';
    readonly query?: string;
    readonly until?: (events: readonly SeenEvent[]) => boolean;
};
/**
 * Runs a turn. Where the credential is refused in the wanted place, it is sent in both, so that
 * one broken rule about credentials does not hide all the others.
 */
export declare function runTurn(lab: Lab, options: TurnOptions): Promise<Turn>;
