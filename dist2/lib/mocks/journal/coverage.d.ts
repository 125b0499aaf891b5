import type { ChoiceId } from '../../contract/choices.ts';
import { type ReliedOn } from '../../contract/relied-on.ts';
import type { CallPlace } from '../state/coverage.ts';
import type { World } from '../state/world.ts';
import type { Worlds } from '../state/worlds.ts';
/** How many calls exercised each part of something, most first, and which parts none did. */
export type Exercise = {
    readonly exercised: readonly {
        readonly name: string;
        readonly calls: number;
    }[];
    readonly never: readonly string[];
};
/** A choice that calls relied on, with the option that was in effect. */
export type Reliance = ReliedOn & {
    readonly question: string;
    readonly says: string;
    readonly clause: string;
    readonly calls: number;
    /** The first of these calls. */
    readonly first: readonly CallPlace[];
};
/** What a client under test has exercised of the contract, and what it relies on. */
export type CoverageReport = {
    /** The name of a world; null for all worlds of a fake together, also those that are gone. */
    readonly world: string | null;
    readonly calls: number;
    /** Operations, as `GET /api/agents`. */
    readonly endpoints: Exercise;
    /** Codes of the contract, and `validation` for input that is invalid. */
    readonly errors: Exercise;
    readonly events: Exercise;
    readonly choices: {
        readonly relied_on: readonly Reliance[];
        readonly never: readonly ChoiceId[];
    };
    /** How many of the options relied on the specification does not commit to. */
    readonly assumed: number;
};
/** What the calls of one world covered since it was made or reset. */
export declare const coverageOf: (world: World) => CoverageReport;
/** What the calls of all worlds covered, also of those that are gone. */
export declare const coverageOfAll: ({ coverage }: Worlds) => CoverageReport;
/** Whether the specification does not commit to what was relied on. */
export declare const isAssumed: ({ grade }: ReliedOn) => boolean;
