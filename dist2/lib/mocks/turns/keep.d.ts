import type { EventData, TurnEvent } from '../../contract/events.ts';
import type { Conversation } from '../../contract/records/conversation.ts';
import type { Turn } from '../state/turn.ts';
import type { World } from '../state/world.ts';
/** What a turn leaves in its conversation. */
export type Asked = {
    readonly query: string;
    readonly images: readonly string[];
    readonly metadata: Readonly<Record<string, unknown>>;
};
/** Stores the question of a turn as a message. */
export declare function keepQuestion(world: World, conversation: Conversation, asked: Asked): string;
/** Stores a text injected into a running turn. */
export declare function keepInjection(world: World, conversationId: string, content: string): void;
/** Stores a finished turn: its transcript, its answer, and what it adds to the conversation. */
export declare function keepTurn(world: World, turn: Turn, userMessage: string, { answer, ...figures }: EventData<'done'>): void;
/** What an event changes in the conversation at once. */
export declare function keepEvent(world: World, turn: Turn, { event, data }: TurnEvent): void;
