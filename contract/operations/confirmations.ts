import * as z from 'zod/mini'
import { answeredConfirmation, confirmation } from '../records/confirmation.ts'
import type { Operation } from './operation.ts'

/** The body of `POST /api/confirmations/{id}/respond` (4.7: shape not specified). */
const respondBody = z.object({
  decision: z.enum(['approve', 'reject']),
  reason: z.nullish(z.string().check(z.maxLength(2000))),
})

/** Approvals of tool calls. The specification (4.7) mentions them, but no operations for them. */
export const confirmationOperations = {
  'confirmations.read': {
    method: 'GET',
    path: '/api/confirmations/{id}',
    loads: { kind: 'confirmation', by: 'id' },
    answer: 'record',
    record: confirmation,
    refuses: ['not-permitted'],
  },
  'confirmations.respond': {
    method: 'POST',
    path: '/api/confirmations/{id}/respond',
    clause: '4.7',
    loads: { kind: 'confirmation', by: 'id' },
    body: respondBody,
    answer: 'record',
    record: answeredConfirmation,
    refuses: ['not-permitted', 'state-conflict'],
    auditAction: 'confirmation.responded',
  },
} as const satisfies Record<string, Operation>
