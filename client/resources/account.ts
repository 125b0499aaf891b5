import type * as z from 'zod/mini'
import type { profileBody } from '../../contract/operations/account.ts'
import type { OwnUsage } from '../../contract/records/portal.ts'
import type { Session as LoginSession } from '../../contract/records/session.ts'
import type { User } from '../../contract/records/user.ts'
import type { Requester, CallOptions } from '../requester.ts'
import { createList } from '../page.ts'
import type { ApiKey } from '../../contract/records/api-key.ts'
import { isObject, type Json } from '../json.ts'
import { normalizeTimestamps } from '../timestamps.ts'
import type { createKeyBody } from '../../contract/operations/keys.ts'

export type ProfileChange = z.infer<typeof profileBody>

/** The account of whoever is signed in. */
export function createAccountApi(caller: Requester) {
  const { request } = caller
  return {
    read: (options?: CallOptions) => request<User>('GET', '/api/auth/me', options),
    /** What is absent stays, `null` is the default again. */
    update: (change: ProfileChange, options?: CallOptions) =>
      request<User>('PATCH', '/api/auth/profile', { ...options, body: change }),
    /** The tokens used in this month, against the quota. */
    usage: (options?: CallOptions) => request<OwnUsage>('GET', '/api/me/usage', options),
    /** The logins that can still be refreshed. */
    sessions: createList<LoginSession>(caller, '/api/me/sessions'),
  }
}

export type NewKey = z.infer<typeof createKeyBody>

/** A key that was just made; some deployments leave out what a new key cannot tell yet. */
export type CreatedKey = Pick<ApiKey, 'id' | 'name' | 'key_prefix' | 'created_at'> &
  Partial<ApiKey> & {
    /** The full value: shown now, and never again. */
    readonly key: string
  }

/** The API keys of whoever is signed in. */
export function createKeysApi(caller: Requester) {
  const path = '/api/me/api-keys'
  const { request } = caller
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`
  return {
    ...createList<ApiKey>(caller, path),
    create: async (fields: NewKey, options?: CallOptions) =>
      readCreatedKey(await request<Json>('POST', path, { ...options, body: fields })),
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
function readCreatedKey(answer: Json): CreatedKey {
  const record = [answer['record'], answer['api_key']].find(isObject) ?? answer
  const key = answer['key'] ?? answer['secret'] ?? answer['plain']
  return { ...(normalizeTimestamps(record) as CreatedKey), key: String(key) }
}
