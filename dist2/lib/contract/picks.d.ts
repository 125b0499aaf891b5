import type { ChoiceId } from './choices.ts';
import type { EndpointId } from './endpoints.ts';
/** One picked option, with its value where the option takes one. */
export type Pick = {
    readonly option: string;
    readonly value?: unknown;
};
/** A pick for every choice. */
export type Picks = {
    readonly [Id in ChoiceId]: Pick;
};
/** A small set of picks over the defaults: how one deployment answers. */
export type Profile = {
    readonly name: string;
    readonly picks: Partial<Picks>;
    /** Picks that hold for single operations only. */
    readonly at: {
        readonly [Place in EndpointId]?: Partial<Picks>;
    };
};
/** The profile that follows the specification wherever it speaks: every default. */
export declare const documented: Profile;
/** All picks at an endpoint: its own, else those of the profile, else the defaults. */
export declare function picksAt(profile: Profile, endpoint?: EndpointId): Picks;
