import type { Blueprint, WorkflowNode } from '../../../contract/records/workflow.ts'
import type { NodeResult, WorkflowRun } from '../../../contract/records/workflow-run.ts'
import type { Behaviour } from '../../world/behaviour.ts'
import type { SentRunEvent } from '../../world/wire.ts'
import type { World } from '../../world/world.ts'
import {
  isObject,
  type JsonObject,
  mapFields,
  mapTexts,
  objectIn,
  ownField,
} from '../../../contract/json.ts'
import { incomingEdges } from './blueprint.ts'
import { invalidBlueprint } from './defects.ts'
import { toText } from './node-context.ts'
import { toEditorType, eventTypeOf, isShortType, kindOf } from '../node-kinds.ts'
import type { DatedRunEvent } from './run-items.ts'
import { anyPlaceholder } from './template.ts'

type Deployment = Pick<Behaviour, 'policy'>

/**
 * Converts a blueprint to the format that responses and runs use. Blueprints are stored as they
 * were sent, and those of the fixture are in the short dialect.
 */
export const formatBlueprint = (deployment: Deployment, blueprint: Blueprint): Blueprint =>
  deployment.policy.workflows.isEditorDialect ? toEditorBlueprint(blueprint) : blueprint

/** The maximum number of characters in the previews of inputs and outputs (F-032). */
const maxInputPreview = 500
const maxOutputPreview = 200

/** The reason for a skipped node in runs whose results contain no reason. */
const defaultSkipReason = 'Branch not active'

/** The output of a node as the editor shows it: a text, a handle, or all of its fields. */
function previewedOutput(node: WorkflowNode, output: JsonObject): unknown {
  const kind = kindOf(node)
  const { results, output: own = output } = output
  if (kind === 'KNOWLEDGE_RETRIEVAL' && Array.isArray(results))
    return `Retrieved ${results.length} results`
  if (kind === 'HTTP_REQUEST' && 'status_code' in output)
    return `HTTP ${toText(output['status_code'])}: ${jsonWithSpaces(own).slice(0, maxOutputPreview)}`
  return typeof output['text'] === 'string' && Object.keys(output).length === 1
    ? output['text']
    : own
}

/** The output of a node as a text, cut to a length. */
export function outputPreview(
  node: WorkflowNode,
  output: JsonObject,
  max: number = maxOutputPreview,
): string {
  const shown = previewedOutput(node, output)
  return (typeof shown === 'string' ? shown : jsonWithSpaces(shown)).slice(0, max)
}

/** The input of a node: the outputs of the nodes before it by id, and the inputs of the run (F-032). */
function inputPreview(received: JsonObject | undefined, inputs: JsonObject): string {
  if (received === undefined) return '{}'
  const named = Object.entries(inputs).map(([name, value]) => [`input.${name}`, value])
  const all = named.length > 0 ? { ...received, __input__: Object.fromEntries(named) } : received
  return jsonWithSpaces(all).slice(0, maxInputPreview)
}

/**
 * Converts an event of a run with these inputs to the format of responses. The wire format adds the
 * time, and may repeat `run_started`.
 */
export function formatEvent(
  deployment: Deployment,
  event: DatedRunEvent,
  inputs: JsonObject,
): SentRunEvent {
  if (!deployment.policy.workflows.isEditorDialect) return event
  const { step, at } = event
  if (event.isRefused === true) return refusedRunEvent(event)
  const sent = (data: object) => ({ event: event.event, data, at })
  if (event.event === 'run_completed' || event.event === 'run_failed') {
    const { run_id: _run, ...rest } = event.data
    return sent(rest)
  }
  if (step === undefined) return sent(event.data)
  const { node, retries = 0 } = step
  if (event.event === 'node_skipped') return sent({ node_id: node.id, reason: event.data.reason })
  const input_preview = inputPreview(step.received, inputs)
  const common = { node_id: node.id, node_type: eventTypeOf(node) }
  if (event.event === 'node_completed') {
    const { output, duration_ms } = event.data
    const output_preview = outputPreview(node, output)
    const figures = { duration_ms, retries_used: retries }
    return sent({ ...common, status: 'completed', input_preview, output_preview, ...figures })
  }
  if (event.event !== 'node_failed' || step.status !== 'failed')
    return sent({ ...common, input_preview })
  const { error, duration_ms } = event.data
  const { strategy: error_strategy, skippedDownstream: skipped_downstream } = step
  const effect = { error_strategy, ...(skipped_downstream && { skipped_downstream }) }
  return sent({ ...common, error, input_preview, duration_ms, ...effect })
}

/** Formats an event of a run with an invalid blueprint: few fields, and no time (F-012). */
function refusedRunEvent({ event, data }: DatedRunEvent): SentRunEvent {
  const { run_id, status, error } = data as Partial<EventFields>
  return { event, data: { run_id, status, ...(error !== undefined && { error }) } }
}
type EventFields = Readonly<Record<'run_id' | 'status' | 'error', string>>

/** Converts a run and its results to the format of responses. */
export function formatRun(world: World, deployment: Deployment, run: WorkflowRun): WorkflowRun {
  if (!deployment.policy.workflows.isEditorDialect) return run
  const isStrict = deployment.policy.workflows.hasDefects
  const stored = world.store.workflows.get(run.workflow_id)?.blueprint
  const blueprint = toEditorBlueprint(stored ?? { nodes: [], edges: [] })
  const nodes = new Map(blueprint.nodes.map((node) => [node.id, node]))
  const incoming = incomingEdges(blueprint)
  // The nodes of the workflow may have changed since the run. Only runs of the fixture do not store
  // the types of their nodes.
  const nodeOf = (id: string): WorkflowNode => {
    const type = ownField(run.node_results, id)?.node_type
    if (type !== undefined) return { id, type, data: { type } }
    return nodes.get(id) ?? { id, type: 'unknown' }
  }
  const sourcesOf = (id: string, { node_type, received_from }: NodeResult) => {
    if (node_type !== undefined) return received_from
    const sources = (incoming.get(id) ?? []).map(({ source }) => source)
    return sources.some((source) => nodes.has(source)) ? sources : undefined
  }
  const receivedBy = (id: string, result: NodeResult) => {
    const outputs = sourcesOf(id, result)?.flatMap((source) => {
      const output = ownField(run.node_results, source)?.output
      return isObject(output) ? [[source, toEditorOutput(nodeOf(source), output)] as const] : []
    })
    return outputs === undefined ? undefined : Object.fromEntries(outputs)
  }
  const show = (result: NodeResult, id: string) => {
    const node = nodeOf(id)
    const ts = Date.parse(result.completed_at ?? result.started_at)
    const { reason = defaultSkipReason, error_strategy, retries_used = 0 } = result
    if (result.status === 'skipped') return { node_id: id, reason, ts }
    return {
      node_id: id,
      node_type: eventTypeOf(node),
      input_preview: inputPreview(receivedBy(id, result), run.inputs),
      ts,
      // In the profile `deployed-0.8`, only the result of a completed node has a `status` (F-036).
      ...((!isStrict || result.status === 'completed') && { status: result.status }),
      ...(isObject(result.output) && { output_preview: outputPreview(node, result.output) }),
      ...(result.error !== null && { error: result.error, error_strategy }),
      ...((!isStrict || result.status !== 'running') && { duration_ms: result.duration_ms }),
      ...(result.status === 'completed' && { retries_used }),
    }
  }
  // A blueprint that cannot be run leaves no results (F-012).
  const isRefused = run.error?.startsWith(invalidBlueprint) === true
  const node_results = isRefused ? null : mapFields(run.node_results, show)
  return { ...run, node_results } as unknown as WorkflowRun
}

/** The output of a node in the format of the editor. Runs of the fixture have the short format. */
function toEditorOutput(node: WorkflowNode, output: JsonObject): JsonObject {
  if ('output' in output) return output
  const shown = { output: previewedOutput(node, output) }
  return kindOf(node) === 'START' ? { ...output, ...shown } : shown
}

const textNodeTypes: ReadonlySet<string> = new Set(['llm', 'agent', 'template'])

/** Maps the handles of a condition in the short dialect to those in the editor. */
const editorHandles: Readonly<Record<string, string>> = {
  true: 'condition-true',
  false: 'source-default',
}

const editorOperators: Readonly<Record<string, string>> = {
  eq: '==',
  ne: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  contains: 'contains',
}

/**
 * Converts a blueprint of the short dialect to the format of the web editor. Unknown nodes, and
 * nodes that have this format already, stay unchanged.
 */
export function toEditorBlueprint(blueprint: Blueprint): Blueprint {
  const texts = new Set(blueprint.nodes.filter(isTextNode).map(({ id }) => id))
  const conditions = new Set(
    blueprint.nodes.filter(({ type }) => type === 'condition').map(({ id }) => id),
  )
  return {
    ...blueprint,
    nodes: blueprint.nodes.map((node) => toEditorNode(node, texts)),
    edges: blueprint.edges.map((edge) => {
      if (!conditions.has(edge.source)) return edge
      const handle = ownField(editorHandles, edge.sourceHandle ?? '')
      return handle === undefined ? edge : { ...edge, sourceHandle: handle }
    }),
  }
}

/** Fields that only nodes in the editor's format have. */
const editorFields = [
  'type',
  'variables',
  'input_schema',
  'output_mapping',
  'output_schema',
  'prompt_template',
  'conditions',
]

/** Whether the output of a node is one text. */
const isTextNode = ({ type, data }: WorkflowNode): boolean =>
  textNodeTypes.has(type) && (data?.['output'] ?? null) === null

function toEditorNode(node: WorkflowNode, texts: ReadonlySet<string>): WorkflowNode {
  const { type, data = {} } = node
  if (!isShortType(type) || editorFields.some((field) => field in data)) return node
  const texted = (value: unknown) =>
    mapTexts(value, (text) =>
      text.replaceAll(
        anyPlaceholder,
        (_, path: string) => `{{${toEditorPath(path.trim(), texts)}}}`,
      ),
    )
  const converted = ownField(convertersByType, type)?.(data, texted) ?? data
  return { ...node, type: toEditorType(type), data: { type: eventTypeOf(node), ...converted } }
}

type ConvertNodeData = (data: JsonObject, texted: (value: unknown) => unknown) => JsonObject

const convertPromptData: ConvertNodeData = ({ prompt, ...data }, texted) => ({
  ...data,
  prompt_template: texted(prompt ?? ''),
  model: '',
  output_variable: 'llm_output',
})

const convertersByType: Readonly<Record<string, ConvertNodeData>> = {
  start({ inputs, ...data }) {
    const variables = Object.entries(objectIn(inputs)).map(([name, value]) => ({
      name,
      type: Array.isArray(value) ? 'array' : typeof value,
      required: true,
      default_value: typeof value === 'string' ? value : JSON.stringify(value),
    }))
    return { ...data, variables }
  },
  end: ({ output, ...data }, texted) => ({ ...data, output_mapping: texted(output ?? {}) }),
  llm: convertPromptData,
  agent: convertPromptData,
  template: ({ template, ...data }, texted) => ({
    ...data,
    template: texted(template ?? ''),
    output_variable: 'text',
  }),
  condition({ condition, ...data }) {
    const { field = '', operator = '', value } = objectIn(condition)
    const variable = toText(field).replace(/^inputs\./, '')
    const sign = ownField(editorOperators, toText(operator)) ?? toText(operator)
    const one = {
      id: 'true',
      label: data['label'] ?? 'Yes',
      variable,
      operator: sign,
      value: typeof value === 'string' ? value : JSON.stringify(value ?? null),
      expression: `${variable} ${sign} ${JSON.stringify(value ?? null)}`,
    }
    const conditions = isObject(condition) ? [one] : []
    const fallback = isObject(condition) ? 'source-default' : 'condition-true'
    return { ...data, mode: 'expression', conditions, default_handle: fallback }
  },
}

/** Converts `inputs.amount` to `input.amount`, and the `text` of a text node to its `output`. */
const toEditorPath = (path: string, texts: ReadonlySet<string>): string => {
  const [id = '', field] = path.split('.')
  if (id === 'inputs') return ['input', ...path.split('.').slice(1)].join('.')
  return field === 'text' && texts.has(id) ? `${id}.output` : path
}

/** A JSON text with spaces, as in the previews of the editor. */
function jsonWithSpaces(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonWithSpaces).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value ?? null)
  const fields = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${jsonWithSpaces(item)}`,
  )
  return `{${fields.join(', ')}}`
}
