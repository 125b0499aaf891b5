import { type JsonObject } from '../json.ts';
import type { Fetch } from '../transport.ts';
import { type Call, type Route } from './call.ts';
import type { Wrap } from './mutant.ts';
import { type WireFrame } from './wire-frame.ts';
type Reply<T> = (response: Response, call: Call) => T;
/** Handles the calls of a route itself, with the right server at hand as `next`. */
export declare function onCall(route: Route, handle: (call: Call, next: Fetch, hit: () => void) => Promise<Response>): Wrap;
/** Sends another request in place of one; `undefined` leaves it as it is. */
export declare function onRequest(route: Route, change: (call: Call) => Request | undefined): Wrap;
/** Sends a call with another body; `undefined` leaves it as it is. */
export declare const onBody: (route: Route, change: (body: JsonObject) => JsonObject | undefined) => Wrap;
/** Takes a field that is an object as something else, or as nothing. */
export declare const takesObject: (route: Route, field: string, instead?: unknown) => Wrap;
/** Answers with another status, such as `{ 422: 400 }`. */
export declare function onStatus(route: Route, statuses: Readonly<Record<number, number>>): Wrap;
/** Rewrites the JSON of a reply; `undefined` leaves it as it is. Streams pass untouched. */
export declare function onJson(route: Route, rewrite: (json: unknown, call: Call, status: number) => unknown): Wrap;
/** Answers otherwise, once the right answer is known; `undefined` leaves it as it is. */
export declare function onReply(route: Route, change: Reply<Response | undefined | Promise<Response | undefined>>): Wrap;
/** What a wrong stream makes of each frame: any number of frames; the same one is no hit. */
export type Rewrite = (frame: WireFrame, call: Call) => WireFrame | readonly WireFrame[];
/** Rewrites a stream frame by frame, as the frames come: `start` is called once per stream. */
export declare function onEvents(route: Route, start: () => Rewrite, atEnd?: () => readonly WireFrame[]): Wrap;
/** Rewrites the frames of some event types alone. */
export declare const onEvent: (route: Route, types: string, rewrite: Rewrite) => Wrap;
/** The reply with another body; its length is told anew. */
export declare function retold(response: Response, body: string): Response;
/** A JSON reply. */
export declare const reply: (status: number, json: unknown) => Response;
/** A reply in the error envelope. */
export declare const refusal: (status: number, error: string) => Response;
export declare const isStream: (response: Response) => boolean;
export {};
