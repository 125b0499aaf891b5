import type { World } from '../state/world.ts';
/** A call as explanations name it: `DELETE /api/conversations/… (call 7)`. */
export declare function nameCall({ journal }: World, number: number): string;
/** The call that changed something last, as ` by PATCH … (call 42)`; empty where no call did. */
export declare function byCall(world: World, table: string, key: string): string;
/** What time it is, and how that came about where the clock was moved. */
export declare function tellTime({ clock, wall }: World): string;
