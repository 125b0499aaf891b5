import type { Scenario } from '../scenario.ts';
import type { ScenarioProblem } from './problem.ts';
type Path = readonly PropertyKey[];
export type Query = Exclude<NonNullable<Scenario['match']['query']>, readonly unknown[]>;
/** The queries of a script, and where each of them stands in it. */
export declare const queriesOf: ({ match, }: Pick<Scenario, 'match'>) => readonly (readonly [Query, Path])[];
/** The pattern between the slashes of a query that is a regular expression. */
export declare const patternOf: (query: Query) => string | undefined;
/** The names of the groups in the queries of a script: each is a place that it can fill. */
export declare const groupsOf: (script: Pick<Scenario, 'match'>) => readonly string[];
/** Regular expressions compile, and answer soon whatever they are asked. */
export declare const queryProblems: (script: Scenario) => ScenarioProblem[];
export {};
