import * as z from 'zod/mini'
import { ownLimits } from '../limits.ts'
import { apiKey } from '../records/credentials.ts'
import { activeBody, moment, optionalText, pageQuery, textWithin } from './fields.ts'
import { listOperation, type Operation } from './operation.ts'

/** The body of `POST /api/me/api-keys` (4.1); a choice decides the name of the expiry field. */
export const createKeyBody = z.object({
  name: textWithin(ownLimits.keyNameLength),
  scopes: optionalText,
  expires_at: z.nullish(moment),
})

/** The API keys of the caller (4.1). */
export const keyOperations = {
  'keys.list': {
    ...listOperation,
    path: '/api/me/api-keys',
    clause: '4.1',
    query: pageQuery,
    record: apiKey,
  },
  'keys.create': {
    method: 'POST',
    path: '/api/me/api-keys',
    clause: '4.1',
    body: createKeyBody,
    answer: 'created-key',
    status: 201,
    record: apiKey,
    auditAction: 'api-key.created',
  },
  'keys.set-active': {
    method: 'PATCH',
    path: '/api/me/api-keys/{key_id}/active',
    clause: '4.1',
    loads: { kind: 'api-key', by: 'key_id' },
    body: activeBody,
    answer: 'record',
    record: apiKey,
    auditAction: 'api-key.activity-changed',
  },
  'keys.delete': {
    method: 'DELETE',
    path: '/api/me/api-keys/{key_id}',
    clause: '4.1',
    loads: { kind: 'api-key', by: 'key_id' },
    answer: 'empty',
    auditAction: 'api-key.deleted',
  },
} as const satisfies Record<string, Operation>
