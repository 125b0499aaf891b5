import type { Call, Reply } from '../call.ts';
import type { Clock } from '../state/clock.ts';
/** Answers the preflight of a browser, so that a page of any origin can call. */
export declare function preflight(call: Call): Reply | undefined;
/** The reply with what a browser asks of a cross-origin answer. */
export declare function admitted(call: Call, reply: Reply): Reply;
/** The reply with the date of the world it comes from, which a test may have moved. */
export declare function dated({ status, headers, body, reset }: Reply, clock: Clock): Reply;
