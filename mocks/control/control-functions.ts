import type { BuiltInName } from '../../contract/control/operations.ts'
import { choiceRoutes } from './choices.ts'
import { clockRoutes } from './clock.ts'
import { asRoutes, type ControlFunctions } from './control-context.ts'
import { directorRoutes } from './director.ts'
import { faultRoutes } from './faults.ts'
import { journalRoutes } from './journal.ts'
import { recordRoutes } from './records.ts'
import { scenarioRoutes } from './scenarios.ts'
import { worldRoutes } from './worlds.ts'

const functions: Pick<ControlFunctions, BuiltInName> = {
  ...worldRoutes,
  ...clockRoutes,
  ...choiceRoutes,
  ...scenarioRoutes,
  ...recordRoutes,
  ...directorRoutes,
  ...faultRoutes,
  ...journalRoutes,
}

/** The operations of the control API that every fake has, with their functions. */
export const builtInRoutes = asRoutes(functions)
