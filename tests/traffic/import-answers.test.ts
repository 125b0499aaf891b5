import { describe, expect, it } from 'vitest'
import type { ImportedProfile } from '../../traffic/import/profile/choose-base.ts'
import { check, collectCalls, profileOf, sound } from './imported-profile.ts'
import { mountInProcess } from '../support/transports.ts'
import { type Paged, signIn } from '../support/visitor.ts'

describe('the operations of the contract as another deployment answers them', async () => {
  type Agent = Readonly<Record<string, unknown>> & {
    readonly id: string
    readonly created_at: string
  }
  const contract = await signIn(mountInProcess())
  const { items } = (await contract.call<Paged<Agent>>('GET /api/agents')).json
  const page = { items, total: items.length, page: 1, size: 20, pages: 1 }

  /** Imports a list with agents as `write` renders them, and single agents in contract form. */
  function collectAgents(write: (agent: Agent, index: number) => object): ImportedProfile {
    const list = { ...page, items: items.map(write) }
    return collectCalls([
      { call: 'GET /api/agents', body: list },
      ...items.map((data) => ({
        call: `GET /api/agents/${data.id}`,
        body: { success: true, data },
      })),
    ]).result
  }

  async function agentsOf(result: ImportedProfile): Promise<readonly Agent[]> {
    expect(await check(result)).toEqual(sound)
    const visitor = await signIn(mountInProcess({ profile: profileOf(result) }))
    const { json } = await visitor.call<Paged<Agent>>('GET /api/agents')
    return json.items
  }

  it('the recording has several agents to compare', () => {
    expect(new Set(items.map(({ id }) => id)).size).toBeGreaterThan(2)
  })

  it('an import writes no expression for an answer in the form of the contract', () => {
    expect(collectAgents((agent) => agent).document).not.toHaveProperty('answers')
  })

  it('an import renames a field that has another name and equal values', async () => {
    const result = collectAgents(({ name, ...agent }) => ({ ...agent, label: name }))
    expect(result.operations).toContain('GET /api/agents: renamed fields: name as label')
    expect((await agentsOf(result)).map(({ label }) => label)).toEqual(
      items.map(({ name }) => name),
    )
  })

  it('an import does not rename a field that has other values', async () => {
    const result = collectAgents(({ name, ...agent }, index) => ({
      ...agent,
      label: index === 1 ? 'Another name' : name,
    }))
    expect(result.notes).toContain('GET /api/agents: other fields')
    expect(JSON.stringify(result.document.answers)).not.toContain('label: name')
    expect((await agentsOf(result))[0]).toHaveProperty('label')
  })

  it('an import reproduces dates in seconds, constants and omitted fields', async () => {
    const result = collectAgents(({ created_at, instructions: _left, ...agent }) => ({
      ...agent,
      created: Math.floor(Date.parse(created_at) / 1000),
      plan: 'free',
    }))
    const agents = await agentsOf(result)
    const seconds = items.map(({ created_at }) => Math.floor(Date.parse(created_at) / 1000))
    expect(agents.map(({ created }) => created)).toEqual(seconds)
    expect(agents.every(({ plan }) => plan === 'free')).toBe(true)
    expect(agents.every((agent) => !('instructions' in agent || 'created_at' in agent))).toBe(true)
  })

  it('an import reproduces a record that is sent without an envelope', async () => {
    const result = collectCalls(
      items.map((body) => ({ call: `GET /api/agents/${body.id}`, body })),
    ).result
    expect(await check(result)).toEqual(sound)
    const visitor = await signIn(mountInProcess({ profile: profileOf(result) }))
    const { json } = await visitor.call(`GET /api/agents/${items[0]?.id}`)
    expect(json).toEqual(items[0])
  })

  it('an import reproduces other envelopes of lists, by a pick or by an expression', async () => {
    const calls = [
      { call: 'GET /api/agents', body: { success: true, data: items } },
      { call: 'GET /api/connectors', body: { rows: [], total: 0, next: null } },
    ]
    const { result } = collectCalls(calls)
    expect(result.document).toMatchObject({
      picks: { 'lists.envelope': { at: { 'GET /api/agents': 'data' } } },
    })
    const visitor = await signIn(mountInProcess({ profile: profileOf(result) }))
    const agents = await visitor.call<{ data: unknown[] }>('GET /api/agents')
    expect(agents.json.data).toEqual(items)
    const connectors = await visitor.call<object>('GET /api/connectors')
    expect(Object.keys(connectors.json).toSorted()).toEqual(['next', 'rows', 'total'])
  })
})
