import { isObject, type JsonObject } from '../../../contract/json.ts'
import type { Blueprint, WorkflowNode } from '../../../contract/records/workflow.ts'
import { runnerType } from './editor-types.ts'
import { convertTexts, toRunnerField, toRunnerPath, type OutputPaths } from './editor-texts.ts'
import { isTextNode } from './to-editor.ts'

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
