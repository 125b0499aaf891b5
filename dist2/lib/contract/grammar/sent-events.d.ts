import { type Scenario } from '../scenario.ts';
import type { ScenarioProblem } from './problem.ts';
/** Events that are sent as they are: those of the contract, `done` once, nothing told behind it. */
export declare function sentEventProblems({ script, on_inject }: Scenario): ScenarioProblem[];
