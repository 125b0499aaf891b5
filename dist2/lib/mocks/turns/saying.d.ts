import type { TurnEvent } from '../../contract/events.ts';
import type { Pace } from '../../contract/script-lines.ts';
import type { Passage } from './beats.ts';
type Said = Passage['said'];
/**
 * Says texts part by part as events of one kind. What a script says in every turn, and without
 * chance, comes as the same events each time: their data is frozen, and shared by all transcripts.
 */
export declare function sayingAs(eventOf: (text: string) => TurnEvent): (text: string, pace: Pace | undefined, chance: () => number) => Said;
export {};
