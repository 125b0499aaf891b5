import { type JsonObject } from '../json.ts';
import type { Route } from './call.ts';
import type { Mutant, Wrap } from './mutant.ts';
/** Rewrites the session that a login or refresh gives. */
export declare const session: (route: Route, change: (session: JsonObject) => JsonObject) => Wrap;
/** Refuses invalid input in another way than with 422. */
export declare const invalidIs: (route: Route, isMeant: (body: unknown) => boolean, answer: () => Response) => Wrap;
/** Whether a body has no such field. */
export declare const lacks: (field: string) => (body: unknown) => boolean;
/** Wrong in what a login answers. */
export declare const loginMutants: readonly Mutant[];
