import type { Ask, Exchange } from './exchange.ts';
import type { Target } from './lab.ts';
import type { Calls } from './report.ts';
/** Who called which operation of a target how often, what came of it and how long it took. */
export declare function callsOf(target: Target, exchanges: readonly Exchange[]): readonly Calls[];
/** The method and path of a request, with `{id}` for each id in it and without its query. */
export declare const operationOf: ({ method, path }: Ask) => string;
