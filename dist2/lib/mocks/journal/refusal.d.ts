import type { Condition } from '../../contract/errors.ts';
import type { Call } from '../call.ts';
import type { Matched } from '../pipeline/match.ts';
import type { Body } from '../pipeline/read.ts';
import type { Visit } from '../pipeline/visit.ts';
import type { World } from '../state/world.ts';
import type { Worlds } from '../state/worlds.ts';
/** What is known of a call before it is judged. */
export type Received = {
    /** The worlds that one may be told of; none where the name of each is for its visitor alone. */
    readonly worlds: Worlds | undefined;
    readonly world: World;
    readonly call: Call;
    readonly matched: Matched;
    readonly body: Body;
};
/** A call that was refused, at the moment of its refusal. */
export type Refusal = Received & {
    /** How far it came; `undefined` where it led to no operation. */
    readonly visit: Visit | undefined;
    /** What was thrown. */
    readonly error: unknown;
};
/** Why a call was refused, by what was thrown. */
export declare function conditionOf(error: unknown): Condition | 'invalid';
