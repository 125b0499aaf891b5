import type { RuleId } from '../../contract/rules.ts'
import type { Scope } from '../../contract/scopes.ts'
import type { ActiveCheck, Check } from '../session/check.ts'
import {
  pollUntil,
  requireBaseline,
  each,
  isAccepted,
  assert,
  skip,
} from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { Inconclusive } from '../session/outcomes.ts'
import { fullKey, scopedKey } from '../setup/keys.ts'
import { itemsOf } from '../setup/lists.ts'
import {
  asUser,
  callOperation,
  operations,
  probeTurn,
  type OperationName,
  type TurnName,
} from '../setup/operations.ts'
import { unknownRoute } from '../setup/unknown-resources.ts'
import { scopeObservations } from './scope-observations.ts'

type Row = readonly [id: string, scope: Scope, operation: OperationName]

// Operations that the table of scopes speaks of, as ids of checks name them.
const governed = [
  ['list-agents', 'agents'],
  ['read-an-agent', 'agent'],
  ['list-knowledge-bases', 'knowledge bases'],
  ['retrieve', 'retrieve'],
  ['list-connectors', 'connectors'],
  ['administrate', 'administration'],
  ['react', 'react'],
  ['dag', 'dag'],
  ['inject', 'inject'],
] as const satisfies readonly (readonly [string, OperationName])[]

// The table itself; a superset of all is common for `admin`, so its row stands apart.
const table: readonly (readonly [Scope, readonly OperationName[]])[] = [
  ['chat', ['react', 'dag', 'inject']],
  ['agents', ['agents', 'agent']],
  ['kb', ['knowledge bases', 'retrieve']],
  ['connectors', ['connectors']],
]

// Each row: a key with this scope alone is refused this operation with 403.
const refusedByTable: readonly Row[] = table.flatMap(([scope, allowed]) =>
  governed
    .filter(([, name]) => !allowed.includes(name))
    .map(([verb, name]): Row => [`scopes.${scope}-may-not-${verb}`, scope, name]),
)

// The scope of administration is often a superset in practice, so these only warn.
const refusedToAdmin: readonly Row[] = [
  ['scopes.admin-may-not-list-agents', 'admin', 'agents'],
  ['scopes.admin-may-not-list-knowledge-bases', 'admin', 'knowledge bases'],
]

const allowedByTable: readonly (readonly [...Row, rule: RuleId])[] = [
  ['scopes.agents-may-list-agents', 'agents', 'agents', 'scopes.agents'],
  ['scopes.agents-may-read-an-agent', 'agents', 'agent', 'scopes.agents'],
  ['scopes.kb-may-list-knowledge-bases', 'kb', 'knowledge bases', 'scopes.kb'],
  ['scopes.kb-may-retrieve', 'kb', 'retrieve', 'scopes.kb'],
  ['scopes.connectors-may-list-connectors', 'connectors', 'connectors', 'scopes.connectors'],
  ['scopes.admin-may-administrate', 'admin', 'administration', 'scopes.admin'],
]

const core = { plan: 'core', needs: ['user'] } as const

// Named without a path: ours may be another operation of theirs, or want more than we send.
const isUnshown = (name: OperationName) => name === 'connectors' || name === 'administration'

/** What an operation answers a key of one scope, once it is known to serve the user. */
const asScoped = (lab: TestSession, scope: Scope, name: OperationName): Promise<Exchange> =>
  lab.once(`${operations[name].says} with a key for ${scope}`, async () => {
    const user = await asUser(lab, name)
    if (user === undefined) skip('nothing is visible to ask it of')
    const isOptional = isUnshown(name) || name === 'inject'
    if (isOptional && (await unknownRoute(lab)).matches(user)) skip('the route does not exist')
    if (name === 'administration' && user.status === 403) skip('the user is no administrator')
    if (isUnshown(name))
      requireBaseline(isAccepted(user), `the user is not served (${user.status})`)
    requireBaseline(
      user.status !== 401 && user.status !== 403,
      `the user is refused (${user.status})`,
    )
    const key = await scopedKey(lab, scope)
    const call = async () =>
      (await callOperation(lab, name, key)) ?? skip('nothing is visible to ask it of')
    // A key may need a moment until it is known everywhere.
    return (await pollUntil(lab, call, ({ status }) => status !== 401)).exchange
  })

const mayNot =
  (level: 'must' | 'should', sees: ActiveCheck['sees']) =>
  ([id, scope, name]: Row): ActiveCheck => ({
    ...core,
    id,
    level,
    rule: 'scopes.refusal',
    sees,
    run: async (lab) => {
      const exchange = await asScoped(lab, scope, name)
      const { status } = exchange
      const isAsForUser = !isAccepted(exchange) && status === (await asUser(lab, name))?.status
      if (status === 404 || status === 422 || isAsForUser) {
        throw new Inconclusive(`${status} came first; the order of checks is not shown`)
      }
      assert.status(exchange, 403)
    },
  })

const may = ([id, scope, name, rule]: readonly [...Row, RuleId]): ActiveCheck => ({
  ...core,
  id,
  level: 'must',
  rule,
  run: async (lab) => {
    const exchange = await asScoped(lab, scope, name)
    if (name !== 'retrieve' && !isUnshown(name)) assert.status(exchange, 200)
    const isRefused = exchange.status === 401 || exchange.status === 403
    assert.holds(!isRefused, 'no refusal', `status ${exchange.status}`, exchange)
  },
})

/** A chat key on react or dag, with a `q` that is no string: weak evidence, but it costs nothing. */
const mayChat = (name: TurnName): ActiveCheck => ({
  ...core,
  id: `scopes.chat-may-${name}`,
  level: 'must',
  rule: 'scopes.chat',
  run: async (lab) => {
    const key = await scopedKey(lab, 'chat')
    const exchange = await probeTurn(lab, name, { bearer: key, token: key })
    const isRefused = exchange.status === 401 || exchange.status === 403
    assert.holds(!isRefused, 'no refusal', `status ${exchange.status}`, exchange)
  },
})

const mayInject: ActiveCheck = {
  ...core,
  id: 'scopes.chat-may-inject',
  level: 'should',
  rule: 'scopes.chat',
  run: async (lab) => {
    const exchange = await asScoped(lab, 'chat', 'inject')
    const isRefused = exchange.status === 401 || exchange.status === 403
    assert.holds(!isRefused, 'no refusal', `status ${exchange.status}`, exchange)
  },
}

const refusalsCarryTheCode: ActiveCheck = {
  ...core,
  id: 'scopes.refusal-is-forbidden',
  level: 'must',
  rule: 'errors.forbidden',
  sees: ['scopes.enforced'],
  run: async (lab) =>
    each(refusedByTable, async ([, scope, name]) => {
      const exchange = await asScoped(lab, scope, name)
      if (exchange.status !== 403) skip('no operation was refused with 403')
      assert.code(exchange, 'forbidden')
    }),
}

const open = ['keys', 'conversations', 'knowledge bases', 'agents'] as const

const unscopedIsNeverRefused: ActiveCheck = {
  ...core,
  id: 'scopes.unscoped-is-never-refused',
  level: 'must',
  rule: 'scopes.none-is-full',
  run: async (lab) => {
    const key = await fullKey(lab)
    const works = await pollUntil(lab, () => callKeys(lab, key), isAccepted)
    requireBaseline(itemsOf(works.exchange) !== undefined, 'the key reads no list at all')
    await each(open, async (name) => isOpen(await callOperation(lab, name, key), lab, name))
    await each(['react', 'dag'] as const, async (name) =>
      isOpen(await probeTurn(lab, name, { bearer: key, token: key }), lab, name),
    )
  },
}

async function callKeys(lab: TestSession, key: string): Promise<Exchange> {
  return (await callOperation(lab, 'keys', key)) ?? skip('there is no list of keys')
}

async function isOpen(exchange: Exchange | undefined, lab: TestSession, name: OperationName) {
  // A restricted account is refused with 403 whatever its credential.
  requireBaseline((await asUser(lab, name))?.status !== 403, 'the user is refused as well')
  assert.holds(exchange?.status !== 403, 'no refusal', 'status 403', exchange)
}

/** What a scoped key may and may not do (5.R6, 5.R8). */
export const scopeChecks: readonly Check[] = [
  ...refusedByTable.map(mayNot('must', ['scopes.enforced'])),
  ...refusedToAdmin.map(mayNot('should', ['scopes.enforced', 'scopes.admin-reach'])),
  ...allowedByTable.map(may),
  mayChat('react'),
  mayChat('dag'),
  mayInject,
  refusalsCarryTheCode,
  unscopedIsNeverRefused,
  ...scopeObservations,
]
