import type { Scenario } from '../scenario.ts';
import type { ScenarioProblem } from './problem.ts';
/** Plans and approvals play where the platform has them, and the steps of a plan can be done. */
export declare function planProblems({ match, script }: Scenario): ScenarioProblem[];
