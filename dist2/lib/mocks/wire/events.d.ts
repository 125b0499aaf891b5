import type { TurnEvent } from '../../contract/events.ts';
import { type RecordForm } from './records.ts';
/** Turns the canonical payload of an event into the one that is sent. */
export type Payload = (event: TurnEvent) => unknown;
/** How payloads are named: the spec's names, those of web clients beside them, or instead. */
export type PayloadNames = {
    readonly answer: AnswerNames;
    readonly tool: ToolNames;
    readonly thinking: ThinkingNames;
    /** Rewrites the moments of plan steps; `undefined` keeps them. */
    readonly stepMoments: RecordForm['timestamp'];
    readonly doneTokens: boolean;
    readonly suggestions: (questions: readonly string[]) => unknown;
};
type AnswerNames = (data: {
    type: string;
    text?: string;
}) => object;
type ThinkingNames = (data: {
    thinking_delta: string;
}) => object;
type ToolNames = (call: {
    tool: string;
    input: unknown;
}) => object;
export declare const answerDocumented: AnswerNames;
export declare const answerStatus: AnswerNames;
export declare const answerBoth: AnswerNames;
export declare const toolDocumented: ToolNames;
export declare const toolPrefixed: ToolNames;
export declare const toolBoth: ToolNames;
export declare const thinkingDocumented: ThinkingNames;
export declare const thinkingContent: ThinkingNames;
export declare const thinkingBoth: ThinkingNames;
export declare const suggestionArray: (questions: readonly string[]) => readonly string[];
export declare const suggestionItems: (questions: readonly string[]) => {
    items: readonly string[];
};
export declare function createPayload(names: PayloadNames): Payload;
export {};
