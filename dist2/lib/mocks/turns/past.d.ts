import type { Conversation } from '../../contract/records/conversation.ts';
import type { SnapshotTables } from '../../contract/snapshot.ts';
import type { World } from '../state/world.ts';
import type { SaidTurn } from './places.ts';
type Memories = NonNullable<SnapshotTables['told']>;
/** What is remembered of a turn besides what was said: its script, and the groups of its dialogue. */
export type Memory = Memories[string][number];
/** A turn of a conversation; one without a script of its own is remembered by its words alone. */
export type PastTurn = SaidTurn & {
    readonly memory: Memory | undefined;
};
/** The turns of a conversation, oldest first; one that was cut before its end has an empty answer. */
export declare function pastOf(world: World, conversation: Conversation | undefined): PastTurn[];
/** Remembers the script of a turn from its beginning, so that one which is cut is followed, too. */
export declare function remember(world: World, conversationId: string, memory: Memory): void;
export {};
