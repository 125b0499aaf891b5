import type { Call, Reply } from '../call.ts';
import type { World } from '../state/world.ts';
import type { Worlds } from '../state/worlds.ts';
import type { Stock } from './stock.ts';
/** What an operation of the control API works with. */
export type ControlVisit = {
    readonly call: Call;
    readonly worlds: Worlds;
    /** The fixtures and profiles that worlds can be ordered with. */
    readonly stock: Stock;
    /** The world of the call, made when it is first asked for. */
    readonly world: World;
    /** The parts of the path that stand in braces, decoded. */
    readonly params: Readonly<Record<string, string>>;
    readonly query: URLSearchParams;
    /** The parsed body; `undefined` for a call without one. */
    readonly body: unknown;
};
/**
 * Answers one operation of the control API: a value is sent as JSON, `undefined` as 204, a
 * `ControlReply` as it is. May throw `ControlError`.
 */
export type ControlRoute = (visit: ControlVisit) => unknown;
/** Operations by method and path behind `/__control/`, as `DELETE worlds/{name}`. */
export type ControlRoutes = Readonly<Record<string, ControlRoute>>;
/** An answer that is not a value of JSON with 200. */
export declare class ControlReply implements Reply {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Reply['body'];
    constructor(status: number, headers: Readonly<Record<string, string>>, body: Reply['body']);
}
/** A value of JSON with a status of its own. */
export declare const jsonReply: (status: number, value: unknown) => ControlReply;
