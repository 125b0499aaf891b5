import { planProblems } from './grammar/plans.js';
import { queryProblems } from './grammar/queries.js';
import { sentEventProblems } from './grammar/sent-events.js';
/** What a schema can't see in a scenario: plans that can't run, events that can't be sent … */
export const scenarioProblems = (script) => [
    ...queryProblems(script),
    ...planProblems(script),
    ...sentEventProblems(script),
];
