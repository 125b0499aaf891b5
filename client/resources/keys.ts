import type * as z from 'zod/mini'
import type { ApiKey } from '../../contract/records/api-key.ts'
import type { Caller, CallOptions } from '../caller.ts'
import { isObject, type Json } from '../json.ts'
import { withMoments } from '../moments.ts'
import { listAt } from '../page.ts'
import type { createKeyBody } from '../../contract/operations/keys.ts'

export type NewKey = z.infer<typeof createKeyBody>

/** A key that was just made; some deployments leave out what a new key cannot tell yet. */
export type CreatedKey = Pick<ApiKey, 'id' | 'name' | 'key_prefix' | 'created_at'> &
  Partial<ApiKey> & {
    /** The full value: shown now, and never again. */
    readonly key: string
  }

/** The API keys of whoever is signed in. */
export function keysOf(caller: Caller) {
  const path = '/api/me/api-keys'
  const { request } = caller
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`
  return {
    ...listAt<ApiKey>(caller, path),
    create: async (fields: NewKey, options?: CallOptions) =>
      createdKeyIn(await request<Json>('POST', path, { ...options, body: fields })),
    /** Enables or disables a key; it can be enabled again. */
    setActive: (id: string, is_active: boolean, options?: CallOptions) =>
      request<ApiKey>('PATCH', `${pathOf(id)}/active`, { ...options, body: { is_active } }),
    /** Deletes a key for good. */
    delete: async (id: string, options?: CallOptions) => {
      await request('DELETE', pathOf(id), options)
    },
  }
}

/** The record and the value, side by side or apart: the specification shows neither's place. */
function createdKeyIn(answer: Json): CreatedKey {
  const record = [answer['record'], answer['api_key']].find(isObject) ?? answer
  const key = answer['key'] ?? answer['secret'] ?? answer['plain']
  return { ...(withMoments(record) as CreatedKey), key: String(key) }
}
