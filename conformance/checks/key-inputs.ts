import { checks, corePlan } from '../session/check.ts'
import type { TestSession } from '../session/test-session.ts'
import { userCredential } from '../setup/credentials.ts'
import { issuedKey } from '../setup/keys.ts'
import { lists } from '../setup/lists.ts'
import { anObject, refusesInput } from './validation.ts'

const creation = {
  rule: 'keys.create-body',
  validRequest: async (session: TestSession) => (await issuedKey(session, 'full')).exchange,
} as const

const post = async (session: TestSession, body: unknown) => ({
  method: 'POST',
  path: lists.keys,
  bearer: await userCredential(session),
  body,
})

/** Wrong input for a new key (2.1, 4.1). */
export const keyInputChecks = checks(corePlan, {
  'keys.name-is-required': refusesInput({
    ...creation,
    invalidField: 'name',
    invalidRequest: (session) => post(session, {}),
  }),
  'keys.name-is-not-an-object': refusesInput({
    ...creation,
    invalidField: 'name',
    invalidRequest: (session) => post(session, { name: anObject }),
  }),
  'keys.scopes-is-not-an-object': refusesInput({
    ...creation,
    invalidField: 'scopes',
    invalidRequest: (session) =>
      post(session, { name: session.uniqueName('key'), scopes: anObject }),
  }),
  'keys.name-is-not-a-number': refusesInput({
    ...creation,
    level: 'should',
    invalidField: 'name',
    invalidRequest: (session) => post(session, { name: 123 }),
  }),
})
