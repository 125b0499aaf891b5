import { specifiedKey } from '../../contract/records/specified.ts'
import type { ActiveCheck, Check } from '../session/check.ts'
import { member, formatValue } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { requireBaseline, isAccepted, assert } from '../session/assertions.ts'
import { userCredential } from '../setup/credentials.ts'
import { disabledKey, enabledKey } from '../setup/key-lifecycle.ts'
import { issuedKey, findKeyRecord, setActive } from '../setup/keys.ts'
import { lists } from '../setup/lists.ts'
import { unknownId } from '../setup/unknown-resources.ts'
import { keyExpirationChecks, keyDeletionChecks, keyOwnershipChecks } from './key-revocation.ts'
import { keyUsageChecks } from './key-records.ts'
import { anObject, refusesInput } from './validation.ts'

const core = { plan: 'core', needs: ['user'] } as const

/** The use of a disabled key, once it has been shown that the key worked before. */
async function refusedUse(lab: TestSession) {
  const { before, after, delay } = await disabledKey(lab)
  requireBaseline(isAccepted(before), `the key did not work before (${before.status})`)
  return { after, delay }
}

const switching: readonly ActiveCheck[] = [
  {
    ...core,
    id: 'keys.disabling-answers-200',
    level: 'must',
    rule: 'keys.set-active',
    run: async (lab) => {
      const { change, record } = await disabledKey(lab)
      assert.status(change, 200)
      requireBaseline(
        findKeyRecord(change.json) !== undefined || record?.['is_active'] === false,
        noRecord,
      )
    },
  },
  {
    ...core,
    id: 'keys.disabling-shows-the-record',
    level: 'must',
    rule: 'keys.set-active',
    run: async (lab) => {
      const { change } = await disabledKey(lab)
      assert.equal(member(change.json, 'is_active'), false, change, 'a bare record with is_active')
      assert.match(specifiedKey.shape.key_prefix, member(change.json, 'key_prefix'), change)
    },
  },
  {
    ...core,
    id: 'keys.disabling-shows-the-same-id',
    level: 'must',
    rule: 'key-record.id',
    run: async (lab) => {
      const { key, change } = await disabledKey(lab)
      const record = findKeyRecord(change.json)
      requireBaseline(record !== undefined, noRecord)
      assert.equal(record['id'], key.id, change, 'id')
    },
  },
  {
    ...core,
    id: 'keys.disabled-is-rejected',
    level: 'must',
    rule: 'keys.disable',
    run: async (lab) => {
      const { after, delay } = await refusedUse(lab)
      assert.refuse(after)
      return { delay: Math.round(delay) }
    },
  },
  {
    ...core,
    id: 'keys.disabled-is-401',
    level: 'must',
    rule: 'credentials.disabled',
    run: async (lab) => assert.status((await refusedUse(lab)).after, 401),
  },
  {
    ...core,
    id: 'keys.disabled-is-unauthorized',
    level: 'must',
    rule: 'credentials.disabled',
    sees: ['auth.disabled-key-code'],
    run: async (lab) => assert.code((await refusedUse(lab)).after, 'unauthorized'),
  },
  {
    ...core,
    id: 'keys.disabled-record-is-kept',
    level: 'must',
    rule: 'keys.disable',
    run: async (lab) => {
      const { record, change } = await disabledKey(lab)
      assert.equal(record?.['is_active'], false, change, 'the listed is_active')
    },
  },
  {
    ...core,
    id: 'keys.disabling-twice-is-accepted',
    level: 'should',
    rule: 'keys.set-active',
    run: async (lab) => assert.status((await disabledKey(lab)).again, 200),
  },
  {
    ...core,
    id: 'keys.enabling-answers-200',
    level: 'must',
    rule: 'keys.set-active',
    run: async (lab) => {
      const { change } = await enabledKey(lab)
      assert.status(change, 200)
      assert.equal(findKeyRecord(change.json)?.['is_active'], true, change, 'is_active')
    },
  },
  {
    ...core,
    id: 'keys.enabled-authenticates-again',
    level: 'must',
    rule: 'keys.enable',
    run: async (lab) => {
      const { before, after } = await enabledKey(lab)
      requireBaseline(!isAccepted(before), 'the key was never out of use')
      assert.accept(after)
    },
  },
]

const noRecord = 'the reply shows no record'

const patch = async (lab: TestSession, body: unknown) => ({
  method: 'PATCH',
  path: `${lists.keys}/${(await issuedKey(lab, 'second')).id}/active`,
  bearer: await userCredential(lab),
  body,
})

const update = {
  ...core,
  rule: 'keys.set-active-body',
  breaks: 'is_active',
  control: async (lab: TestSession) => (await disabledKey(lab)).change,
} as const

async function unknownPatch(lab: TestSession) {
  const { key, change } = await disabledKey(lab)
  requireBaseline(isAccepted(change), 'no key can be disabled')
  return lab.once('the disabling of an unknown key', () => setActive(lab, unknownId(key.id), false))
}

const inputs: readonly ActiveCheck[] = [
  refusesInput({ ...update, id: 'keys.is-active-is-required', ask: (lab) => patch(lab, {}) }),
  refusesInput({
    ...update,
    id: 'keys.is-active-is-not-an-object',
    ask: (lab) => patch(lab, { is_active: anObject }),
  }),
  {
    ...core,
    id: 'keys.is-active-coercion',
    level: 'observe',
    rule: 'keys.set-active-body',
    sees: ['errors.coercion'],
    run: async (lab) => {
      const { id } = await issuedKey(lab, 'second')
      const answers: Record<string, unknown> = {}
      for (const near of ['true', 1, 'yes']) {
        const { status, json } = await setActive(lab, id, near)
        answers[formatValue(near)] = { status, is_active: findKeyRecord(json)?.['is_active'] }
      }
      await setActive(lab, id, true)
      return answers
    },
  },
  {
    ...core,
    id: 'keys.unknown-key-is-404',
    level: 'must',
    rule: 'errors.not-found',
    run: async (lab) => assert.status(await unknownPatch(lab), 404),
  },
  {
    ...core,
    id: 'keys.unknown-key-is-not-found',
    level: 'should',
    rule: 'errors.not-found',
    sees: ['errors.missing-resource-code'],
    run: async (lab) => assert.code(await unknownPatch(lab), 'not_found'),
  },
]

/** What becomes of a key after its creation (3, 4.1, 5.R7). */
export const keyLifecycleChecks: readonly Check[] = [
  ...switching,
  ...inputs,
  ...keyOwnershipChecks,
  ...keyUsageChecks,
  ...keyDeletionChecks,
  ...keyExpirationChecks,
]
