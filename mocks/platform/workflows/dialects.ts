import type { Blueprint, WorkflowNode } from '../../../contract/records/workflow.ts'
import type {
  DatedRunEvent,
  NodeResult,
  RunEventStep,
  RunPlan,
  WorkflowRun,
} from '../../../contract/records/workflow-run.ts'
import type { Behaviour } from '../../world/behaviour.ts'
import type { SentRunEvent } from '../../world/wire.ts'
import { isObject, type JsonObject, mapTexts, objectIn, ownField } from '../../../contract/json.ts'
import { checkDrawnBlueprint } from '../drawn-blueprint.ts'
import { incomingEdges } from './blueprint.ts'
import { invalidBlueprint } from './defects.ts'
import { toText } from './node-context.ts'
import { toEditorType, eventTypeOf, kindOf } from '../node-kinds.ts'

/** The format in which a deployment writes workflows. Blueprints are stored as they were sent. */
export type WorkflowDialect = {
  /** Converts a blueprint to the format of responses. Runs use this format, too. */
  readonly formatBlueprint: (blueprint: Blueprint) => Blueprint
  /** Whether every blueprint has the format of an editor. */
  readonly isDrawn: boolean
  /** Converts an event of a run. The wire format adds the time, and may repeat `run_started`. */
  readonly formatEvent: (event: DatedRunEvent) => SentRunEvent
  readonly formatRun: (run: WorkflowRun, blueprint: Blueprint) => WorkflowRun
  /** The response to a dry run. `plan` computes the plan, and throws for an invalid blueprint. */
  readonly dryRun: (blueprint: Blueprint, plan: () => RunPlan) => object
}

const shortDialect: WorkflowDialect = {
  formatBlueprint: (blueprint) => blueprint,
  isDrawn: false,
  formatEvent: (event) => event,
  formatRun: (run) => run,
  dryRun: (_blueprint, plan) => plan(),
}

const createEditorDialect = (isStrict: boolean): WorkflowDialect => ({
  // The blueprints of the fixture are in the short dialect.
  formatBlueprint: toEditorBlueprint,
  isDrawn: true,
  formatEvent: editorEvent,
  formatRun: (run, blueprint) => editorRun(run, toEditorBlueprint(blueprint), isStrict),
  dryRun: (blueprint) => editorDryRun(toEditorBlueprint(blueprint), isStrict),
})

const editorDialects = { true: createEditorDialect(true), kind: createEditorDialect(false) }

/** The format in which this deployment writes workflows. */
export const dialectOf = ({ policy }: Pick<Behaviour, 'policy'>): WorkflowDialect =>
  policy.workflows.dialect === 'short' ? shortDialect : editorDialects[policy.workflows.defects]

type Outputs = Readonly<Record<string, JsonObject>>

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
  most: number = maxOutputPreview,
): string {
  const shown = previewedOutput(node, output)
  return (typeof shown === 'string' ? shown : jsonWithSpaces(shown)).slice(0, most)
}

/** The input of a node: the variables of the nodes before it, and the inputs of the run (F-032). */
function inputPreview(sources: readonly WorkflowNode[], outputs: Outputs, inputs: JsonObject) {
  if (sources.length === 0) return '{}'
  const received = sources.flatMap((node) => {
    const own = ownField(outputs, node.id)
    if (own === undefined || 'output' in own) return own === undefined ? [] : [[node.id, own]]
    // A run of the fixture has outputs in the short dialect.
    const output = previewedOutput(node, own)
    return [[node.id, kindOf(node) === 'START' ? { ...own, output } : { output }]]
  })
  const named = Object.entries(inputs).map(([name, value]) => [`input.${name}`, value])
  const all = {
    ...Object.fromEntries(received),
    ...(named.length > 0 && { __input__: Object.fromEntries(named) as JsonObject }),
  } as JsonObject
  return jsonWithSpaces(all).slice(0, maxInputPreview)
}

/** Converts an event of a run to the format of the web editor. */
function editorEvent(event: DatedRunEvent) {
  const { step, at } = event
  if (event.isRefused === true) return refusedRunEvent(event)
  const sent = (data: object) => ({ event: event.event, data, at })
  if (event.event === 'run_completed' || event.event === 'run_failed') {
    const { run_id: _run, ...rest } = event.data
    return sent(rest)
  }
  if (step === undefined) return sent(event.data)
  const { node, sources, outputs, inputs } = step
  if (event.event === 'node_skipped') return sent({ node_id: node.id, reason: event.data.reason })
  const common = { node_id: node.id, node_type: eventTypeOf(node) }
  const input_preview = inputPreview(sources, outputs, inputs)
  if (event.event === 'node_completed') {
    const output_preview = outputPreview(node, event.data.output)
    const { duration_ms } = event.data
    const figures = { duration_ms, retries_used: step.retries ?? 0 }
    return sent({ ...common, status: 'completed', input_preview, output_preview, ...figures })
  }
  if (event.event === 'node_failed') {
    const { error, duration_ms } = event.data
    return sent({ ...common, error, input_preview, duration_ms, ...strategyFields(step) })
  }
  return sent({ ...common, input_preview })
}

/** The events of a run that its blueprint refused: few fields, and no time (F-012). */
function refusedRunEvent({ event, data }: DatedRunEvent): SentRunEvent {
  const { run_id, status, error } = data as Partial<EventFields>
  return { event, data: { run_id, status, ...(error !== undefined && { error }) } }
}
type EventFields = Readonly<Record<'run_id' | 'status' | 'error', string>>

const strategyFields = ({ strategy = 'stop_workflow', skippedDownstream }: RunEventStep) => ({
  error_strategy: strategy,
  ...(skippedDownstream !== undefined && { skipped_downstream: skippedDownstream }),
})

/** Converts a run and its results to the format of the web editor. */
function editorRun(run: WorkflowRun, blueprint: Blueprint, isStrict: boolean): WorkflowRun {
  const nodes = new Map(blueprint.nodes.map((node) => [node.id, node]))
  const incoming = incomingEdges(blueprint)
  const outputs = Object.fromEntries(
    Object.entries(run.node_results).flatMap(([id, { output }]) =>
      isObject(output) ? [[id, output]] : [],
    ),
  ) as Outputs
  const show = (id: string, result: NodeResult) => {
    const node = nodes.get(id) ?? { id, type: 'unknown' }
    const ts = Date.parse(result.completed_at ?? result.started_at)
    const { reason = defaultSkipReason, error_strategy, retries_used = 0 } = result
    if (result.status === 'skipped') return { node_id: id, reason, ts }
    const sources = (incoming.get(id) ?? []).flatMap(({ source }) => nodes.get(source) ?? [])
    return {
      node_id: id,
      node_type: eventTypeOf(node),
      input_preview: inputPreview(sources, outputs, run.inputs),
      ts,
      // In the profile `deployed-0.8`, only the result of a completed node has a `status` (F-036).
      ...((!isStrict || result.status === 'completed') && { status: result.status }),
      ...(isObject(result.output) && { output_preview: outputPreview(node, result.output) }),
      ...(result.error !== null && { error: result.error, error_strategy }),
      ...((!isStrict || result.status !== 'running') && { duration_ms: result.duration_ms }),
      ...(result.status === 'completed' && { retries_used }),
    }
  }
  const results = Object.entries(run.node_results).map(([id, result]) => [id, show(id, result)])
  // A blueprint that cannot be run leaves no results (F-012).
  const isRefused = run.error?.startsWith(invalidBlueprint) === true
  const node_results = isRefused ? null : Object.fromEntries(results)
  return { ...run, node_results } as WorkflowRun
}

/** The response to a dry run in the format of the web editor: the checks and the plan. */
function editorDryRun(blueprint: Blueprint, isStrict: boolean): object {
  const { error, ...checks } = checkDrawnBlueprint(blueprint, isStrict)
  return { valid: error === null, errors: error === null ? [] : [error], ...checks }
}

const textNodeTypes: ReadonlySet<string> = new Set(['llm', 'agent', 'template'])

/** The handles of a condition in the editor, by those of the short dialect. */
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
  const texts: TextNodeIds = new Set(blueprint.nodes.filter(isTextNode).map(({ id }) => id))
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

/** Only nodes in the form of the editor have one of these fields. */
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

function toEditorNode(node: WorkflowNode, texts: TextNodeIds): WorkflowNode {
  const { type, data = {} } = node
  const convert = ownField(convertersByType, type)
  if (convert === undefined || editorFields.some((field) => field in data)) return node
  const texted = (value: unknown) =>
    mapTexts(value, (text) =>
      text.replaceAll(placeholder, (_, path: string) => `{{${toEditorPath(path.trim(), texts)}}}`),
    )
  const named = { type: eventTypeOf(node), ...convert(data, texted) }
  return { ...node, type: toEditorType(type), data: named }
}

type ConvertNodeData = (data: JsonObject, texted: (value: unknown) => unknown) => JsonObject

const convertPromptData: ConvertNodeData = ({ prompt, ...data }, texted) => ({
  ...data,
  prompt_template: texted(prompt ?? ''),
  model: '',
  output_variable: 'llm_output',
})
const keepNodeData: ConvertNodeData = (data) => data

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
  retrieval: keepNodeData,
  connector: keepNodeData,
  http: keepNodeData,
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

/** The ids of the nodes whose output is a text. */
type TextNodeIds = ReadonlySet<string>

const placeholder = /\{\{([^{}]+)\}\}/g

/** Converts `inputs.amount` to `input.amount`, and the `text` of a text node to its `output`. */
const toEditorPath = (path: string, texts: TextNodeIds): string => {
  const [id = '', field] = path.split('.')
  if (id === 'inputs') return ['input', ...path.split('.').slice(1)].join('.')
  return field === 'text' && texts.has(id) ? `${id}.output` : path
}

/** A JSON text with spaces, as in the previews of the editor. */
function jsonWithSpaces(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonWithSpaces).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value ?? null)
  const fields = Object.entries(value).map(([key, item]) => [
    JSON.stringify(key),
    jsonWithSpaces(item),
  ])
  return `{${fields.map((field) => field.join(': ')).join(', ')}}`
}
