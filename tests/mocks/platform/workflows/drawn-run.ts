import { runBlueprint, runNode } from '../../../../mocks/platform/workflows/plan-run.ts'
import type { RunSettings } from '../../../../mocks/platform/workflows/run-state.ts'
import { seededFraction, type RunWorld } from '../../../../mocks/platform/workflows/run-world.ts'
import type { Blueprint, StoredWorkflow } from '../../../../contract/records/workflow.ts'
import { blueprintOf } from '../../../support/workflow-tools.ts'

/** A world with one record of each kind that nodes use. */
const runWorld: RunWorld = {
  seeded: (text) => seededFraction('seed', text),
  passages: (bases, query, top) =>
    bases.includes('kb')
      ? [0.9, 0.5, 0.1]
          .slice(0, top)
          .map((score) => ({ kb_id: 'kb', content: `${query} at ${score}`, score }))
      : [],
  connector: (id) =>
    id === 'shop'
      ? ({
          id,
          name: 'Shop',
          actions: [{ id: 'find', name: 'Find orders', method: 'GET', path: '/orders' }],
        } as never)
      : undefined,
  mcpServer: (id) =>
    id === 'files' ? { id, name: 'Files', tools: [{ name: 'read' }] } : undefined,
  toolNames: ['calculator', 'web_search'],
  workflow: (id) => workflows.get(id),
  env: () => ({ TOKEN: 'secret' }),
}

const workflows = new Map<string, StoredWorkflow>()

/** Creates a workflow that other workflows can run. */
export const addWorkflow = (id: string, blueprint: Blueprint) =>
  workflows.set(id, { id, blueprint, is_active: true } as StoredWorkflow)

type Data = Readonly<Record<string, unknown>>
type Options = Partial<RunSettings>

/** Runs a blueprint without or with the defects of the deployment. */
export function runOf(blueprint: Blueprint, inputs: Data = {}, options: Options = {}) {
  return runBlueprint(blueprint, {
    inputs,
    workflowId: 'w',
    world: runWorld,
    hasDefects: false,
    timeoutSeconds: 600,
    budget: { left: 192 * 1024 },
    ...options,
  })
}

/** The output of one node of a type. Throws the error of the node. */
export function outputOf(type: string, data: Data, variables: Data = {}, options: Options = {}) {
  const settings: RunSettings = {
    inputs: {},
    workflowId: 'w',
    world: runWorld,
    hasDefects: false,
    timeoutSeconds: 600,
    budget: { left: 192 * 1024 },
    ...options,
  }
  const { step } = runNode({ id: 'n', type, data }, settings, {
    variables,
    env: { TOKEN: 'secret' },
  })
  if (step?.status === 'failed') throw new Error(step.error)
  if (step?.status !== 'completed') throw new Error(step?.status ?? 'no step')
  return step.output
}

/** Nodes in a row between a start `s` with one input `q` and an end `z`. */
export const chain = (nodes: Parameters<typeof blueprintOf>[0], output: Data = {}) => {
  const ids = ['s', ...Object.keys(nodes), 'z']
  return blueprintOf(
    {
      s: { type: 'start', variables: [{ name: 'q', type: 'string' }] },
      ...nodes,
      z: { type: 'end', output_mapping: output },
    },
    ...ids.slice(1).map((id, at) => `${ids[at]} > ${id}`),
  )
}

/** The events of a run in words, such as `start a` and `end a`, with the events in between. */
export const storyOf = ({ log = [] }: ReturnType<typeof runOf>) =>
  log.map((one) =>
    one.phase === 'event'
      ? `${one.event.event} ${Object.values(one.event.data).slice(1).join('/')}`
      : `${one.step.status === 'skipped' ? 'skip' : one.phase} ${one.step.node.id}`,
  )

/** The outputs of a run, or its error. */
export const resultOf = ({ outcome }: ReturnType<typeof runOf>) =>
  outcome.status === 'completed'
    ? outcome.outputs
    : outcome.status === 'failed'
      ? outcome.error
      : 'waiting'

/** An operation of a transform node. */
export const op = (type: string, config: object) => ({ type, config })
