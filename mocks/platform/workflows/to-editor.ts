import { isObject, type JsonObject } from '../../../contract/json.ts'
import type { Blueprint, WorkflowNode } from '../../../contract/records/workflow.ts'
import { editorType, eventType } from './editor-types.ts'
import { convertTexts, toEditorPath, type TextNodes } from './editor-texts.ts'

const textTypes: ReadonlySet<string> = new Set(['llm', 'agent', 'template'])
const operators: Readonly<Record<string, string>> = {
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
export const isTextNode = ({ type, data }: WorkflowNode): boolean =>
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
    const sign = operators[String(operator)] ?? String(operator)
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
