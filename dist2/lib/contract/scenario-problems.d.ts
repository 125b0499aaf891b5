import type { ScenarioProblem } from './grammar/problem.ts';
import type { Scenario } from './scenario.ts';
/** What a schema can't see in a scenario: plans that can't run, events that can't be sent … */
export declare const scenarioProblems: (script: Scenario) => ScenarioProblem[];
