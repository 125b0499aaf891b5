import { respondBody } from '../bodies/confirmations.ts'
import type { Inputs } from './input.ts'

/** What the operations in `endpoints/confirmations.ts` take. */
export const confirmationsInputs = {
  'confirmations.respond': { body: respondBody },
} as const satisfies Inputs
