import { anyRoute, keys } from './call.ts'
import {
  acceptKeys,
  answerAsFirstUser,
  type KnownKey,
  respondToKeys,
  withIssuedCredentials,
} from './issued-credentials.ts'
import { hideRecords, onKeyField, onKeyList } from './keys.ts'
import { mutants, onBody, onJson, onStatus, refusal, withState, type Wrap } from './wrap.ts'
import { member } from '../session/json.ts'
import { findKeyRecord } from '../setup/keys.ts'
import { isObject } from '../../contract/json.ts'

/** Rewrites the record in the response to enabling or disabling a key. */
const changeSwitchedRecord = (change: (record: object) => unknown): Wrap =>
  onJson(keys.switch, (json) => (findKeyRecord(json) ? change(Object(json)) : undefined))

/** Replaces `is_active` in a request by `instead` if `wanted` returns true for the sent value. */
const changeSwitchBody = (wanted: (active: unknown) => boolean, instead: boolean): Wrap =>
  onBody(keys.switch, (body) => (wanted(body['is_active']) ? { is_active: instead } : undefined))

const isDisabled = ({ state }: KnownKey): boolean => state === 'disabled'
const isDeleted = ({ state }: KnownKey): boolean => state === 'deleted'

/** Mutants with a fault in enabling, disabling, deleting or using keys. */
export const keyLifecycleMutants = mutants({
  'disabling-is-202': {
    killedBy: 'keys.disabling-answers-200',
    description: 'Disabling a key responds with 202.',
    wrap: onStatus(keys.switch, { 200: 202 }),
  },
  'disabling-in-an-envelope': {
    killedBy: 'keys.disabling-shows-the-record',
    description: 'Disabling a key returns the record in a success envelope.',
    wrap: changeSwitchedRecord((data) => ({ success: true, data })),
  },
  'disabling-shows-another-id': {
    killedBy: 'keys.disabling-shows-the-same-id',
    description: 'Disabling a key returns a record with another id.',
    wrap: changeSwitchedRecord((record) => ({
      ...record,
      id: '00000000-0000-4000-8000-000000000000',
    })),
  },
  'disabled-key-works': {
    killedBy: 'keys.disabled-is-rejected',
    description: 'A disabled key is still accepted.',
    wrap: acceptKeys(anyRoute, isDisabled),
  },
  'disabled-key-is-403': {
    killedBy: 'keys.disabled-is-401',
    description: 'A disabled key is refused with 403.',
    wrap: respondToKeys(anyRoute, isDisabled, refusal(403, 'unauthorized')),
  },
  'disabled-key-is-invalid': {
    killedBy: 'keys.disabled-is-unauthorized',
    description: 'A disabled key gets the code `invalid_token`.',
    wrap: respondToKeys(anyRoute, isDisabled, refusal(401, 'invalid_token')),
  },
  'disabled-key-forgotten': {
    killedBy: 'keys.disabled-record-is-kept',
    description: 'A disabled key is no longer listed.',
    wrap: hideRecords((record) => record['is_active'] === false),
  },
  'enabling-shows-the-old-state': {
    killedBy: 'keys.enabling-answers-200',
    description: 'Enabling a key returns the record with `is_active` false.',
    wrap: changeSwitchedRecord((record) => ({ ...record, is_active: false })),
  },
  'enabled-key-stays-out': {
    killedBy: 'keys.enabled-authenticates-again',
    description: 'A key that was disabled once is refused forever.',
    wrap: respondToKeys(anyRoute, ({ state }) => state === 'enabled', refusal(401, 'unauthorized')),
  },
  'switch-without-a-state': {
    killedBy: 'keys.is-active-is-required',
    description: 'A PATCH without `is_active` enables the key.',
    wrap: changeSwitchBody((active) => active === undefined, true),
  },
  'switch-to-an-object': {
    killedBy: 'keys.is-active-is-not-an-object',
    description: 'A PATCH with an object as `is_active` enables the key.',
    wrap: changeSwitchBody(isObject, true),
  },
  'unknown-key-is-400': {
    killedBy: 'keys.unknown-key-is-404',
    description: 'Disabling an unknown key responds with 400.',
    wrap: onStatus(keys.switch, { 404: 400 }),
  },
  'anyone-disables-a-key': {
    killedBy: 'keys.other-user-cannot-disable',
    description: 'Any user can disable any key.',
    wrap: answerAsFirstUser(keys.switch),
  },
  'anyone-enables-a-key': {
    killedBy: 'keys.other-user-cannot-enable',
    description: 'Any user can enable any key.',
    wrap: answerAsFirstUser(keys.switch, ({ body }) => member(body, 'is_active') === true),
  },
  'anyone-deletes-a-key': {
    killedBy: 'keys.other-user-cannot-delete',
    description: 'Any user can delete any key.',
    wrap: answerAsFirstUser(keys.delete),
  },
  'anyone-sees-all-keys': {
    killedBy: 'keys.other-user-does-not-see-it',
    description: 'The list shows the keys of another user.',
    wrap: answerAsFirstUser(keys.list),
  },
  'request-count-falls': {
    killedBy: 'keys.count-never-falls',
    description: '`total_requests` decreases with each request.',
    wrap: withState(() => {
      let count = 1000
      return onKeyList((records) => {
        count -= 1
        return records.map((record) => ({ ...record, total_requests: count }))
      })
    }),
  },
  'requests-count-ten-times': {
    killedBy: 'keys.count-grows-by-uses-alone',
    description: 'Each request counts ten times in `total_requests`.',
    wrap: onKeyField('total_requests', (total) => Number(total) * 10),
  },
  'creation-counts-as-a-request': {
    killedBy: 'keys.unused-key-counts-nothing',
    description: 'Creating a key already counts in its `total_requests`.',
    wrap: onKeyField('total_requests', (total) => Number(total) + 1),
  },
  'deleted-key-works': {
    killedBy: 'keys.deleted-is-rejected',
    description: 'A deleted key is still accepted.',
    wrap: acceptKeys(anyRoute, isDeleted),
  },
  'deleted-key-is-unauthorized': {
    killedBy: 'keys.deleted-is-an-invalid-token',
    description: 'A deleted key gets the code of a disabled key.',
    wrap: respondToKeys(anyRoute, isDeleted, refusal(401, 'unauthorized')),
  },
  'deleted-key-listed': {
    killedBy: 'keys.deleted-is-not-listed',
    description: 'A deleted key is listed as inactive.',
    wrap: withIssuedCredentials((memory) =>
      onKeyList((records) => {
        const deletedKeys = memory.keys.filter(isDeleted)
        const shown = deletedKeys.map(({ record }) => ({ ...Object(record), is_active: false }))
        return shown.length === 0 ? undefined : [...records, ...shown]
      }),
    ),
  },
  'expired-key-works': {
    killedBy: 'keys.expired-is-rejected',
    description: 'The expiry of a key has no effect.',
    wrap: acceptKeys(anyRoute, ({ state, scopes }) => state === 'new' && scopes === undefined),
  },
})
