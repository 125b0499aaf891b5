import type { Call } from '../call.ts';
import type { Matched } from '../pipeline/match.ts';
import type { Body } from '../pipeline/read.ts';
import type { World } from '../state/world.ts';
/** Tells whether a name means whoever makes a call, by the credential as it stands there. */
export declare function callerOf(world: World, call: Call, matched: Matched, body: Body): (name: string) => boolean;
