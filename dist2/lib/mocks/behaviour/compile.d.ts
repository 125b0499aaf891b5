import type { EndpointId } from '../../contract/endpoints.ts';
import { type Profile } from '../../contract/picks.ts';
import type { Behaviour } from './behaviour.ts';
/** The behaviours of a profile: one for all operations, and one for each that has picks of its own. */
export type Behaviours = (endpoint: EndpointId | undefined) => Behaviour;
/** The behaviours of a profile, compiled when one is first asked for, once for all worlds. */
export declare function behavioursOf(profile: Profile): Behaviours;
/** Compiles a profile; the only way from picks to what the fake does. */
export declare function compileProfile(profile: Profile): Behaviours;
