import type { ActiveCheck, Check } from '../check.ts'
import type { Exchange } from '../exchange.ts'
import { find, member, show } from '../json.ts'
import type { Lab } from '../lab.ts'
import { must, skip } from '../must.ts'
import { bearer } from '../setup/credentials.ts'
import { agentId, knowledgeBaseId } from '../setup/listed-ids.ts'
import { goodList, itemsOf } from '../setup/lists.ts'
import { unknownId } from '../setup/unknown-id.ts'
import { unknownRoute } from '../setup/unknown-route.ts'

const smoke = { plan: 'smoke', needs: ['user'] } as const

async function visibleAgent(lab: Lab): Promise<string> {
  return (await agentId(lab)) ?? skip('no agent is visible')
}

const readAgent = (lab: Lab, id: string): Promise<Exchange> =>
  lab.once(`the agent ${id}`, async () => {
    const path = `/api/agents/${encodeURIComponent(id.toWellFormed())}`
    return lab.send({ method: 'GET', path, bearer: await bearer(lab) })
  })

const unknownAgent = async (lab: Lab): Promise<Exchange> =>
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
      must.status(exchange, 200)
      must.holds(exchange.text !== '', 'a body', 'none', exchange)
    },
  },
  {
    ...smoke,
    id: 'agents.read-is-a-success',
    level: 'must',
    rule: 'success.flag',
    run: async (lab) => {
      const exchange = await readAgent(lab, await visibleAgent(lab))
      must.equal(member(exchange.json, 'success'), true, exchange, 'success')
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
      const found = find(data, ({ value }) => value === id)
      must.holds(found !== undefined, `the id ${id} in data`, show(data), exchange)
    },
  },
  {
    ...smoke,
    id: 'agents.unknown-is-404',
    level: 'must',
    rule: 'errors.not-found',
    run: async (lab) => must.status(await unknownAgent(lab), 404),
  },
  {
    ...smoke,
    id: 'agents.unknown-is-not-found',
    level: 'should',
    rule: 'errors.not-found',
    sees: ['errors.missing-resource-code'],
    run: async (lab) => must.code(await unknownAgent(lab), 'not_found'),
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
      const ask = { method: 'POST', path, bearer: await bearer(lab), body: {} }
      const exchange = await lab.send(ask)
      const isAbsent = (await unknownRoute(lab)).matches(exchange)
      const got = `status ${exchange.status}, as on an unknown route`
      must.holds(!isAbsent, 'an operation', got, exchange)
    },
  },
  {
    ...smoke,
    id: 'agents.fields',
    level: 'observe',
    rule: 'listed.identifiers',
    run: async (lab) => ({
      agents: fieldsOf(await goodList(lab, 'agents')),
      'knowledge bases': fieldsOf(await goodList(lab, 'knowledge bases')),
    }),
  } satisfies ActiveCheck,
]
