import { type Attack, everywhere, filled, many } from './attack.ts'
import { newWorkflow, run } from './workflows.ts'

export const graphAttacks: readonly Attack[] = [
  {
    name: 'graph-of-all-edges',
    on: everywhere,
    description:
      'Creates a workflow with the most nodes and edges allowed, each node connected to all later ones.',
    largest: 500,
    play(client, count) {
      const nodes = many(count, (index) => ({
        id: `n${index}`,
        type: 'delay',
        data: { duration_ms: 0 },
      }))
      const edges = many(count * 4, (index) => {
        const from = index % (count - 1)
        return { source: `n${from}`, target: `n${from + 1 + ((index * 31) % (count - 1 - from))}` }
      })
      return run(client, { nodes, edges }, { x: filled('y', 20_000) })
    },
  },
  {
    name: 'graph-of-too-many-nodes',
    on: everywhere,
    description:
      'Creates a workflow with ten times the nodes and edges allowed, with cycles and self-references.',
    largest: 5000,
    async play(client, count) {
      const nodes = many(count, (index) => ({ id: `n${index}`, type: 'delay' }))
      const edges = many(count * 4, (index) => ({
        source: `n${index % count}`,
        target: `n${(index * 7) % count}`,
      }))
      await client.api('POST /api/workflows/validate', { blueprint: { nodes, edges } })
      const few = { nodes: nodes.slice(0, 500), edges: edges.slice(0, 2000) }
      await client.api('POST /api/workflows/validate', { blueprint: few })
    },
  },
  {
    name: 'graph-by-record',
    on: everywhere,
    description: 'Stores a graph beyond the limits through the records API, and runs it.',
    largest: 5000,
    async play(client, count) {
      const path = await newWorkflow(client, { nodes: [{ id: 'a', type: 'start' }], edges: [] })
      const nodes = many(count, (index) => ({
        id: `n${index}`,
        type: 'delay',
        data: { duration_ms: 0 },
      }))
      const edges = many(count * 4, (index) => ({
        source: `n${index % (count - 1)}`,
        target: `n${(index % (count - 1)) + 1}`,
      }))
      const id = path?.split('/').at(-1)
      await client.control(`PATCH records/workflows/${id}`, { blueprint: { nodes, edges } })
      await client.api(`POST ${path}/run`, { inputs: {} })
      await client.api(`POST ${path}/validate`)
      await client.api(`GET ${path}`)
    },
  },
  {
    name: 'graph-of-long-ids',
    on: ['serve'],
    description: 'Gives nodes names of several KB, which every validation error repeats.',
    largest: 4000,
    async play(client, length) {
      const nodes = many(200, () => ({ id: filled('n', length), type: filled('t', length) }))
      const edges = many(500, (index) => ({
        source: `${index}${filled('x', length)}`,
        target: 'n',
      }))
      await client.api('POST /api/workflows/validate', { blueprint: { nodes, edges } })
    },
  },
]
