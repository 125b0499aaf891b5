import { pageQuery } from '../bodies.ts'
import type { Inputs } from './input.ts'

/** What the operations in `endpoints/portal.ts` take. */
export const portalInputs = {
  'models.list': { query: pageQuery },
} as const satisfies Inputs
