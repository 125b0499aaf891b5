import { assert, checkEach, isAccepted, requireBaseline, skip } from '../session/assertions.ts'
import {
  type ActiveCheck,
  type ActiveRow,
  type Check,
  checks,
  corePlan,
  type Judgement,
} from '../session/check.ts'
import type { SeenFacts } from '../session/seen.ts'
import { type Exchange, operationOf } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import { Inconclusive } from '../session/outcomes.ts'
import type { TestSession } from '../session/test-session.ts'
import {
  findFullKey,
  findKeyRecord,
  issuedKey,
  postKey,
  scopedKey,
  tryNewKey,
  useScopedKey,
} from '../setup/keys.ts'
import { itemsOf } from '../setup/lists.ts'
import {
  callAsUser,
  callOperation,
  type OperationName,
  operations,
  probeTurn,
  requestNameOf,
  requireCredentialFirst,
  type TurnName,
} from '../setup/operations.ts'
import { refusedCalls, type ScopedCall } from '../setup/refusal-table.ts'
import { scopeInBodyChecks } from './refusals.ts'
import { isUnauthorized } from './accepted-credentials.ts'
import { unknownRoute } from '../setup/unknown-resources.ts'
import { pathOf } from '../../contract/exchange.ts'
import type { RuleId } from '../../contract/rules.ts'
import { type Scope, scopes } from '../../contract/scopes.ts'

// These checks only warn, because in many deployments the scope `admin` permits everything.
const refusedToAdmin: readonly ScopedCall[] = [
  { id: 'scopes.admin-may-not-list-agents', scope: 'admin', operation: 'agents' },
  {
    id: 'scopes.admin-may-not-list-knowledge-bases',
    scope: 'admin',
    operation: 'knowledge bases',
  },
]

// The specification gives no path for these operations, so the request may be wrong for a target.
const isUnspecified = (name: OperationName) => name === 'connectors' || name === 'administration'

/**
 * Calls an operation with a key of one scope, after the call succeeded with the user's credential.
 */
const callWithScope = (
  session: TestSession,
  scope: Scope,
  name: OperationName,
): Promise<Exchange> =>
  session.once(`${operations[name].title} with a key for ${scope}`, async () => {
    const user = await callAsUser(session, name)
    if (user === undefined) skip('the user can see no resource for this operation')
    const isOptional = isUnspecified(name) || name === 'inject'
    if (isOptional && (await unknownRoute(session)).matches(user)) skip('the route does not exist')
    if (name === 'administration' && user.status === 403) skip('the user is not an administrator')
    if (isUnspecified(name))
      requireBaseline(isAccepted(user), `the user's own credential is refused (${user.status})`)
    requireBaseline(!isUnauthorized(user), `the user's own credential is refused (${user.status})`)
    const key = await issuedKey(session, scope)
    const call = async () =>
      (await callOperation(session, name, key.value)) ??
      skip('the user can see no resource for this operation')
    return useScopedKey(session, key, call)
  })

const refusalCheck =
  (level: 'must' | 'should', detects: ActiveCheck['detects']) =>
  ({ id, scope, operation: name }: ScopedCall): ActiveCheck => ({
    ...corePlan,
    id,
    level,
    rule: 'scopes.refusal',
    detects,
    run: async (session) => {
      const exchange = await callWithScope(session, scope, name)
      const { status } = exchange
      if (scope === 'admin') await requireScopes(session, name)
      const isAsForUser =
        !isAccepted(exchange) && status === (await callAsUser(session, name))?.status
      if (status === 404 || status === 422 || isAsForUser) {
        throw new Inconclusive(
          `the response was ${status}, and the order of validations is not specified`,
        )
      }
      assert.status(exchange, 403)
    },
    judgement: {
      // Other refusals, such as 404 and 422, may come first.
      applies: (exchange, seen) =>
        (isAccepted(exchange) || (exchange.status === 401 && !isOfNewKey(exchange, seen))) &&
        isOfScopedCall(exchange, name) &&
        isWithScope(scope, exchange, seen),
      verify: (exchange) => assert.status(exchange, 403),
    },
  })

/** Whether a request has a good key with exactly this scope, or without scopes (`''`). */
function isWithScope(scope: Scope | '', exchange: Exchange, seen: SeenFacts): boolean {
  const key = seen.keyOf(exchange)
  return key?.state === 'active' && key.scopes === scope
}

/** Whether a request has a key that a part of the server may not know yet. */
const isOfNewKey = (exchange: Exchange, seen: SeenFacts): boolean =>
  seen.keyOf(exchange)?.isNew === true

/** Whether an exchange calls an operation. The scope `connectors` governs all calls of connectors. */
const isOfScopedCall = (exchange: Exchange, name: OperationName): boolean =>
  name === 'connectors'
    ? `${pathOf(exchange)}/`.startsWith('/api/connectors/')
    : operationOf(exchange.request) === requestNameOf(name)

/** Requires that the operation checks scopes: it must refuse a key with scope `connectors`. */
async function requireScopes(session: TestSession, name: OperationName): Promise<void> {
  const { status } = await callWithScope(session, 'connectors', name)
  requireBaseline(status === 403, `a key for connectors is not refused there either (${status})`)
}

/** Fails if an operation refuses a key with 401 or 403. Any other status passes. */
function assertReached(exchange: Exchange): void {
  const got = `status ${exchange.status}`
  assert.holds(!isUnauthorized(exchange), 'a status other than 401 and 403', got, exchange)
}

const mayCall = (scope: Scope, name: OperationName, rule: RuleId): ActiveRow => ({
  rule,
  run: async (session) => {
    const exchange = await callWithScope(session, scope, name)
    if (name !== 'retrieve' && !isUnspecified(name)) assert.status(exchange, 200)
    assertReached(exchange)
  },
  judgement: judgingAllowed(scope, (exchange) => isOfScopedCall(exchange, name)),
})

/** Whether the message of a refusal blames the key or its scopes, not the user. */
const blamesKey = ({ status, json }: Exchange): boolean =>
  status === 403 && /\b(?:key|scope)s?\b/i.test(String(member(json, 'message')))

/**
 * Judges calls that a key with this scope may make, if the operation accepted the user before or
 * the refusal blames the key.
 */
const judgingAllowed = (
  scope: Scope | '',
  isAllowed: (exchange: Exchange) => boolean,
): Judgement => ({
  applies: (exchange, seen) =>
    isAllowed(exchange) &&
    isWithScope(scope, exchange, seen) &&
    !isOfNewKey(exchange, seen) &&
    (seen.hasReached(exchange) || blamesKey(exchange)),
  verify: assertReached,
})

/** Sends an invalid `q` with a chat key, to test the key without the cost of a turn. */
const mayChat = (name: TurnName): ActiveRow => ({
  rule: 'scopes.chat',
  run: async (session) => {
    const user = await callAsUser(session, name)
    requireBaseline(!isUnauthorized(user), `the user's own credential is refused (${user?.status})`)
    await requireCredentialFirst(session, name)
    const key = await issuedKey(session, 'chat')
    const credential = { bearer: key.value, token: key.value }
    assertReached(await useScopedKey(session, key, () => probeTurn(session, name, credential)))
  },
})

const open = ['keys', 'conversations', 'knowledge bases', 'agents'] as const

const allowedChecks = checks(corePlan, {
  'scopes.agents-may-list-agents': mayCall('agents', 'agents', 'scopes.agents'),
  'scopes.agents-may-read-an-agent': mayCall('agents', 'agent', 'scopes.agents'),
  'scopes.kb-may-list-knowledge-bases': mayCall('kb', 'knowledge bases', 'scopes.kb'),
  'scopes.kb-may-retrieve': mayCall('kb', 'retrieve', 'scopes.kb'),
  'scopes.connectors-may-list-connectors': mayCall('connectors', 'connectors', 'scopes.connectors'),
  'scopes.admin-may-administrate': mayCall('admin', 'administration', 'scopes.admin'),
  'scopes.chat-may-react': mayChat('react'),
  'scopes.chat-may-dag': mayChat('dag'),
  'scopes.chat-may-inject': {
    level: 'should',
    rule: 'scopes.chat',
    run: async (session) => assertReached(await callWithScope(session, 'chat', 'inject')),
  },
  'scopes.refusal-is-forbidden': {
    rule: 'errors.forbidden',
    detects: ['scopes.enforced'],
    run: async (session) =>
      checkEach(refusedCalls, async ({ scope, operation }) => {
        const exchange = await callWithScope(session, scope, operation)
        if (exchange.status !== 403) skip('no operation was refused with 403')
        assert.code(exchange, 'forbidden')
      }),
  },
  'scopes.unscoped-is-never-refused': {
    rule: 'scopes.none-is-full',
    run: async (session) => {
      const unscopedKey = await issuedKey(session, 'full')
      const key = unscopedKey.value
      const firstUse = await tryNewKey(session, unscopedKey, () => listKeys(session, key))
      requireBaseline(itemsOf(firstUse.exchange) !== undefined, 'the key cannot read any list')
      await checkEach(open, async (name) =>
        assertNotRefused(await callOperation(session, name, key), session, name),
      )
      await checkEach(['react', 'dag'] as const, async (name) => {
        await requireCredentialFirst(session, name)
        const exchange = await probeTurn(session, name, { bearer: key, token: key })
        await assertNotRefused(exchange, session, name)
      })
    },
    judgement: judgingAllowed('', (exchange) =>
      open.some((name) => isOfScopedCall(exchange, name)),
    ),
  },
})

async function listKeys(session: TestSession, key: string): Promise<Exchange> {
  return (await callOperation(session, 'keys', key)) ?? skip('there is no list of keys')
}

async function assertNotRefused(
  exchange: Exchange | undefined,
  session: TestSession,
  name: OperationName,
) {
  // If the user is restricted, every credential of the user is refused with 403.
  requireBaseline((await callAsUser(session, name))?.status !== 403, 'the user gets 403 as well')
  assert.holds(exchange?.status !== 403, 'a status other than 403', 'status 403', exchange)
}

const observed = { plan: 'core', needs: ['user'], level: 'observe' } as const

const unlistedOperations = [
  'keys',
  'conversations',
  'update conversation',
  'resume',
  'verify',
] as const satisfies readonly OperationName[]

/** Observes the status that a key of each scope gets on operations that no scope covers. */
async function observeMatrix(session: TestSession): Promise<unknown> {
  const matrix: Record<string, Record<string, number | undefined>> = {}
  for (const name of unlistedOperations) {
    const row: Record<string, number | undefined> = {}
    for (const scope of scopes) {
      row[scope] = (await callOperation(session, name, await scopedKey(session, scope)))?.status
    }
    matrix[operations[name].title] = row
  }
  return matrix
}

/**
 * For each separator, creates a key with the scopes `agents` and `kb` in one string, and observes
 * what the key may call.
 */
async function observeSeveral(session: TestSession): Promise<unknown> {
  const seen: Record<string, unknown> = {}
  for (const separator of [',', ' ', ';']) {
    const written = ['agents', 'kb'].join(separator)
    const creation = await postKey(session, { name: session.uniqueName('key'), scopes: written })
    const value = findFullKey(creation.json)?.value
    if (typeof value !== 'string') {
      seen[written] = { created: creation.status }
      continue
    }
    seen[written] = {
      stored: findKeyRecord(creation.json)?.['scopes'] ?? null,
      agents: (await callOperation(session, 'agents', value))?.status,
      'knowledge bases': (await callOperation(session, 'knowledge bases', value))?.status,
    }
  }
  return seen
}

/** Observes behaviour of scopes that the specification leaves open (section 5). */
const scopeObservations = checks(observed, {
  'scopes.unlisted-operations': { rule: 'scopes.refusal', run: observeMatrix },
  'scopes.escalation': {
    rule: 'scopes.refusal',
    run: async (session) => {
      const key = await scopedKey(session, 'chat')
      const creation = await postKey(session, { name: session.uniqueName('key') }, key)
      return {
        'a chat key creates a key with full access': isAccepted(creation),
        status: creation.status,
      }
    },
  },
  'scopes.several-in-one': { rule: 'scopes.several', run: observeSeveral },
})

/** Checks of the permissions of keys with scopes (specification, 5.R6 and 5.R8). */
export const scopeChecks: readonly Check[] = [
  ...refusedCalls.map(refusalCheck('must', ['scopes.enforced'])),
  ...refusedToAdmin.map(refusalCheck('should', ['scopes.enforced', 'scopes.admin-reach'])),
  ...scopeInBodyChecks,
  ...allowedChecks,
  ...scopeObservations,
]
