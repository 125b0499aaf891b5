import * as z from 'zod/mini'
import type { Inputs } from '../../../contract/operations/operation.ts'
import { keysInputs, createKeyBody } from '../../../contract/operations/keys.ts'
import type { Policy } from '../../server/behaviour/compile-policy.ts'

/** What operations on keys take: the expiry of a new one goes by several names. */
export function keysInputsOf({ keys: { expiryField } }: Policy): Inputs {
  if (expiryField === 'expires_at') return keysInputs
  const { expires_at } = createKeyBody.shape
  const rest = z.omit(createKeyBody, { expires_at: true })
  return { ...keysInputs, 'keys.create': { body: z.extend(rest, { [expiryField]: expires_at }) } }
}
