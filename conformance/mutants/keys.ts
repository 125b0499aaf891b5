import { anyRoute, changeRequest, keys } from './call.ts'
import { respondToKeys, withIssuedCredentials } from './issued-credentials.ts'
import {
  refusal,
  mutants,
  onBody,
  onCall,
  onJson,
  respondWith,
  acceptObject,
  withState,
  withBody,
  type Wrap,
} from './wrap.ts'
import { member } from '../session/json.ts'
import { findFullKey, findKeyRecord } from '../setup/keys.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'

/** Rewrites the records of the list of keys; `undefined` leaves the list unchanged. */
export const onKeyList = (
  change: (records: readonly JsonObject[]) => readonly unknown[] | undefined,
): Wrap =>
  onJson(keys.list, (json) => {
    const records = member(json, 'items')
    const items = Array.isArray(records) ? change(records.filter(isObject)) : undefined
    return items && isObject(json) ? { ...json, items } : undefined
  })

/** Rewrites each record of the list of keys. */
export const onKeyRecord = (change: (record: JsonObject) => unknown): Wrap =>
  onKeyList((records) => (records.length === 0 ? undefined : records.map(change)))

/** Rewrites a field of each record of the list of keys. */
export const onKeyField = (field: string, change: (value: unknown) => unknown): Wrap =>
  onKeyRecord((record) => ({ ...record, [field]: change(record[field]) }))

/** Leaves records out of the list of keys. */
export const hideRecords = (isHidden: (record: JsonObject) => boolean): Wrap =>
  onKeyList((records) => {
    const left = records.filter((record) => !isHidden(record))
    return left.length < records.length ? left : undefined
  })

const replaceInJson = (json: unknown, from: string, to: string): unknown =>
  JSON.parse(JSON.stringify(json).replaceAll(from, to))

/** A fault: all keys start with these four characters instead of `svc_`. The keys still work. */
const withKeyPrefix = (prefix: string): Wrap =>
  onCall(anyRoute, async (call, next, hit) => {
    const sent = JSON.stringify({ bearer: call.bearer, body: call.body })
    const parts = JSON.parse(sent.replaceAll(prefix, 'svc_'))
    const request = sent.includes(prefix) ? changeRequest(call, parts) : call.request
    const response = await next(request)
    if (!response.headers.get('content-type')?.includes('json')) return response
    const text = await response.text()
    if (text.includes('svc_')) hit()
    return withBody(response, text.replaceAll('svc_', prefix))
  })

/** Mutants with a fault in the creation or the list of keys. */
export const keyMutants = mutants({
  'no-key-for-anyone': {
    killedBy: 'keys.creation-is-accepted',
    description: 'Creating a key is refused.',
    wrap: respondWith(keys.create, (_, status) => status < 300, refusal(400, 'bad_request')),
  },
  'keys-with-another-prefix': {
    killedBy: 'keys.creation-shows-the-full-key',
    description: 'Keys start with another prefix, also in their records.',
    wrap: withKeyPrefix('abc_'),
  },
  'full-key-never-shown': {
    killedBy: 'keys.creation-shows-the-full-key',
    looksLike: (got) => got === 'none',
    description: 'Creating a key returns only the prefix of the key.',
    wrap: onJson(keys.create, (json) => {
      const value = findFullKey(json)?.value
      return typeof value === 'string' ? replaceInJson(json, value, value.slice(0, 8)) : undefined
    }),
  },
  'new-key-unlisted': {
    killedBy: 'keys.new-key-is-listed',
    description: 'A new key does not appear in the list.',
    wrap: withIssuedCredentials((memory) =>
      hideRecords(({ id }) => memory.keys.some((key) => key.id === id)),
    ),
  },
  'new-key-does-not-work': {
    killedBy: 'keys.new-key-authenticates',
    description: 'A new key gets the code `invalid_token`.',
    wrap: respondToKeys(keys.list, () => true, refusal(401, 'invalid_token')),
  },
  'key-acts-for-nobody': {
    killedBy: 'keys.new-key-acts-for-its-owner',
    description: 'A key signs in as a separate user who has no keys.',
    wrap: withIssuedCredentials(({ byValue }) =>
      onJson(keys.list, (json, { bearer }) =>
        isObject(json) && byValue(bearer) && 'items' in json
          ? { ...json, items: [], total: 0, pages: 0 }
          : undefined,
      ),
    ),
  },
  'one-key-for-all': {
    killedBy: 'keys.new-keys-differ',
    description: 'Creating a second key returns the first key again.',
    wrap: withState(() => {
      let first: Response | undefined
      return onCall(keys.create, async ({ request }, next, hit) => {
        if (first !== undefined) hit()
        first ??= await next(request)
        return first.clone()
      })
    }),
  },
  'key-id-as-a-number': {
    killedBy: 'keys.record-has-id',
    description: 'The list returns numbers as the ids of keys.',
    wrap: onKeyField('id', () => 7),
  },
  'key-without-name': {
    killedBy: 'keys.record-has-name',
    description: 'The record of a disabled key has no `name`.',
    wrap: onJson(keys.switch, (json) =>
      findKeyRecord(json) ? { ...Object(json), name: null } : undefined,
    ),
  },
  'key-prefix-too-long': {
    killedBy: 'keys.record-has-prefix',
    description: '`key_prefix` has 12 characters.',
    wrap: onKeyField('key_prefix', (prefix) => `${String(prefix)}abcd`),
  },
  'key-active-as-a-number': {
    killedBy: 'keys.record-has-is-active',
    description: '`is_active` of a key record is 0 or 1.',
    wrap: onKeyField('is_active', Number),
  },
  'key-created-in-seconds': {
    killedBy: 'keys.record-has-created-at',
    description: '`created_at` of a key record is a number of seconds.',
    wrap: onKeyField('created_at', () => 1_790_000_000),
  },
  'key-scopes-as-a-list': {
    killedBy: 'keys.record-scopes-is-a-string',
    description: '`scopes` of a key record is an array.',
    wrap: onKeyField('scopes', () => ['chat']),
  },
  'key-never-expires-at-0': {
    killedBy: 'keys.record-moments-are-strings',
    description: '`expires_at` is 0 for a key that does not expire.',
    wrap: onKeyField('expires_at', (expiry) => expiry ?? 0),
  },
  'key-requests-as-text': {
    killedBy: 'keys.record-counts-requests',
    description: '`total_requests` is a string.',
    wrap: onKeyField('total_requests', String),
  },
  'key-prefix-of-stars': {
    killedBy: 'keys.prefix-is-the-first-8-characters',
    description: '`key_prefix` shows only the literal `svc_`.',
    wrap: onKeyField('key_prefix', () => 'svc_****'),
  },
  'full-access-as-a-scope': {
    killedBy: 'keys.unscoped-key-has-no-scopes',
    description: 'A key without scopes is listed with the scope `all`.',
    wrap: onKeyField('scopes', (scopes) => scopes ?? 'all'),
  },
  'scope-renamed': {
    killedBy: 'keys.scoped-key-keeps-its-scope',
    description: 'The scope chat is listed as `chat:write`.',
    wrap: onKeyField('scopes', (scopes) => (scopes === 'chat' ? 'chat:write' : scopes)),
  },
  'new-key-inactive': {
    killedBy: 'keys.new-key-is-active',
    description: 'A new key is listed as inactive.',
    wrap: onKeyField('is_active', () => false),
  },
  'key-named-by-us': {
    killedBy: 'keys.name-is-required',
    description: 'A key that is created without a name gets a default name.',
    wrap: onBody(keys.create, (body) =>
      'name' in body ? undefined : { ...body, name: 'Unnamed' },
    ),
  },
  'key-named-object': {
    killedBy: 'keys.name-is-not-an-object',
    description: 'An object is accepted as the name of a key.',
    wrap: acceptObject(keys.create, 'name', '[object]'),
  },
  'key-scopes-object-ignored': {
    killedBy: 'keys.scopes-is-not-an-object',
    description: 'Scopes that are an object are ignored.',
    wrap: acceptObject(keys.create, 'scopes'),
  },
  'key-leaks-in-the-list': {
    killedBy: 'keys.full-value-is-shown-once',
    trafficFrom: ['keys.new-key-is-listed'],
    description: 'The list of keys returns their full values.',
    wrap: withIssuedCredentials((memory) =>
      onKeyRecord((record) => ({
        ...record,
        key: memory.keys.find(({ id }) => id === record['id'])?.value,
      })),
    ),
  },
})
