import type { Profile } from '../../contract/picks.ts';
import type { Seen } from '../../contract/relied-on.ts';
/** A call by its place: the world, and its number there. */
export type CallPlace = {
    readonly world: string;
    readonly number: number;
};
/** One way in which calls went, how many did, and the first of them. */
export type Tally = {
    readonly profile: Profile;
    readonly seen: Seen;
    calls: number;
    readonly first: CallPlace[];
};
/** Counts the ways in which calls went, so that nothing is forgotten when a journal forgets calls. */
export declare class Coverage {
    #private;
    count(seen: Seen, profile: Profile, place: CallPlace): void;
    /** Calls that went in ways for which there was no room. */
    get uncounted(): number;
    tallies(): Generator<Tally>;
}
