import { type Endpoint, foundByPath, type Inputs } from './operation.ts'
import * as z from 'zod/mini'

/** `POST /api/confirmations/{id}/respond` (4.7: shape not shown). */
export const respondBody = z.object({
  decision: z.enum(['approve', 'reject']),
  reason: z.nullish(z.string().check(z.maxLength(2000))),
})

/** Approvals of tool calls (4.7: named only). */
export const confirmationsOperations = {
  'confirmations.read': {
    method: 'GET',
    path: '/api/confirmations/{id}',
    section: '-',
    access: 'bearer',
    scope: 'unlisted',
    reply: 'record',
    record: 'confirmation',
    refuses: ['not-permitted'],
    finds: foundByPath('confirmation', 'id'),
  },
  'confirmations.respond': {
    method: 'POST',
    path: '/api/confirmations/{id}/respond',
    section: '4.7',
    access: 'bearer',
    scope: 'unlisted',
    reply: 'record',
    record: 'answeredConfirmation',
    refuses: ['not-permitted', 'state-conflict'],
    finds: foundByPath('confirmation', 'id'),
  },
} as const satisfies Record<string, Endpoint>

/** What the operations in `endpoints/confirmations.ts` take. */
export const confirmationsInputs = {
  'confirmations.respond': { body: respondBody },
} as const satisfies Inputs
