import { describe, expect, it } from 'vitest'
import {
  began,
  type Call,
  creation,
  findingsIn,
  fullKey,
  id,
  idsOf,
  key,
  login,
  page,
  record,
  refusal,
  tokenOf,
} from './judged-calls.ts'

const moment = (seconds: number) => new Date(began + seconds * 1000).toISOString()

const write = (at: number): Call => ({
  operation: `POST /api/knowledge-bases/${id(7)}/retrieve`,
  as: fullKey,
  body: { query: 'heat' },
  answer: { success: true, data: [], error: null },
  at,
})

const read = (at: number): Call => ({
  ...write(at),
  operation: 'GET /api/agents',
  answer: page([]),
})

const list = (at: number, changes: object): Call => ({
  operation: 'GET /api/me/api-keys',
  as: tokenOf('ada'),
  answer: page([record(changes)]),
  at,
})

const edit = (at: number): Call => ({
  operation: `PATCH ${key}`,
  as: tokenOf('ada'),
  body: { scopes: 'kb' },
  answer: record({ scopes: 'kb' }),
  at,
})

const scopedRead = (message: string): Call => ({
  operation: 'GET /api/knowledge-bases',
  as: fullKey,
  status: 403,
  answer: { ...refusal(403, 'forbidden').answer, message },
  at: 9,
})

const change = (operation: string, at: number): Call => ({
  operation,
  as: tokenOf('root'),
  body: { is_active: false },
  answer: { success: true, data: null, error: null },
  at,
})

const refusedRead = (at: number, status: number): Call => ({
  ...read(at),
  ...refusal(status, status === 401 ? 'unauthorized' : 'forbidden'),
})

const scoped = (requested: string, scopes: string | null): Call => ({
  ...creation(),
  body: { name: 'A script', scopes: requested },
  answer: record({ scopes }),
})

const active = (at: number, isActive: boolean): Call => ({
  operation: `PATCH ${key}/active`,
  as: tokenOf('ada'),
  body: { is_active: isActive },
  answer: record({ is_active: isActive }),
  at,
})

const used = { total_requests: 1, last_used_at: moment(3) }
const counted = 'keys.use-is-counted'
const dated = 'keys.use-sets-last-used-at'
const constant = 'keys.use-changes-no-other-field'
const allowed = 'scopes.kb-may-list-knowledge-bases'
const unscoped = 'scopes.unscoped-is-never-refused'
const disabled = 'keys.disabled-is-rejected'
const falls = 'keys.count-never-falls'
const agrees = 'keys.creation-agrees-with-the-list'
const sized = 'lists.size-is-a-number'
const gone = 'agents.unknown-is-not-found'

const channels = (answer: object): Call => ({
  operation: 'GET /api/channels',
  as: tokenOf('ada'),
  answer,
  at: 2,
})
const agentCall = (method: string, at: number, ms = 20): Call => ({
  operation: `${method} /api/agents/${id(3)}`,
  as: tokenOf('ada'),
  answer: { success: true, data: { id: id(3) }, error: null },
  at,
  ms,
})
const repeats = 'lists.page-2-has-other-items'
const overlaps = 'lists.pages-do-not-overlap'

/** Reads a page of two items. */
const pageOf = (number: number, ids: readonly number[], at: number, path = 'agents'): Call => ({
  operation: `GET /api/${path}?page=${number}&size=2`,
  as: tokenOf('ada'),
  answer: {
    ...page(
      ids.map((one) => ({ id: id(one) })),
      number,
      4,
    ),
    size: 2,
    pages: 2,
  },
  at,
})

const turn = (at: number, ms: number): Call => ({
  operation: 'POST /api/react',
  as: tokenOf('ada'),
  body: { q: 'Hi', conversation_id: id(7) },
  stream: 'id: 1\nevent: end\ndata: {}\n\n',
  at,
  ms,
})

const { size: _, ...withoutSize } = page([])

/** A rule, what the traffic shows, and the calls after the creation of a key. */
type Case = readonly [rule: string, shows: string, calls: readonly Call[], scopes?: string]

const violations: readonly Case[] = [
  [counted, 'a write that is not counted', [write(3), list(9, { ...used, total_requests: 0 })]],
  [counted, 'one of two writes', [write(3), write(4), list(9, used)]],
  [dated, 'no last use of a used key', [write(3), list(9, { ...used, last_used_at: null })]],
  [dated, 'the use before the last one', [write(3), list(9, used), write(11), list(20, used)]],
  [constant, 'another id of the same key', [list(9, { id: id(2) })]],
  [allowed, 'a refusal for the key', [scopedRead('This key lacks the scope.')], 'kb'],
  [unscoped, 'a refusal without a reason', [read(5), refusedRead(9, 401)]],
  [
    disabled,
    'a use after a list has shown the state',
    [list(3, { is_active: false }), list(9, { is_active: false }), read(20)],
  ],
  [
    disabled,
    'a use after a list that was late, and another that was not',
    [active(3, false), list(3.1, {}), list(9, { is_active: false }), read(20)],
  ],
  [agrees, 'one of two requested scopes', [scoped('kb, chat', 'kb')]],
  [agrees, 'no scopes where two are requested', [scoped('kb, chat', null)]],
  [sized, 'a page of channels without a size', [channels(withoutSize)]],
  [gone, 'an agent after its deletion', [agentCall('DELETE', 3), agentCall('GET', 9)]],
  [repeats, 'page 1 again as page 2', [turn(2, 500), pageOf(1, [4, 5], 3), pageOf(2, [4, 5], 4)]],
  [
    overlaps,
    'an item of page 1 on page 2',
    [pageOf(1, [4, 5], 3), read(3.5), pageOf(2, [5, 6], 4)],
  ],
]

const allowedTraffic: readonly Case[] = [
  [counted, 'a read that is not counted', [read(3), list(9, {})]],
  [counted, 'a write that is shown within the grace', [write(3), list(4, {})]],
  [counted, 'uses by other clients', [write(3), list(9, { ...used, total_requests: 5 })]],
  [dated, 'a read without a date', [read(3), list(9, {})]],
  [dated, 'two uses within a second', [write(3), list(3.1, used), write(3.2), list(9, used)]],
  [
    dated,
    'a new date',
    [write(3), list(9, used), write(10), list(20, { last_used_at: moment(10) })],
  ],
  [constant, 'an edited scope', [list(3, {}), edit(4), list(9, { scopes: 'kb' })]],
  [constant, 'a second key with the same name', [list(9, { id: id(2), key_prefix: 'svc_Zz99' })]],
  [allowed, 'a refusal for the user', [scopedRead('Your account is restricted.')], 'kb'],
  [
    gone,
    'an agent that was requested before its deletion',
    [agentCall('DELETE', 3.1), agentCall('GET', 3, 500)],
  ],
  [gone, 'a deletion that shows within the grace', [agentCall('DELETE', 3), agentCall('GET', 4)]],
  ...[
    `PATCH /api/admin/api-keys/${id(1)}/active`,
    `POST ${key}/revoke`,
    `PATCH ${key}`,
    'PATCH /api/admin/users/ada',
  ].map((operation): Case => [
    unscoped,
    `a refusal after ${operation}`,
    [read(5), change(operation, 6), list(12, {}), refusedRead(20, 403)],
  ]),
  [
    disabled,
    'a use after a list that was late',
    [active(3, false), active(9, true), list(9.1, { is_active: false }), read(20)],
  ],
  [
    unscoped,
    'a refusal after a list that was late',
    [read(3), active(4, false), list(4.1, {}), refusedRead(20, 401)],
  ],
  [
    falls,
    'an old count within the grace',
    [list(3, used), list(4, { total_requests: 0 }), list(9, used)],
  ],
  ...[turn(3.5, 20), turn(2, 1500), write(3.5)].map((other): Case => [
    overlaps,
    `another order after ${other.operation} at ${other.at}`,
    [pageOf(1, [4, 5], 3), other, pageOf(2, [5, 6], 4)],
  ]),
  [
    overlaps,
    'another order of keys after a use of one',
    [pageOf(1, [4, 5], 3, 'me/api-keys'), read(3.5), pageOf(2, [5, 6], 4, 'me/api-keys')],
  ],
  [repeats, 'another order a minute later', [pageOf(1, [4, 5], 3), pageOf(2, [4, 5], 63)]],
  [agrees, 'two scopes in another form', [scoped('kb, chat kb', 'chat;kb')]],
  [sized, 'a list that is no page', [channels({ items: [], total: 0 })]],
]

async function rulesIn(calls: readonly Call[], scopes?: string): Promise<readonly string[]> {
  const created = creation(scopes === undefined ? {} : { scopes })
  return idsOf(await findingsIn([login('ada'), created, ...calls]))
}

const named = (cases: readonly Case[]) =>
  cases.map(([rule, shows, calls, scopes]) => ({ rule, shows, calls, scopes }))

describe('a rule about the use of keys, about pages, or about deletions judges the traffic of other clients', () => {
  it.each(named(violations))('$rule reports $shows', async ({ rule, calls, scopes }) => {
    expect(await rulesIn(calls, scopes)).toContain(rule)
  })

  it.each(named(allowedTraffic))('$rule allows $shows', async ({ rule, calls, scopes }) => {
    expect(await rulesIn(calls, scopes)).not.toContain(rule)
  })
})
