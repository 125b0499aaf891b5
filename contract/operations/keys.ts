import { type Endpoint, foundByPath, list, type Inputs } from './operation.ts'
import * as z from 'zod/mini'
import { ownLimits } from '../limits.ts'
import { nullableText, moment, pageQuery } from './fields.ts'

/** The caller's own API keys (4.1). */
export const keysOperations = {
  'keys.list': {
    ...list,
    path: '/api/me/api-keys',
    section: '4.1',
    scope: 'unlisted',
    record: 'apiKey',
  },
  'keys.create': {
    method: 'POST',
    path: '/api/me/api-keys',
    section: '4.1',
    access: 'bearer',
    scope: 'unlisted',
    reply: 'created-key',
    status: 201,
    record: 'apiKey',
    audited: 'api-key.created',
  },
  'keys.set-active': {
    method: 'PATCH',
    path: '/api/me/api-keys/{key_id}/active',
    section: '4.1',
    access: 'bearer',
    scope: 'unlisted',
    reply: 'record',
    record: 'apiKey',
    audited: 'api-key.activity-changed',
    finds: foundByPath('api-key', 'key_id'),
  },
  'keys.delete': {
    method: 'DELETE',
    path: '/api/me/api-keys/{key_id}',
    section: '4.1',
    access: 'bearer',
    scope: 'unlisted',
    reply: 'empty',
    audited: 'api-key.deleted',
    finds: foundByPath('api-key', 'key_id'),
  },
} as const satisfies Record<string, Endpoint>

/** `POST /api/me/api-keys` (4.1); the field of the expiry is a choice and joins when compiled. */
export const createKeyBody = z.object({
  name: z
    .string()
    .check(z.minLength(ownLimits.keyNameLength.min), z.maxLength(ownLimits.keyNameLength.max)),
  scopes: nullableText,
  expires_at: z.nullish(moment),
})

/** `PATCH /api/me/api-keys/{key_id}/active` (4.1). */
export const keyActiveBody = z.object({ is_active: z.boolean() })

/** What the operations in `endpoints/keys.ts` take. */
export const keysInputs = {
  'keys.list': { query: pageQuery },
  'keys.create': { body: createKeyBody },
  'keys.set-active': { body: keyActiveBody },
} as const satisfies Inputs
