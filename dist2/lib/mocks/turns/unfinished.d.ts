import type { Turn } from '../state/turn.ts';
import type { World } from '../state/world.ts';
/** Keeps a turn from its beginning; to be called before its first event. */
export declare function keepUnfinished(world: World, turn: Turn, conversation_id: string, user_message_id: string): void;
/** Lets go of a turn that has ended. */
export declare function forgetUnfinished(world: World, id: string): void;
/**
 * What ran when the state of a world was taken down runs no more: its turns are kept up to their
 * last event, so that they can be resumed; nobody can decide for them, and runs have failed.
 */
export declare function endUnfinished(world: World): void;
