import { type ActiveRow, checks, corePlan } from '../session/check.ts'
import type { Exchange } from '../session/exchange.ts'
import {
  pollUntil,
  requireBaseline,
  checkEach,
  isAccepted,
  assert,
  skip,
} from '../session/assertions.ts'
import type { TestSession } from '../session/test-session.ts'
import { login, userCredential } from '../setup/credentials.ts'
import { fullKey, issuedKey, tryNewKey } from '../setup/keys.ts'
import { requireList, itemsOf, listNames, lists, readList } from '../setup/lists.ts'
import {
  callAsUser,
  callOperation,
  isTurn,
  probeTurn,
  requireCredentialFirst,
  type TurnName,
} from '../setup/operations.ts'
import { immediateCell } from '../setup/refusal-table.ts'
import { inventedCredentials, requireRefusal } from '../setup/refusals.ts'

// Operations that, as these checks call them, create no records. The checks send the key in header
// and body, because they do not test where a target reads it.
const otherOperations = [
  'agent',
  'enable key',
  'update conversation',
  'inject',
  'resume',
  'react',
  'dag',
] as const

/** Whether a credential was refused: with 401 as not valid, or with 403 as not permitted. */
export const isUnauthorized = (exchange: Exchange | undefined): boolean =>
  exchange?.status === 401 || exchange?.status === 403

const assertListsAccept = (
  session: TestSession,
  use: (path: string) => Promise<{ readonly exchange: Exchange }>,
) =>
  checkEach(listNames, async (name) => {
    await requireList(session, name)
    const { exchange } = await use(lists[name])
    assert.status(exchange, 200)
    assert.holds(itemsOf(exchange) !== undefined, 'a page of items', exchange.text, exchange)
  })

async function listsAcceptKey(session: TestSession) {
  const key = await issuedKey(session, 'full')
  return assertListsAccept(session, (path) =>
    tryNewKey(session, key, () => readList(session, path, '', key.value)),
  )
}

async function listsAcceptToken(session: TestSession) {
  const { accessToken } = await login(session)
  const effect = 'an access token is accepted'
  return assertListsAccept(session, (path) =>
    pollUntil(session, () => readList(session, path, '', accessToken), isAccepted, { effect }),
  )
}

async function assertOperationAccepts(
  session: TestSession,
  name: (typeof otherOperations)[number],
): Promise<void> {
  const user =
    (await callAsUser(session, name)) ?? skip('the user can see no resource for this operation')
  requireBaseline(!isUnauthorized(user), `the user's own credential is refused (${user.status})`)
  const newKey = await issuedKey(session, 'full')
  const key = newKey.value
  const firstUse = await tryNewKey(session, newKey)
  requireBaseline(firstUse.settled, 'the key cannot read any list')
  if (isTurn(name)) await requireCredentialFirst(session, name)
  const exchange = isTurn(name)
    ? await probeTurn(session, name, { bearer: key, token: key })
    : await callOperation(session, name, key)
  assert.holds(
    !isUnauthorized(exchange),
    'the key to be accepted',
    `status ${exchange?.status}`,
    exchange,
  )
}

/** Checks that API keys and access tokens are accepted (specification, 4.C1). */
export const acceptanceChecks = checks(corePlan, {
  'credentials.api-key-is-accepted': {
    rule: 'requests.bearer',
    run: listsAcceptKey,
  },
  'credentials.access-token-is-accepted': {
    plan: 'smoke',
    rule: 'requests.bearer',
    needs: ['login'],
    run: listsAcceptToken,
  },
  'credentials.api-key-is-accepted-everywhere': {
    rule: 'requests.bearer',
    run: (session) => checkEach(otherOperations, (name) => assertOperationAccepts(session, name)),
  },
})

/**
 * Fails if a credential is refused. Inconclusive if the target validates the body first.
 */
async function requireAccepted(
  session: TestSession,
  name: TurnName,
  credential: { readonly bearer?: string; readonly token?: string },
): Promise<void> {
  await requireList(session, 'keys')
  await requireCredentialFirst(session, name)
  const exchange = await probeTurn(session, name, credential)
  assert.holds(exchange.status !== 401, 'a status other than 401', 'status 401', exchange)
}

const readsToken = (name: TurnName): ActiveRow => ({
  rule: 'chat.body-token',
  detects: ['auth.body-token'],
  run: async (session) => requireAccepted(session, name, { token: await userCredential(session) }),
})

const readsHeader = (name: TurnName): ActiveRow => ({
  rule: 'chat.header',
  detects: ['auth.chat-header'],
  run: async (session) => requireAccepted(session, name, { bearer: await userCredential(session) }),
})

/** Checks of the credential in the body of react and dag (5.R2). They run no turn. */
export const bodyTokenChecks = checks(corePlan, {
  'credentials.react-reads-the-body-token': readsToken('react'),
  'credentials.dag-reads-the-body-token': readsToken('dag'),
  'credentials.react-reads-the-header': readsHeader('react'),
  'credentials.dag-reads-the-header': readsHeader('dag'),
  'credentials.wrong-body-token-is-rejected': {
    rule: 'chat.body-token',
    run: async (session) => {
      await requireRefusal(session, immediateCell('other-prefix', 'react', 'body'))
    },
  },
  'credentials.body-token-may-be-a-key': {
    level: 'should',
    rule: 'chat.body-token',
    detects: ['auth.body-token'],
    run: async (session) => requireAccepted(session, 'react', { token: await fullKey(session) }),
  },
  'credentials.header-or-body-token-wins': {
    level: 'observe',
    rule: 'chat.body-token',
    detects: ['auth.body-token', 'auth.chat-header'],
    run: async (session) => {
      const good = await userCredential(session)
      const wrong = inventedCredentials['other-prefix']
      const goodHeader = await probeTurn(session, 'react', { bearer: good, token: wrong })
      const goodToken = await probeTurn(session, 'react', { bearer: wrong, token: good })
      return {
        'good header, wrong token': goodHeader.status,
        'wrong header, good token': goodToken.status,
      }
    },
  },
})
