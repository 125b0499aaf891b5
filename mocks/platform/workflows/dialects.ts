import type { Blueprint, WorkflowNode } from '../../../contract/records/workflow.ts'
import type {
  DatedRunEvent,
  NodeResult,
  RunPlan,
  WorkflowRun,
} from '../../../contract/records/workflow-run.ts'
import type { Behaviour } from '../../world/behaviour.ts'
import type { SentRunEvent } from '../../world/wire.ts'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import { checkDrawnBlueprint } from '../drawn-blueprint.ts'
import { incomingEdges } from './blueprint.ts'
import { eventType, runnerType, editorType } from './editor-types.ts'
import {
  convertTexts,
  type OutputPaths,
  spacedJson,
  toRunnerField,
  toRunnerPath,
  toEditorPath,
  type TextNodes,
} from './editor-texts.ts'

/** How a deployment writes workflows. Blueprints are stored as they are sent. */
export type WorkflowDialect = {
  /** The blueprint as responses have it. */
  readonly shown: (blueprint: Blueprint) => Blueprint
  /** The blueprint as the runner plays it. */
  readonly played: (blueprint: Blueprint) => Blueprint
  /** Whether nodes are skipped before the others of the same time start. */
  readonly skipsFirst: boolean
  /** An event of a run; its time and the two forms of `run_started` are left to the frames. */
  readonly event: (event: DatedRunEvent) => SentRunEvent
  readonly run: (run: WorkflowRun, blueprint: Blueprint) => WorkflowRun
  /** The answer to a dry run. `plan` makes the plan of the runner, and throws for an invalid blueprint. */
  readonly dryRun: (blueprint: Blueprint, plan: () => RunPlan) => object
}

const short: WorkflowDialect = {
  shown: (blueprint) => blueprint,
  played: (blueprint) => blueprint,
  skipsFirst: false,
  event: (event) => event,
  run: (run) => run,
  dryRun: (_blueprint, plan) => plan(),
}

// A blueprint may be in either form: the fixture has the form of the runner.
const played: WorkflowDialect['played'] = (blueprint) => toRunner(toEditor(blueprint))

const editor: WorkflowDialect = {
  shown: toEditor,
  played,
  skipsFirst: true,
  event: editorEvent,
  run: (run, blueprint) => editorRun(run, played(blueprint)),
  dryRun: (blueprint) => drawnPlan(toEditor(blueprint)),
}

const dialects = { short, editor }

/** How this deployment writes workflows. */
export const dialectOf = ({ policy }: Pick<Behaviour, 'policy'>): WorkflowDialect =>
  dialects[policy.workflows.dialect]

type Outputs = Readonly<Record<string, JsonObject>>

/** The length from which a preview is cut. */
const maxPreview = 500

const preview = (text: string) => (text.length > maxPreview ? text.slice(0, maxPreview) : text)

/** The reason why a node is skipped. */
const reason = 'Branch not active'

/** The output of a node as the editor shows it: a text, a handle, or all of its fields. */
function shownOutput(node: WorkflowNode, output: JsonObject): unknown {
  const type = runnerType(node)
  if (type === 'switch') return output['handle']
  return typeof output['text'] === 'string' && Object.keys(output).length === 1
    ? output['text']
    : output
}

const outputPreview = (node: WorkflowNode, output: JsonObject): string => {
  const shown = shownOutput(node, output)
  return preview(typeof shown === 'string' ? shown : spacedJson(shown))
}

/** The input of a node: the outputs of the nodes before it, and the inputs of the run. */
function inputPreview(sources: readonly WorkflowNode[], outputs: Outputs, inputs: JsonObject) {
  if (sources.length === 0) return '{}'
  const received = sources.flatMap((node) => {
    const own = outputs[node.id]
    if (own === undefined) return []
    const output = shownOutput(node, own)
    const type = runnerType(node)
    const more = type === 'start' ? own : type === 'switch' ? { active_handle: output } : {}
    return [[node.id, type === 'start' ? { ...more, output } : { output, ...more }]]
  })
  const named = Object.entries(inputs).map(([name, value]) => [`input.${name}`, value])
  const all = {
    ...Object.fromEntries(received),
    __input__: Object.fromEntries(named),
  } as JsonObject
  return preview(spacedJson(all))
}

/** The events of a run as the web editor reads them. */
function editorEvent(event: DatedRunEvent) {
  const { data, step, at } = event
  if (event.event === 'run_completed' || event.event === 'run_failed') {
    const { run_id: _run, ...rest } = event.data
    return { event: event.event, data: rest, at }
  }
  if (step === undefined) return { event: event.event, data, at }
  const { node, sources, outputs, inputs } = step
  if (event.event === 'node_skipped')
    return { event: event.event, data: { node_id: node.id, reason }, at }
  const common = { node_id: node.id, node_type: eventType(node) }
  const input_preview = inputPreview(sources, outputs, inputs)
  if (event.event === 'node_completed') {
    const output_preview = outputPreview(node, event.data.output)
    const figures = { duration_ms: event.data.duration_ms, retries_used: 0 }
    const shown = { ...common, status: 'completed', input_preview, output_preview, ...figures }
    return { event: event.event, data: shown, at }
  }
  if (event.event === 'node_failed') {
    const figures = { duration_ms: event.data.duration_ms, retries_used: 0 }
    const { error } = event.data
    const shown = { ...common, status: 'failed', input_preview, error, ...figures }
    return { event: event.event, data: shown, at }
  }
  return { event: event.event, data: { ...common, input_preview }, at }
}

/** A run with its results as the web editor reads them. `blueprint` is the blueprint that the runner plays. */
function editorRun(run: WorkflowRun, blueprint: Blueprint): WorkflowRun {
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
    if (result.status === 'skipped') return { node_id: id, reason, ts }
    const sources = (incoming.get(id) ?? []).flatMap(({ source }) => nodes.get(source) ?? [])
    return {
      node_id: id,
      node_type: eventType(node),
      input_preview: inputPreview(sources, outputs, run.inputs),
      ts,
      status: result.status,
      ...(isObject(result.output) && { output_preview: outputPreview(node, result.output) }),
      ...(result.error !== null && { error: result.error }),
      duration_ms: result.duration_ms,
      retries_used: 0,
    }
  }
  const results = Object.entries(run.node_results).map(([id, result]) => [id, show(id, result)])
  return { ...run, node_results: Object.fromEntries(results) as WorkflowRun['node_results'] }
}

/** The checks and the plan of a run as the web editor reads them. */
function drawnPlan(blueprint: Blueprint): object {
  const { error, ...checks } = checkDrawnBlueprint(blueprint)
  return { valid: error === null, errors: error === null ? [] : [error], ...checks }
}

/**
 * Converts a blueprint of the web editor to one that the runner plays. What is unknown stays as it is.
 */
export function toRunner(blueprint: Blueprint): Blueprint {
  const typed = blueprint.nodes.map((node) => ({ ...node, type: runnerType(node) }))
  const outputs = new Map(typed.map((node) => [node.id, outputPath(node)]))
  return { ...blueprint, nodes: typed.map((node) => toRunnerNode(node, outputs)) }
}

/** The path of what the editor calls the `output` of a node. */
function outputPath(node: WorkflowNode): string {
  if (node.type === 'start') return 'inputs'
  if (node.type === 'switch') return `${node.id}.handle`
  return isTextNode(node) ? `${node.id}.text` : node.id
}

function toRunnerNode(node: WorkflowNode, outputs: OutputPaths): WorkflowNode {
  const { type, data = {} } = node
  const texted = (value: unknown) => convertTexts(value, (path) => toRunnerPath(path, outputs))
  if (type === 'start') return { ...node, data: { ...data, inputs: defaultsOf(data) } }
  if (type === 'end') return { ...node, data: { ...data, ...mappingOf(data, texted) } }
  if (type === 'template')
    return { ...node, data: { ...data, template: texted(textOf(data['template'])) } }
  if (type === 'switch') return { ...node, data: { ...data, ...branchesOf(data, outputs) } }
  const prompt = data['prompt_template'] ?? data['prompt']
  return typeof prompt === 'string' ? { ...node, data: { ...data, prompt: texted(prompt) } } : node
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The objects in a list; empty if the value is no list. */
const objectsIn = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : []

/** The variables of a start or end node, which are in `variables` or in a schema. */
const variablesOf = (data: JsonObject, schema: string): JsonObject[] => {
  const nested = data[schema]
  return objectsIn(data['variables'] ?? (isObject(nested) ? nested['variables'] : undefined))
}

/** The inputs of a run that does not give them. */
function defaultsOf(data: JsonObject): JsonObject {
  const given = variablesOf(data, 'input_schema').flatMap((variable) => {
    const value = variable['default_value'] ?? variable['default']
    if (value === undefined || value === null) return []
    return [[String(variable['name']), typedValue(value, variable['type'])]]
  })
  const { inputs } = data
  return { ...(isObject(inputs) ? inputs : {}), ...(Object.fromEntries(given) as JsonObject) }
}

/** The value that a text stands for: the editor keeps defaults as texts. */
function typedValue(value: unknown, type: unknown): unknown {
  if (typeof value !== 'string' || type === 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

/** The outputs of an end node; without a mapping it passes on what it gets. */
function mappingOf(data: JsonObject, texted: (value: unknown) => unknown): JsonObject {
  const listed = variablesOf(data, 'output_schema').map((variable) => [
    String(variable['name']),
    variable['value'],
  ])
  const mapping = data['output_mapping'] ?? Object.fromEntries(listed)
  return isObject(mapping) && Object.keys(mapping).length > 0
    ? { output: texted(mapping) as JsonObject }
    : {}
}

const operators: Readonly<Record<string, string>> = {
  '==': 'eq',
  '=': 'eq',
  equals: 'eq',
  '!=': 'ne',
  not_equals: 'ne',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
  contains: 'contains',
}

/** The cases of a branch in their order, and the handle if none holds. */
function branchesOf(data: JsonObject, outputs: OutputPaths): JsonObject {
  const cases = objectsIn(data['conditions']).map((condition) => ({
    handle: String(condition['handle'] ?? `condition-${String(condition['id'])}`),
    condition: {
      field: toRunnerField(condition['variable'], outputs),
      operator: operators[String(condition['operator'])] ?? 'eq',
      value: typedValue(condition['value'], undefined),
    },
  }))
  return { cases, otherwise: String(data['default_handle'] ?? 'source-default') }
}

const textTypes: ReadonlySet<string> = new Set(['llm', 'agent', 'template'])

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
 * Converts a blueprint of the runner to one of the web editor. What is unknown, and what has the form
 * of the editor already, stays as it is.
 */
export function toEditor(blueprint: Blueprint): Blueprint {
  const texts: TextNodes = new Set(blueprint.nodes.filter(isTextNode).map(({ id }) => id))
  const conditions = new Set(
    blueprint.nodes.filter(({ type }) => type === 'condition').map(({ id }) => id),
  )
  return {
    ...blueprint,
    nodes: blueprint.nodes.map((node) => toEditorNode(node, texts)),
    edges: blueprint.edges.map((edge) => {
      if (!conditions.has(edge.source)) return edge
      const handle = { true: 'condition-true', false: 'source-default' }[String(edge.sourceHandle)]
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
  textTypes.has(type) && (data?.['output'] ?? null) === null

function toEditorNode(node: WorkflowNode, texts: TextNodes): WorkflowNode {
  const { type, data = {} } = node
  const convert = converters[type]
  if (convert === undefined || editorFields.some((field) => field in data)) return node
  const texted = (value: unknown) => convertTexts(value, (path) => toEditorPath(path, texts))
  const named = { type: eventType(node), ...convert(data, texted) }
  return { ...node, type: editorType(type), data: named }
}

type Convert = (data: JsonObject, texted: (value: unknown) => unknown) => JsonObject

const writesText: Convert = ({ prompt, ...data }, texted) => ({
  ...data,
  prompt_template: texted(prompt ?? ''),
  model: '',
  output_variable: 'llm_output',
})
const unchanged: Convert = (data) => data

const converters: Readonly<Record<string, Convert>> = {
  start({ inputs, ...data }) {
    const variables = Object.entries(isObject(inputs) ? inputs : {}).map(([name, value]) => ({
      name,
      type: Array.isArray(value) ? 'array' : typeof value,
      required: true,
      default_value: typeof value === 'string' ? value : JSON.stringify(value),
    }))
    return { ...data, variables }
  },
  end: ({ output, ...data }, texted) => ({ ...data, output_mapping: texted(output ?? {}) }),
  llm: writesText,
  agent: writesText,
  retrieval: unchanged,
  connector: unchanged,
  http: unchanged,
  template: ({ template, ...data }, texted) => ({
    ...data,
    template: texted(template ?? ''),
    output_variable: 'text',
  }),
  condition({ condition, ...data }) {
    const { field = '', operator = '', value } = isObject(condition) ? condition : {}
    const variable = String(field).replace(/^inputs\./, '')
    const sign = editorOperators[String(operator)] ?? String(operator)
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
