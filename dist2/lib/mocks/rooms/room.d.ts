import type { Inputs } from '../../contract/inputs/input.ts';
import type { Policy } from '../behaviour/policy.ts';
import type { Route } from '../routes/route.ts';
/** What is loaded together: the routes of some operations, and what these take. */
export type Room<Id extends string = string> = {
    readonly routes: Readonly<Record<Id, Route>>;
    /** What its operations take under a policy; compiled once for each. */
    readonly inputs: (policy: Policy) => Inputs;
};
/** A room; `takes` says where a policy changes a name or a limit in the contract's inputs. */
export declare function createRoom<Id extends string>(routes: Readonly<Record<Id, Route>>, takes: (policy: Policy) => Inputs): Room<Id>;
