import { createKeyBody, keyActiveBody, pageQuery } from '../bodies.ts'
import type { Inputs } from './input.ts'

/** What the operations in `endpoints/keys.ts` take. */
export const keysInputs = {
  'keys.list': { query: pageQuery },
  'keys.create': { body: createKeyBody },
  'keys.set-active': { body: keyActiveBody },
} as const satisfies Inputs
