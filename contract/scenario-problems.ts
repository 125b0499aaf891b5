import { planProblems } from './grammar/plans.ts'
import type { ScenarioProblem } from './grammar/problem.ts'
import { queryProblems } from './grammar/query-problems.ts'
import { sentEventProblems } from './grammar/sent-events.ts'
import type { Scenario } from './scenario.ts'

/** What a schema can't see in a scenario: plans that can't run, events that can't be sent … */
export const scenarioProblems = (script: Scenario): ScenarioProblem[] => [
  ...queryProblems(script),
  ...planProblems(script),
  ...sentEventProblems(script),
]
