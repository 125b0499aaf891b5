import type { Blueprint, WorkflowNode } from '../../../contract/records/workflow.ts'
import type {
  DatedRunEvent,
  NodeResult,
  RunPlan,
  WorkflowRun,
} from '../../../contract/records/workflow-run.ts'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import { incomingEdges } from './blueprint.ts'
import { eventType, runnerType } from './editor-types.ts'
import { spacedJson } from './editor-texts.ts'

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

/** What a node gets from the nodes before it, and the inputs of the run. */
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
export function editorEvent(event: DatedRunEvent) {
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

/** A run with its results as the web editor reads them. `blueprint` is the one that the runner plays. */
export function editorRun(run: WorkflowRun, blueprint: Blueprint): WorkflowRun {
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

/** The plan of a run as the web editor reads it. */
export function editorPlan({ nodes, ...plan }: RunPlan, { nodes: drawn }: Blueprint): object {
  const types = new Map(drawn.map((node) => [node.id, eventType(node)]))
  const execution_plan = nodes.map((node) => ({
    ...node,
    node_type: types.get(node.node_id) ?? node.node_type,
  }))
  return { ...plan, execution_plan }
}
