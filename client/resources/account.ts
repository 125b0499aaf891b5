import type * as z from 'zod/mini'
import type { profileBody } from '../../contract/operations/account.ts'
import type { OwnUsage } from '../../contract/records/portal.ts'
import type { Session as LoginSession, ApiKey } from '../../contract/records/credentials.ts'
import type { User } from '../../contract/records/user.ts'
import type { Requester, CallOptions } from '../requester.ts'
import { createList } from '../page.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'
import { normalizeTimestamps } from '../timestamps.ts'
import { pathTo } from './records.ts'
import type { createKeyBody } from '../../contract/operations/keys.ts'

export interface ProfileChange extends z.output<typeof profileBody> {}

/** Methods for the signed-in user. */
export interface AccountApi extends ReturnType<typeof createAccountApi> {}

export function createAccountApi(requester: Requester) {
  const { request } = requester
  return {
    /** Reads the signed-in user. */
    read: (options?: CallOptions) => request<User>('GET', '/api/auth/me', options),
    /** Changes the profile. Absent fields stay; `null` restores the default. */
    update: (change: ProfileChange, options?: CallOptions) =>
      request<User>('PATCH', '/api/auth/profile', { ...options, body: change }),
    /** Reads this month's token usage and the quota. */
    usage: (options?: CallOptions) => request<OwnUsage>('GET', '/api/me/usage', options),
    /** The sessions whose refresh token is still valid. */
    sessions: createList<LoginSession>(requester, '/api/me/sessions'),
  }
}

/** The fields of a new API key (5.1). */
export interface NewKey extends z.output<typeof createKeyBody> {}

/** A newly created API key. Some deployments omit fields that have no value yet. */
export type CreatedKey = Pick<ApiKey, 'id' | 'name' | 'key_prefix' | 'created_at'> &
  Partial<ApiKey> & {
    /** The full value, which the platform returns only once. */
    readonly key: string
  }

/** Methods for the API keys of the signed-in user. */
export interface KeysApi extends ReturnType<typeof createKeysApi> {}

export function createKeysApi(requester: Requester) {
  const path = '/api/me/api-keys'
  const { request } = requester
  return {
    ...createList<ApiKey>(requester, path),
    /** Creates a key; `key` in the result is its value. */
    create: async (fields: NewKey, options?: CallOptions) =>
      readCreatedKey(await request<JsonObject>('POST', path, { ...options, body: fields })),
    /** Enables or disables a key. */
    setActive: (id: string, is_active: boolean, options?: CallOptions) =>
      request<ApiKey>('PATCH', `${pathTo(path, id)}/active`, { ...options, body: { is_active } }),
    /** Deletes a key permanently. */
    delete: async (id: string, options?: CallOptions) => {
      await request('DELETE', pathTo(path, id), options)
    },
  }
}

/** Finds the new key's record and value. The specification does not name the fields. */
function readCreatedKey(answer: JsonObject): CreatedKey {
  const { record: inner, api_key, key, secret, plain } = answer
  const record = [inner, api_key, key].find(isObject) ?? answer
  const { key_prefix: prefix } = record
  const isValue = (value: unknown) =>
    typeof prefix === 'string' && isText(value) && value !== prefix && value.startsWith(prefix)
  const value =
    [key, secret, plain].find(isText) ??
    [...Object.values(answer), ...Object.values(record)].find(isValue)
  if (!isText(value))
    throw new Error(
      'The platform created the key, but its response has no value that begins with its `key_prefix`.',
    )
  return { ...(normalizeTimestamps(record) as CreatedKey), key: value }
}

const isText = (value: unknown): value is string => typeof value === 'string'
