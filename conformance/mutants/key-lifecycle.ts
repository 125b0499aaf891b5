import { isObject, member } from '../session/json.ts'
import { findKeyRecord } from '../setup/keys.ts'
import {
  answerAsFirstUser,
  answerAs,
  type KnownKey,
  type IssuedCredentials,
  withMemory,
} from './issued-credentials.ts'
import { onBody, onJson, onReply, onStatus, errorReply, type Mutant, type Wrap } from './wrap.ts'
import { keys } from './call.ts'

const anywhere = 'GET * | POST * | PATCH *'

/** Rewrites the record that a switch shows. */
const switched = (change: (record: object) => unknown): Wrap =>
  onJson(keys.switch, (json) => (findKeyRecord(json) ? change(Object(json)) : undefined))

/** Takes another body for a switch where the body qualifies. */
const switches = (wanted: (active: unknown) => boolean, instead: boolean): Wrap =>
  onBody(keys.switch, (body) => (wanted(body['is_active']) ? { is_active: instead } : undefined))

/** Answers the use of a known key otherwise. */
const usedKey = (wanted: (key: KnownKey) => boolean, answer: () => Response): Wrap =>
  withMemory(({ byValue }) =>
    onReply(anywhere, (_, { bearer }) => {
      const key = byValue(bearer)
      return key && wanted(key) ? answer() : undefined
    }),
  )

/** Lets a known key in that has to be refused, in the name of the user who made it. */
const keyWorks = (wanted: (key: KnownKey) => boolean): Wrap =>
  answerAs(anywhere, ({ bearer }, { byValue }) => {
    const key = byValue(bearer)
    return key && wanted(key) ? key.owner : undefined
  })

const isDisabled = ({ state }: KnownKey): boolean => state === 'disabled'
const isDeleted = ({ state }: KnownKey): boolean => state === 'deleted'

/** A list of keys with other items. */
const relisted = (
  change: (items: readonly unknown[], memory: IssuedCredentials) => readonly unknown[],
) =>
  withMemory((memory) =>
    onJson(keys.list, (json) => {
      const items = member(json, 'items')
      if (!isObject(json) || !Array.isArray(items)) return undefined
      const other = change(items, memory)
      return other.length === items.length ? undefined : { ...json, items: other }
    }),
  )

/** Wrong in what becomes of a key. */
export const keyLifecycleMutants: readonly Mutant[] = [
  {
    id: 'disabling-is-202',
    breaks: 'keys.disabling-answers-200',
    says: 'The disabling of a key answers 202.',
    wrap: onStatus(keys.switch, { 200: 202 }),
  },
  {
    id: 'disabling-in-an-envelope',
    breaks: 'keys.disabling-shows-the-record',
    says: 'The disabling of a key wraps the record in the success envelope.',
    wrap: switched((data) => ({ success: true, data })),
  },
  {
    id: 'disabling-shows-another-id',
    breaks: 'keys.disabling-shows-the-same-id',
    says: 'The disabling of a key shows a record of another id.',
    wrap: switched((record) => ({ ...record, id: '00000000-0000-4000-8000-000000000000' })),
  },
  {
    id: 'disabled-key-works',
    breaks: 'keys.disabled-is-rejected',
    says: 'A disabled key still authenticates.',
    wrap: keyWorks(isDisabled),
  },
  {
    id: 'disabled-key-is-403',
    breaks: 'keys.disabled-is-401',
    says: 'A disabled key is 403.',
    wrap: usedKey(isDisabled, () => errorReply(403, 'unauthorized')),
  },
  {
    id: 'disabled-key-is-invalid',
    breaks: 'keys.disabled-is-unauthorized',
    says: 'A disabled key is an invalid token.',
    wrap: usedKey(isDisabled, () => errorReply(401, 'invalid_token')),
  },
  {
    id: 'disabled-key-forgotten',
    breaks: 'keys.disabled-record-is-kept',
    says: 'A disabled key is no longer listed.',
    wrap: relisted((items) => items.filter((item) => member(item, 'is_active') !== false)),
  },
  {
    id: 'enabling-shows-the-old-state',
    breaks: 'keys.enabling-answers-200',
    says: 'The enabling of a key shows the record as it was before.',
    wrap: switched((record) => ({ ...record, is_active: false })),
  },
  {
    id: 'enabled-key-stays-out',
    breaks: 'keys.enabled-authenticates-again',
    says: 'A key that was disabled once is refused for ever.',
    wrap: usedKey(
      ({ state }) => state === 'enabled',
      () => errorReply(401, 'unauthorized'),
    ),
  },
  {
    id: 'switch-without-a-state',
    breaks: 'keys.is-active-is-required',
    says: 'A switch without is_active enables the key.',
    wrap: switches((active) => active === undefined, true),
  },
  {
    id: 'switch-to-an-object',
    breaks: 'keys.is-active-is-not-an-object',
    says: 'A switch to an object enables the key.',
    wrap: switches(isObject, true),
  },
  {
    id: 'unknown-key-is-400',
    breaks: 'keys.unknown-key-is-404',
    says: 'The disabling of an unknown key is 400.',
    wrap: onStatus(keys.switch, { 404: 400 }),
  },
  {
    id: 'anyone-disables-a-key',
    breaks: 'keys.other-user-cannot-disable',
    says: 'Any user can disable any key.',
    wrap: answerAsFirstUser(keys.switch),
  },
  {
    id: 'anyone-enables-a-key',
    breaks: 'keys.other-user-cannot-enable',
    says: 'Any user can enable any key.',
    wrap: answerAsFirstUser(keys.switch, ({ body }) => member(body, 'is_active') === true),
  },
  {
    id: 'anyone-deletes-a-key',
    breaks: 'keys.other-user-cannot-delete',
    says: 'Any user can delete any key.',
    wrap: answerAsFirstUser(keys.delete),
  },
  {
    id: 'anyone-sees-all-keys',
    breaks: 'keys.other-user-does-not-see-it',
    says: 'The list shows the keys of another user.',
    wrap: answerAsFirstUser(keys.list),
  },
  {
    id: 'request-count-falls',
    breaks: 'keys.count-never-falls',
    says: 'The total_requests fall with each look.',
    wrap: (fetch, hit) => {
      let count = 1000
      const falling = onJson(keys.list, (json) => {
        const items = member(json, 'items')
        if (!isObject(json) || !Array.isArray(items)) return undefined
        count -= 1
        return { ...json, items: items.map((item) => ({ ...item, total_requests: count })) }
      })
      return falling(fetch, hit)
    },
  },
  {
    id: 'creation-counts-as-a-request',
    breaks: 'keys.unused-key-counts-nothing',
    says: 'The creation of a key counts as a request made with it.',
    wrap: onJson(keys.list, (json) => {
      const items = member(json, 'items')
      if (!isObject(json) || !Array.isArray(items)) return undefined
      const counted = items.map((item) => ({
        ...item,
        total_requests: Number(item.total_requests) + 1,
      }))
      return { ...json, items: counted }
    }),
  },
  {
    id: 'deleted-key-works',
    breaks: 'keys.deleted-is-rejected',
    says: 'A deleted key still authenticates.',
    wrap: keyWorks(isDeleted),
  },
  {
    id: 'deleted-key-is-unauthorized',
    breaks: 'keys.deleted-is-an-invalid-token',
    says: 'A deleted key has the code of a disabled one.',
    wrap: usedKey(isDeleted, () => errorReply(401, 'unauthorized')),
  },
  {
    id: 'deleted-key-listed',
    breaks: 'keys.deleted-is-not-listed',
    says: 'A deleted key is listed as inactive.',
    wrap: relisted((items, memory) => [
      ...items,
      ...memory.keys
        .filter(isDeleted)
        .map(({ record }) => ({ ...Object(record), is_active: false })),
    ]),
  },
  {
    id: 'expired-key-works',
    breaks: 'keys.expired-is-rejected',
    says: 'The expiry of a key has no effect.',
    wrap: keyWorks(({ state, scopes }) => state === 'new' && scopes === undefined),
  },
]
