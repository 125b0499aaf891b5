import type { Exchange } from '../exchange.ts';
import type { Lab } from '../lab.ts';
/** How the target answers a route that nobody has. */
export type UnknownRoute = {
    readonly exchange: Exchange;
    /** True where this reply says the same of its own route. */
    readonly matches: (exchange: Exchange) => boolean;
};
/** Asks for a route that nobody has, as the user where there is one. */
export declare const unknownRoute: (lab: Lab) => Promise<UnknownRoute>;
