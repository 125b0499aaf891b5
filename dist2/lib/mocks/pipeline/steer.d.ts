import type { Call, Reply } from '../call.ts';
/** The paths of the control API, with the world that one names and what follows. */
export declare const controlPath: RegExp;
/** Whether a call is for the control API. */
export declare const asksForControl: ({ path }: Call) => boolean;
/** Whether such a call asks if a fake is there, as whoever waits for one does first of all. */
export declare const asksForHealth: ({ method, path }: Call) => boolean;
/** Anyone may know: it tells nothing of what is played. */
export declare const healthy: Reply;
