import type { ActiveCheck } from '../session/check.ts'
import type { TestSession } from '../session/test-session.ts'
import { userCredential } from '../setup/credentials.ts'
import { issuedKey } from '../setup/keys.ts'
import { lists } from '../setup/lists.ts'
import { anObject, refusesInput } from './validation.ts'

const core = { plan: 'core', needs: ['user'] } as const

const creation = {
  ...core,
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
export const keyInputChecks: readonly ActiveCheck[] = [
  refusesInput({
    ...creation,
    id: 'keys.name-is-required',
    invalidField: 'name',
    invalidRequest: (session) => post(session, {}),
  }),
  refusesInput({
    ...creation,
    id: 'keys.name-is-not-an-object',
    invalidField: 'name',
    invalidRequest: (session) => post(session, { name: anObject }),
  }),
  refusesInput({
    ...creation,
    id: 'keys.scopes-is-not-an-object',
    invalidField: 'scopes',
    invalidRequest: (session) =>
      post(session, { name: session.uniqueName('key'), scopes: anObject }),
  }),
  refusesInput({
    ...creation,
    id: 'keys.name-is-not-a-number',
    level: 'should',
    invalidField: 'name',
    invalidRequest: (session) => post(session, { name: 123 }),
  }),
]
