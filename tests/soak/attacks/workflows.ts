import { type Attack, type AttackClient, everywhere, filled, keyed, many } from './attack.ts'

type Node = { readonly id: string; readonly type: string; readonly data?: object }
type Edge = { readonly source: string; readonly target: string; readonly sourceHandle?: string }
type Blueprint = { readonly nodes: readonly Node[]; readonly edges: readonly Edge[] }

const start: Node = { id: 'a', type: 'start' }
const behind = (...nodes: readonly Node[]): Blueprint => ({
  nodes: [start, ...nodes],
  edges: nodes.map(({ id }) => ({ source: 'a', target: id })),
})

/** Creates a workflow and returns its path; `undefined` if it is refused. */
export async function newWorkflow(
  client: AttackClient,
  blueprint: unknown,
): Promise<string | undefined> {
  const made = await client.api('POST /api/workflows', { name: 'attacked', blueprint })
  if (made.status >= 300) return undefined
  return `/api/workflows/${made.json<{ data: { id: string } }>().data.id}`
}

/** Creates a workflow, runs it, and reads everything about the run. */
export async function run(
  client: AttackClient,
  blueprint: unknown,
  inputs: unknown = {},
): Promise<void> {
  const path = await newWorkflow(client, blueprint)
  if (path === undefined) return
  await client.api(`POST ${path}/run`, { inputs, dry_run: true })
  await client.api(`POST ${path}/run`, { inputs })
  for (const part of ['', '/runs', '/stats']) await client.api(`GET ${path}${part}`)
}

const template = (text: string): Node => ({ id: 'b', type: 'template', data: { template: text } })

/** A chain of nodes, each with twice the output of the previous node. */
function doubling(length: number): Blueprint {
  const nodes = many(length, (index) => {
    const before = index === 0 ? '{{inputs.x}}' : `{{n${index - 1}.text}}`
    return {
      id: `n${index}`,
      type: 'template',
      data: { template: before + before, duration_ms: 0 },
    }
  })
  const edges = nodes.map(({ id }, index) => ({
    source: index === 0 ? 'a' : `n${index - 1}`,
    target: id,
  }))
  return { nodes: [start, ...nodes], edges }
}

/** Texts on which a pattern for placeholders may backtrack. */
const placeholders: Readonly<Record<string, string>> = {
  'open-braces': '{',
  'open-and-blank': '{{ ',
  blanks: ' ',
  'nested-placeholders': '{{{{inputs}}}}',
  'unknown-placeholders': '{{nobody.knows}}',
  dots: '.',
}

const ofPlaceholders = Object.entries(placeholders).map(([name, piece]): Attack => ({
  name: `template-of-${name}`,
  on: name === 'blanks' ? everywhere : ['serve'],
  ...(name === 'blanks' && { wasFatal: true as const }),
  description: 'Runs a template with unclosed or empty placeholders.',
  largest: 60_000,
  play: (client, size) => run(client, behind(template(`{{${filled(piece, size)}`)), { x: 1 }),
}))

export const workflowAttacks: readonly Attack[] = [
  {
    name: 'template-output-of-gigabytes',
    wasFatal: true,
    on: everywhere,
    description: 'Runs a node with 14 fields of 9,000 placeholders, each replaced by all inputs.',
    largest: 50_000,
    async play(client, size) {
      const output = keyed(14, (index) => [`f${index}`, '{{inputs}}'.repeat(9000)])
      await run(client, behind({ id: 'b', type: 'template', data: { output } }), {
        x: filled('y', size),
      })
    },
  },
  {
    name: 'fail-message-of-megabytes',
    wasFatal: true,
    on: everywhere,
    description: 'Fails with a message of a thousand placeholders, each replaced by all inputs.',
    largest: 50_000,
    play: (client, size) =>
      run(client, behind({ id: 'b', type: 'fail', data: { message: '{{inputs}}'.repeat(1000) } }), {
        x: filled('y', size),
      }),
  },
  {
    name: 'llm-prompt-of-megabytes',
    on: ['serve'],
    description: 'Runs a prompt of a thousand placeholders, each replaced by all inputs.',
    largest: 50_000,
    play: (client, size) =>
      run(
        client,
        behind({
          id: 'b',
          type: 'llm',
          data: { prompt: '{{inputs}}'.repeat(1000), duration_ms: 0 },
        }),
        {
          x: filled('y', size),
        },
      ),
  },
  {
    name: 'condition-value-of-megabytes',
    on: everywhere,
    description: 'Compares with a value of a thousand placeholders, each replaced by all inputs.',
    largest: 50_000,
    play: (client, size) =>
      run(
        client,
        behind({
          id: 'b',
          type: 'condition',
          data: {
            condition: {
              field: 'inputs.x',
              operator: 'contains',
              value: '{{inputs}}'.repeat(1000),
            },
          },
        }),
        { x: filled('y', size) },
      ),
  },
  {
    name: 'condition-contains-slowly',
    on: ['serve'],
    description: 'Searches a text of one repeated letter for a long part of it.',
    largest: 200_000,
    play: (client, size) =>
      run(
        client,
        behind({
          id: 'b',
          type: 'condition',
          data: { condition: { field: 'inputs.x', operator: 'contains', value: '{{inputs.y}}' } },
        }),
        { x: filled('a', size), y: `${filled('a', size / 2)}b` },
      ),
  },
  {
    name: 'outputs-that-double',
    on: everywhere,
    description: 'Chains nodes whose outputs double in size.',
    largest: 400,
    play: (client, length) => run(client, doubling(length), { x: 'yyyyyyyyyyyyyyyy' }),
  },
  {
    name: 'outputs-just-below-the-bound',
    on: everywhere,
    description: 'Runs hundreds of nodes with outputs just below the limit.',
    largest: 400,
    play: (client, count) =>
      run(
        client,
        behind(...many(count, (index) => ({ ...template('{{inputs.x}}'), id: `n${index}` }))),
        {
          x: filled('y', 60_000),
        },
      ),
  },
  {
    name: 'batch-of-large-outputs',
    wasFatal: true,
    on: everywhere,
    description: 'Runs a batch of the most inputs allowed, each with a large output.',
    largest: 100,
    async play(client, count) {
      const nodes = many(20, (index) => ({
        ...template('{{inputs.x}}{{inputs.x}}'),
        id: `n${index}`,
      }))
      const path = await newWorkflow(client, behind(...nodes))
      if (path === undefined) return
      const inputs = many(count, () => ({ x: filled('y', 30_000) }))
      await client.api(`POST ${path}/batch-run`, { inputs, max_parallel: 10 })
      await client.api(`GET ${path}/runs?size=100`)
      await client.api(`GET ${path}/stats`)
    },
  },
  {
    name: 'run-of-odd-times',
    on: everywhere,
    description: 'Runs nodes with delays of zero, of centuries, and beyond all dates.',
    largest: 0,
    async play(client) {
      for (const duration_ms of [0, 1e15, 2 ** 53 - 1, 8_640_000_000_000_000]) {
        const data = { duration_ms }
        await run(client, behind({ id: 'b', type: 'delay', data }, { id: 'c', type: 'http', data }))
        await client.control('POST clock', { advance: '30d' })
      }
    },
  },
  {
    name: 'inputs-of-many-keys',
    on: ['serve'],
    description: 'Runs with deep and wide inputs, which the output repeats.',
    largest: 100_000,
    play: (client, count) =>
      run(client, behind({ id: 'b', type: 'template', data: { output: { all: '{{inputs}}' } } }), {
        ...keyed(count, (index) => [`k${index}`, index]),
      }),
  },
  {
    name: 'output-of-deep-levels',
    on: ['serve'],
    description: 'Runs a node whose output has the most levels of JSON allowed.',
    largest: 480,
    async play(client, levels) {
      const deep = JSON.parse(
        '{"x":'.repeat(levels) + '"{{inputs}}"' + '}'.repeat(levels),
      ) as object
      await run(client, behind({ id: 'b', type: 'template', data: { output: deep } }), deep)
    },
  },
  ...ofPlaceholders,
]
