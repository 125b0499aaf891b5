import type { JsonObject } from '../../contract/json.ts'
import { checks, judgingDeleted, judgingReply, smokePlan } from '../session/check.ts'
import type { Exchange } from '../session/exchange.ts'
import { findValue, member, formatValue } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { assert, isAccepted, requireBaseline, skip } from '../session/assertions.ts'
import { sendAsUser } from '../setup/credentials.ts'
import {
  agentId,
  encodeId,
  idInPath,
  idOf,
  itemsOf,
  knowledgeBaseId,
  lists,
  readList,
  requireList,
} from '../setup/lists.ts'
import { requireWellFormed, unknownRoute, unlistedId } from '../setup/unknown-resources.ts'

async function visibleAgent(session: TestSession): Promise<string> {
  return (await agentId(session)) ?? skip('no agent is visible')
}

const readAgent = (session: TestSession, id: string): Promise<Exchange> =>
  session.once(`the agent ${id}`, () => readList(session, `${lists.agents}/${encodeId(id)}`))

async function unknownAgent(session: TestSession): Promise<Exchange> {
  const id = await unlistedId(session, lists.agents, await visibleAgent(session))
  return requireWellFormed(await readAgent(session, id))
}

const visibleBase = async (session: TestSession): Promise<string> =>
  (await knowledgeBaseId(session)) ?? skip('no knowledge base is visible')

/** Retrieves from a knowledge base; the specification does not show the body. */
const retrieve = (session: TestSession, id: string, body: JsonObject): Promise<Exchange> => {
  const path = `${lists['knowledge bases']}/${encodeId(id)}/retrieve`
  return sendAsUser(session, { method: 'POST', path, body })
}

const oneAgent = 'GET /api/agents/{id}'

const assertSuccess = (exchange: Exchange): void =>
  assert.equal(member(exchange.json, 'success'), true, exchange, 'success')

function assertRead(exchange: Exchange): void {
  assert.status(exchange, 200)
  assert.holds(exchange.text !== '', 'a body', 'none', exchange)
}

const fieldsOf = (exchange: Exchange): readonly string[] =>
  Object.keys(itemsOf(exchange)?.[0] ?? {}).toSorted()

/** Checks of agents and knowledge bases (specification, 2.8, 4.4 and 4.5). */
export const agentChecks = checks(smokePlan, {
  'agents.read-answers-200': {
    rule: 'agents.read',
    run: async (session) => {
      const exchange = await readAgent(session, await visibleAgent(session))
      assertRead(exchange)
    },
    judgement: judgingReply(oneAgent, assertRead),
  },
  'agents.read-is-a-success': {
    rule: 'success.flag',
    run: async (session) => assertSuccess(await readAgent(session, await visibleAgent(session))),
    judgement: judgingReply(oneAgent, assertSuccess),
  },
  'agents.read-shows-the-same-agent': {
    level: 'should',
    rule: 'agents.read',
    run: async (session) => {
      const id = await visibleAgent(session)
      const exchange = await readAgent(session, id)
      const data = member(exchange.json, 'data')
      const idValue = findValue(data, ({ value }) => String(value) === id)
      assert.holds(idValue !== undefined, `the id ${id} in data`, formatValue(data), exchange)
    },
    judgement: judgingReply(oneAgent, (exchange) => {
      const shown = idOf(member(exchange.json, 'data')) ?? skip('the response shows no id')
      assert.equal(shown, idInPath(exchange, lists.agents), exchange, 'id')
    }),
  },
  'agents.unknown-is-404': {
    rule: 'errors.not-found',
    run: async (session) => assert.status(await unknownAgent(session), 404),
  },
  'agents.unknown-is-not-found': {
    level: 'should',
    rule: 'errors.not-found',
    detects: ['errors.missing-resource-code'],
    run: async (session) => assert.code(await unknownAgent(session), 'not_found'),
    judgement: judgingDeleted(oneAgent),
  },
  'knowledge-bases.retrieve-exists': {
    plan: 'core',
    level: 'should',
    rule: 'knowledge-bases.retrieve',
    run: async (session) => {
      const exchange = await retrieve(session, await visibleBase(session), {})
      const isAbsent = (await unknownRoute(session)).matches(exchange)
      const got = `status ${exchange.status}, as on an unknown route`
      assert.holds(!isAbsent, 'an existing operation', got, exchange)
    },
  },
  'knowledge-bases.retrieve-of-unknown-is-404': {
    plan: 'core',
    rule: 'errors.not-found',
    run: async (session) => {
      const id = await visibleBase(session)
      const body = { query: 'conformance', top_k: 1 }
      const good = await retrieve(session, id, body)
      requireBaseline(isAccepted(good), `retrieve refuses a known id, too (${good.status})`)
      const unknown = await unlistedId(session, lists['knowledge bases'], id)
      assert.status(requireWellFormed(await retrieve(session, unknown, body)), 404)
    },
  },
  'agents.fields': {
    level: 'observe',
    rule: 'listed.identifiers',
    run: async (session) => ({
      agents: fieldsOf(await requireList(session, 'agents')),
      'knowledge bases': fieldsOf(await requireList(session, 'knowledge bases')),
    }),
  },
})
