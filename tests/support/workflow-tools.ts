import type { RunPlan, WorkflowRun } from '../../contract/records/workflow-run.ts'
import type { Workflow } from '../../contract/records/workflow.ts'
import type { SeenEvent } from './stream-reader.ts'
import { demo } from './transports.ts'
import type { Enveloped, Paged, Visitor } from './visitor.ts'

type Drawn = Readonly<Record<string, { readonly type: string; readonly [field: string]: unknown }>>

/** A blueprint from nodes by id, and from edges such as `check.true > send`. */
export const blueprintOf = (nodes: Drawn, ...edges: string[]) => ({
  nodes: Object.entries(nodes).map(([id, { type, ...data }]) => ({ id, type, data })),
  edges: edges.map((edge) => {
    const [from = '', target = ''] = edge.split(' > ')
    const [source = '', sourceHandle] = from.split('.')
    return { source, target, sourceHandle }
  }),
})

/** A workflow with one node that takes the given milliseconds and returns its input. */
export const taking = (duration_ms: number) =>
  blueprintOf({ work: { type: 'http', duration_ms, output: { echo: '{{inputs.n}}' } } })

/** Creates a workflow; returns its id. */
export async function newWorkflow(visitor: Visitor, blueprint: object): Promise<string> {
  const body = { name: 'A workflow', blueprint }
  const { json } = await visitor.call<Enveloped<Workflow>>('POST /api/workflows', { body })
  return json.data.id
}

/** The id of a workflow of the demo. */
export const demoWorkflow = (name: string): string =>
  demo.workflows.find((workflow) => workflow.name === name)?.id ?? 'none'

/** The first page of the runs of a workflow that a user can see. */
export const runsOf = async (visitor: Visitor, workflow: string, query = '') =>
  (await visitor.call<Paged<WorkflowRun>>(`GET /api/workflows/${workflow}/runs${query}`)).json.items

/** The record of the run of a stream. */
export async function runOf(visitor: Visitor, workflow: string, [start]: readonly SeenEvent[]) {
  const id = String(start?.data['run_id'])
  return (await visitor.call<Enveloped<WorkflowRun>>(`GET /api/workflows/${workflow}/runs/${id}`))
    .json.data
}

/** Runs a workflow and reads the stream to its end. */
export const run = (visitor: Visitor, workflow: string, inputs: object = {}, more: object = {}) =>
  visitor.stream(`POST /api/workflows/${workflow}/run`, { body: { inputs, ...more } })

/** Runs a workflow and reads the stream step by step. */
export const begin = (visitor: Visitor, workflow: string) =>
  visitor.read(`POST /api/workflows/${workflow}/run`, { body: { inputs: {} } })

export const planOf = async (visitor: Visitor, workflow: string, inputs: object) => {
  const body = { inputs, dry_run: true }
  return (await visitor.call<Enveloped<RunPlan>>(`POST /api/workflows/${workflow}/run`, { body }))
    .json.data
}

/** The events of a stream, as `name id`. */
export const story = (events: readonly SeenEvent[]) =>
  events.map(({ event, data }) => [event, data['node_id']].filter(Boolean).join(' '))
