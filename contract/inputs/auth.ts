import { loginBody, refreshBody } from '../bodies.ts'
import type { Inputs } from './input.ts'

/** What the operations in `endpoints/auth.ts` take. */
export const authInputs = {
  'auth.login': { body: loginBody },
  'auth.refresh': { body: refreshBody },
} as const satisfies Inputs
