import type { Choice, Grade } from './choices/choice.ts';
import { type ChoiceId } from './choices.ts';
import { type EndpointId } from './endpoints.ts';
import type { Condition } from './errors.ts';
import { type Picks, type Profile } from './picks.ts';
/** What came of a call: what was asked for, why it was refused, or a failure made on purpose. */
export type Outcome = 'success' | Condition | 'invalid' | 'fault';
/** What a call showed of a deployment. */
export type Seen = {
    /** `undefined` where it led to no operation. */
    readonly endpoint: EndpointId | undefined;
    readonly outcome: Outcome;
    /** The error code that the contract has for it, or that a failure on purpose was sent with. */
    readonly code?: string | undefined;
    /** The names of the events that came, each once. */
    readonly events: readonly string[];
};
/** A choice that a call relied on, and the option that was in effect. */
export type ReliedOn = {
    readonly choice: ChoiceId;
    readonly option: string;
    readonly grade: Grade;
};
/** The choices that showed in a call under a profile: another option could have changed what came. */
export declare function reliedOn(profile: Profile, seen: Seen): readonly ReliedOn[];
/** The option of a choice that picks have, with its grade. */
export declare function optionIn(picks: Picks, choice: ChoiceId): ReliedOn;
/** Whether a choice matters at all beside the other picks. */
export declare const applies: ({ when }: Choice, picks: Picks) => boolean;
