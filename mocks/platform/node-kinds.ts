import { isObject } from '../../contract/json.ts'

/**
 * The kinds of nodes in the web editor. Each row has the name in events, the type in a drawn
 * blueprint, the type in the short dialect, and the default duration in script milliseconds.
 */
const nodeKindRows = [
  ['START', 'start', 'start', 0],
  ['END', 'end', 'end', 0],
  ['LLM', 'llm', 'llm', 1800],
  ['CONDITION_BRANCH', 'conditionBranch', 'condition', 10],
  ['QUESTION_CLASSIFIER', 'questionClassifier', undefined, 700],
  ['AGENT', 'agent', 'agent', 3200],
  ['KNOWLEDGE_RETRIEVAL', 'knowledgeRetrieval', 'retrieval', 350],
  ['CONNECTOR', 'connector', 'connector', 600],
  ['HTTP_REQUEST', 'httpRequest', 'http', 450],
  ['VARIABLE_ASSIGN', 'variableAssign', undefined, 5],
  ['TEMPLATE_TRANSFORM', 'templateTransform', 'template', 20],
  ['CODE_EXECUTION', 'codeExecution', undefined, 120],
  ['ITERATOR', 'iterator', undefined, 5],
  ['VARIABLE_AGGREGATOR', 'variableAggregator', undefined, 5],
  ['PARAMETER_EXTRACTOR', 'parameterExtractor', undefined, 900],
  ['LOOP', 'loop', undefined, 5],
  ['LIST_OPERATION', 'listOperation', undefined, 5],
  ['TRANSFORM', 'transform', undefined, 5],
  ['DOCUMENT_EXTRACTOR', 'documentExtractor', undefined, 60],
  ['QUESTION_UNDERSTANDING', 'questionUnderstanding', undefined, 800],
  ['HUMAN_INTERVENTION', 'humanIntervention', undefined, 0],
  ['MCP', 'mcp', undefined, 600],
  ['BUILTIN_TOOL', 'builtinTool', undefined, 400],
  ['SUB_WORKFLOW', 'subWorkflow', undefined, 20],
  ['ENV', 'env', undefined, 1],
] as const

/** The name of a kind, such as `CONDITION_BRANCH`. */
export type NodeKind = (typeof nodeKindRows)[number][0]

export const nodeKinds: readonly string[] = nodeKindRows.map(([name]) => name)

const rowsByShortType = new Map<string, (typeof nodeKindRows)[number]>(
  nodeKindRows.flatMap((row) => (row[2] === undefined ? [] : [[row[2], row]])),
)
const durationsByKind = new Map<string, number>(nodeKindRows.map(([name, , , ms]) => [name, ms]))

/** The types that occur only in drawn blueprints, not in the short dialect. */
const drawnOnlyTypes: ReadonlySet<string> = new Set(
  nodeKindRows.flatMap(([, drawn, short]) => (drawn === short ? [] : [drawn])),
)

export const isNodeKind = (name: string): name is NodeKind => durationsByKind.has(name)

/** The default duration of a node in script milliseconds; 500 for an unknown kind. */
export const durationOf = (kind: string): number => durationsByKind.get(kind) ?? 500

type DrawnNode = { readonly type?: unknown; readonly data?: unknown }

/** The type of a drawn node: `data.type` if it is set, else `type`. */
export function drawnType({ type, data }: DrawnNode): string {
  const named = isObject(data) ? data['type'] : undefined
  if (typeof named === 'string' && named !== '') return named
  return typeof type === 'string' ? type : ''
}

/** The kind of a node in the profile `deployed-0.8`, which does not know `httpRequest` (F-010). */
export const strictKindOf = (node: DrawnNode): string =>
  drawnType(node).replaceAll(/[- ]/g, '_').toUpperCase()

/** The kind of a node, from its type: `HTTP_REQUEST` for `httpRequest`. */
export const kindOf = (node: DrawnNode): string =>
  strictKindOf({ type: drawnType(node).replaceAll(/([a-z])([A-Z])/g, '$1_$2') })

/** Converts a short type such as `http` to the type in a drawn blueprint, such as `httpRequest`. */
export const toEditorType = (type: string): string => rowsByShortType.get(type)?.[1] ?? type

/** The type of a node in events, such as `CONDITION_BRANCH`. */
export function eventTypeOf({ type, data }: DrawnNode): string {
  const named = isObject(data) ? data['type'] : undefined
  if (typeof named === 'string') return named
  return rowsByShortType.get(String(type))?.[0] ?? kindOf({ type })
}

export const isShortType = (type: string): boolean => rowsByShortType.has(type)

/** The default duration of a node of the short dialect, in script milliseconds. */
export const durationOfShortType = (type: string): number =>
  durationOf(rowsByShortType.get(type)?.[0] ?? '')

/** Whether a node has a type or a field that only an editor writes. */
export const isDrawnNode = ({ type, data }: DrawnNode): boolean =>
  drawnOnlyTypes.has(String(type)) || (isObject(data) && typeof data['type'] === 'string')

/** Describes the problem with the type of a node; null if the kind is known. */
export function findTypeProblem(
  node: DrawnNode & { readonly id?: unknown },
  kind = strictKindOf(node),
): string | null {
  const type = drawnType(node)
  if (type === '') return `Node ${String(node.id)} has no type`
  if (nodeKinds.includes(kind)) return null
  return `Node ${String(node.id)} has the unknown type ${type}; valid types: ${nodeKinds.join(', ')}`
}
