import type { Frame } from './frame.ts';
import type { TurnEvent } from './turn-event.ts';
/** The event in a frame; one that isn't understood is `unknown`, never lost. */
export declare function readEvent({ name, data, cursor }: Frame): TurnEvent;
