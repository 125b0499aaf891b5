import { changeRequest, keys } from './call.ts'
import { acceptKeys, type KnownKey, withIssuedCredentials } from './issued-credentials.ts'
import { onKeyField, onKeyList, onKeyRecord } from './keys.ts'
import {
  jsonResponse,
  mutants,
  onJson,
  onRequest,
  onResponse,
  withState,
  type Wrap,
} from './wrap.ts'
import { member } from '../session/json.ts'
import { findKeyRecord } from '../setup/keys.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'

/** Rewrites the key record in a creation response. The same object also contains the full key. */
const createdRecord = (change: (record: JsonObject) => JsonObject): Wrap =>
  onJson(keys.create, (json) =>
    isObject(json) && findKeyRecord(json) === json ? change(json) : undefined,
  )

const switchedRecord = (change: (record: JsonObject) => JsonObject): Wrap =>
  onJson(keys.switch, (json) => {
    const record = findKeyRecord(json)
    return record && change(record)
  })

/** A fault: a turn accepts a key in the body that must be refused. */
const worksInTheBody = (wanted: (key: KnownKey) => boolean): Wrap =>
  withIssuedCredentials(({ byValue }) =>
    onRequest('POST /api/react', (call) => {
      const token = member(call.body, 'token')
      const key = typeof token === 'string' ? byValue(token) : undefined
      if (key === undefined || !wanted(key)) return undefined
      return changeRequest(call, { body: { ...Object(call.body), token: key.owner } })
    }),
  )

/** Mutants in which a field of a key differs between responses. */
export const keyConsistencyMutants = mutants({
  'new-key-shows-another-prefix': {
    killedBy: 'keys.creation-prefix-is-of-the-key',
    description: 'The creation of a key shows the key_prefix of another key.',
    wrap: createdRecord((record) => ({ ...record, key_prefix: 'svc_0000' })),
  },
  'new-key-dated-a-day-early': {
    killedBy: 'keys.creation-agrees-with-the-list',
    description: 'The creation of a key shows another created_at than the list.',
    wrap: createdRecord((record) => ({ ...record, created_at: '2020-01-01T00:00:00.000Z' })),
  },
  'created-at-of-each-read': {
    killedBy: 'keys.use-changes-no-other-field',
    description: 'The created_at of a key changes with each read of the list.',
    wrap: withState(() => {
      let reads = 0
      const withDates = (record: JsonObject) => ({
        ...record,
        created_at: new Date(Date.parse(String(record['created_at'])) + reads).toISOString(),
      })
      return onKeyList((records) => {
        reads += 1
        return records.length === 0 ? undefined : records.map(withDates)
      })
    }),
  },
  'disabling-renames-the-key': {
    killedBy: 'keys.disabling-changes-no-other-field',
    description: 'The disabling of a key changes its name.',
    wrap: switchedRecord((record) => ({ ...record, name: 'Disabled key' })),
  },
  'enabled-key-listed-as-inactive': {
    killedBy: 'keys.enabled-is-listed-as-active',
    description: 'A key that was disabled once is listed as inactive for ever.',
    wrap: withIssuedCredentials((memory) =>
      onKeyRecord((record) =>
        memory.keys.some(({ id, state }) => id === record['id'] && state === 'enabled')
          ? { ...record, is_active: false }
          : record,
      ),
    ),
  },
  'new-key-used-at-its-creation': {
    killedBy: 'keys.unused-key-was-never-used',
    description: 'The last_used_at of a new key is its created_at.',
    wrap: onKeyRecord((record) => ({
      ...record,
      last_used_at: record['last_used_at'] ?? record['created_at'],
    })),
  },
  'toggling-drops-the-scopes': {
    killedBy: 'keys.toggling-keeps-the-scopes',
    description: 'The enabling of a key shows no scopes.',
    wrap: switchedRecord((record) => ({ ...record, scopes: null })),
  },
  'toggling-gives-full-access': {
    killedBy: 'keys.toggling-widens-no-scope',
    description: 'A key with a scope has full access once it was disabled and enabled.',
    wrap: acceptKeys(
      'GET /api/agents',
      ({ state, scopes }) => state === 'enabled' && scopes !== undefined,
    ),
  },
  'disabled-key-works-in-the-body': {
    killedBy: 'keys.disabled-is-rejected-in-the-body',
    description: 'A disabled key in the body field token still authenticates.',
    wrap: worksInTheBody(({ state }) => state === 'disabled'),
  },
  'deleted-key-works-in-the-body': {
    killedBy: 'keys.deleted-is-rejected-in-the-body',
    description: 'A deleted key in the body field token still authenticates.',
    wrap: worksInTheBody(({ state }) => state === 'deleted'),
  },
  'deleted-key-enabled': {
    killedBy: 'keys.deleted-cannot-be-enabled',
    description: 'A deleted key can be enabled.',
    wrap: withIssuedCredentials((memory) =>
      onResponse(keys.switch, (_, { path }) => {
        const key = memory.keys.find(({ id }) => path.split('/').includes(id))
        return key?.state === 'deleted'
          ? jsonResponse(200, { ...Object(key.record), key: null })
          : undefined
      }),
    ),
  },
  'no-use-dated': {
    killedBy: 'keys.last-used-at-is-not-always-null',
    description: 'The last_used_at of every key is null.',
    wrap: onKeyField('last_used_at', () => null),
  },
  'no-request-counted': {
    killedBy: 'keys.count-is-not-always-0',
    description: 'The total_requests of every key are 0.',
    wrap: onKeyField('total_requests', () => 0),
  },
})
