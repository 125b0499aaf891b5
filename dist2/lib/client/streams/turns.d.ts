import type { Caller } from '../caller.ts';
import type { TurnEvent } from '../events/turn-event.ts';
import { type Patience, type TurnOptions } from './follow.ts';
/** What an agent is asked. */
export type Question = {
    readonly q: string;
    /**
     * Where it is asked; a new conversation unless given. With `null` in none: such a turn is stored
     * nowhere, and cannot be resumed.
     */
    readonly conversationId?: string | null | undefined;
    /** The agent to run; that of the conversation, or none, unless given. */
    readonly agentId?: string | undefined;
    /** Images that were uploaded before. */
    readonly imageIds?: readonly string[] | undefined;
    /** Kept with the question. */
    readonly metadata?: Readonly<Record<string, unknown>> | undefined;
    readonly docMode?: string | undefined;
};
/** A turn of an agent: asked when its first event is asked for, and left with the loop over it. */
export type Turn = AsyncIterable<TurnEvent> & {
    /** Known before the first event; `undefined` for a turn in no conversation. */
    readonly conversationId: string | undefined;
    /** The last cursor that was seen: what `resume` goes on from; -1 where none was. */
    readonly cursor: number;
};
export type TurnMode = 'react' | 'dag' | 'auto';
/** Runs turns, and resumes them. */
export type Turns = {
    ask(mode: TurnMode, question: Question, options?: TurnOptions): Turn;
    resume(conversationId: string, cursor?: number, options?: TurnOptions): Turn;
};
export declare function createTurns(caller: Caller, patience: Patience): Turns;
