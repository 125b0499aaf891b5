import type { ActiveCheck, Check } from '../session/check.ts'
import type { Exchange } from '../session/exchange.ts'
import { findValue, member, formatValue } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { assert, skip } from '../session/assertions.ts'
import { userCredential } from '../setup/credentials.ts'
import { agentId, knowledgeBaseId, requireList, itemsOf } from '../setup/lists.ts'
import { unknownId, unknownRoute } from '../setup/unknown-resources.ts'

const smoke = { plan: 'smoke', needs: ['user'] } as const

async function visibleAgent(lab: TestSession): Promise<string> {
  return (await agentId(lab)) ?? skip('no agent is visible')
}

const readAgent = (lab: TestSession, id: string): Promise<Exchange> =>
  lab.once(`the agent ${id}`, async () => {
    const path = `/api/agents/${encodeURIComponent(id.toWellFormed())}`
    return lab.send({ method: 'GET', path, bearer: await userCredential(lab) })
  })

const unknownAgent = async (lab: TestSession): Promise<Exchange> =>
  readAgent(lab, unknownId(await visibleAgent(lab)))

const fieldsOf = (exchange: Exchange): readonly string[] =>
  Object.keys(itemsOf(exchange)?.[0] ?? {}).toSorted()

/** Agents and knowledge bases (2.8, 4.4, 4.5). */
export const agentChecks: readonly Check[] = [
  {
    ...smoke,
    id: 'agents.read-answers-200',
    level: 'must',
    rule: 'agents.read',
    run: async (lab) => {
      const exchange = await readAgent(lab, await visibleAgent(lab))
      assert.status(exchange, 200)
      assert.holds(exchange.text !== '', 'a body', 'none', exchange)
    },
  },
  {
    ...smoke,
    id: 'agents.read-is-a-success',
    level: 'must',
    rule: 'success.flag',
    run: async (lab) => {
      const exchange = await readAgent(lab, await visibleAgent(lab))
      assert.equal(member(exchange.json, 'success'), true, exchange, 'success')
    },
  },
  {
    ...smoke,
    id: 'agents.read-shows-the-same-agent',
    level: 'should',
    rule: 'agents.read',
    run: async (lab) => {
      const id = await visibleAgent(lab)
      const exchange = await readAgent(lab, id)
      const data = member(exchange.json, 'data')
      const found = findValue(data, ({ value }) => value === id)
      assert.holds(found !== undefined, `the id ${id} in data`, formatValue(data), exchange)
    },
  },
  {
    ...smoke,
    id: 'agents.unknown-is-404',
    level: 'must',
    rule: 'errors.not-found',
    run: async (lab) => assert.status(await unknownAgent(lab), 404),
  },
  {
    ...smoke,
    id: 'agents.unknown-is-not-found',
    level: 'should',
    rule: 'errors.not-found',
    sees: ['errors.missing-resource-code'],
    run: async (lab) => assert.code(await unknownAgent(lab), 'not_found'),
  },
  {
    ...smoke,
    id: 'knowledge-bases.retrieve-exists',
    plan: 'core',
    level: 'should',
    rule: 'knowledge-bases.retrieve',
    run: async (lab) => {
      const id = (await knowledgeBaseId(lab)) ?? skip('no knowledge base is visible')
      const path = `/api/knowledge-bases/${encodeURIComponent(id.toWellFormed())}/retrieve`
      const ask = { method: 'POST', path, bearer: await userCredential(lab), body: {} }
      const exchange = await lab.send(ask)
      const isAbsent = (await unknownRoute(lab)).matches(exchange)
      const got = `status ${exchange.status}, as on an unknown route`
      assert.holds(!isAbsent, 'an operation', got, exchange)
    },
  },
  {
    ...smoke,
    id: 'agents.fields',
    level: 'observe',
    rule: 'listed.identifiers',
    run: async (lab) => ({
      agents: fieldsOf(await requireList(lab, 'agents')),
      'knowledge bases': fieldsOf(await requireList(lab, 'knowledge bases')),
    }),
  } satisfies ActiveCheck,
]
