import { type Attack, everywhere, filled, keyed, many, oddNumbers } from './attack.ts'
import { never, late } from './contradictions.ts'
import { readEverything } from './read-everything.ts'

type Row = Record<string, unknown>

const changed = [
  'conversations',
  'messages',
  'agents',
  'knowledge_bases',
  'documents',
  'workflows',
  'workflow_runs',
  'connectors',
  'mcp_servers',
  'organizations',
  'channels',
  'users',
  'api_keys',
  'audit_log',
  'models',
  'settings',
]

const ofRecords = changed.map((kind): Attack => ({
  name: `record-of-${kind.replaceAll('_', '-')}-in-odd-values`,
  on: ['serve'],
  description:
    'Sets odd values that the schema of a record accepts, and calls every GET operation.',
  largest: 0,
  async play(client) {
    const id = await client.first(kind)
    const record = (await client.control(`GET records/${kind}/${id}`)).json<Row>()
    for (const field of Object.keys(record).filter((one) => one !== 'id'))
      for (const value of [
        ...oddNumbers,
        '',
        'none',
        [],
        {},
        never,
        late,
        { ['__proto__x']: [null] },
      ])
        await client.prepare(`PATCH records/${kind}/${id}`, { [field]: value })
    await readEverything(client)
  },
}))

export const recordAttacks: readonly Attack[] = [
  {
    name: 'record-of-megabytes',
    on: everywhere,
    description:
      'Sets titles, names, contents and configurations of a megabyte, and lists the records.',
    largest: 1_000_000,
    async play(client, size) {
      const long = filled('word ', size)
      for (const [kind, change] of [
        ['agents', { name: long }],
        ['messages', { content: long }],
        ['workflows', { name: long }],
      ] as const) {
        await client.control(`PATCH records/${kind}/${await client.first(kind)}`, change)
        await client.control(`GET records/${kind}?q=nothing`)
      }
      for (const path of ['/api/agents', '/api/workflows', '/api/conversations?q=nothing'])
        await client.api(`GET ${path}`)
    },
  },
  {
    name: 'record-of-many-items',
    on: everywhere,
    description: 'Sets lists and objects of a hundred thousand items on records, and reads them.',
    largest: 100_000,
    async play(client, count) {
      const agent = await client.first('agents')
      await client.control(`PATCH records/agents/${agent}`, { kb_ids: many(count, String) })
      await client.control(`PATCH records/agents/${agent}`, {
        model_config_json: keyed(count, (index) => [`k${index}`, index]),
      })
      await client.api('GET /api/agents')
      await client.api(`GET /api/agents/${agent}`)
      await client.control('GET records/agents?q=nothing')
    },
  },
  {
    name: 'snapshot-again-and-again',
    on: everywhere,
    description: 'Takes and restores a snapshot of the world as often as allowed.',
    largest: 8,
    async play(client, count) {
      const taken = await client.prepare('GET snapshot')
      for (const _ of many(count, Number)) {
        await client.control('GET snapshot')
        await client.control('PUT snapshot', taken.text)
      }
    },
  },
  {
    name: 'snapshot-that-is-none',
    on: everywhere,
    description: 'Restores megabytes of other data that claim to be a snapshot.',
    largest: 50_000,
    async play(client, count) {
      const head = { understudy: 'snapshot', version: 1 }
      const wrong = many(count, () => ({ id: 1 }))
      await client.control('PUT snapshot', { ...head, fixture: { users: wrong, messages: wrong } })
      await client.control('PUT snapshot', {
        ...head,
        ...keyed(count, (index) => [`k${index}`, 1]),
      })
      await client.control('PUT snapshot', { understudy: 'snapshot', version: filled('1', count) })
    },
  },
  ...ofRecords,
]
