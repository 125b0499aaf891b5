import { formatCount } from '../../contract/format-count.ts'
import { isSameJson, type JsonObject, objectIn, objectsIn } from '../../contract/json.ts'
import { ApiError } from '../world/api-error.ts'
import { drawnType, kindOf, strictKindOf, findTypeProblem } from './node-kinds.ts'

type DrawnNode = JsonObject & { readonly data: JsonObject; readonly kind: string }
type DrawnEdge = { readonly source: string; readonly target: string }
type Warning = { readonly node_id: string; readonly code: string; readonly message: string }

/** The result of the checks that a deployment with an editor runs on a drawn blueprint. */
export type BlueprintChecks = {
  /** The first error; null if the blueprint can run. */
  readonly error: string | null
  readonly warnings: readonly Warning[]
  readonly node_count: number
  readonly edge_count: number
  /** The ids of the nodes in the order of a run. */
  readonly topology_order: readonly string[]
  readonly execution_plan: readonly object[]
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
const nodesIn = (blueprint: unknown) => objectsIn(objectIn(blueprint)['nodes'])
const edgesIn = (blueprint: unknown) => objectsIn(objectIn(blueprint)['edges'])
const dataOf = ({ data }: JsonObject): JsonObject => objectIn(data)

/**
 * Checks a blueprint in the same order as the deployment. A strict check rejects types with inner
 * capitals, such as `httpRequest`, as the profile `deployed-0.8` does (F-010).
 */
export function checkDrawnBlueprint(blueprint: unknown, isStrict = false): BlueprintChecks {
  const nodes = nodesIn(blueprint).map((node) => ({
    ...node,
    data: dataOf(node),
    kind: isStrict ? strictKindOf(node) : kindOf(node),
  }))
  const edges = edgesIn(blueprint) as unknown as DrawnEdge[]
  const order = topologyOf(nodes, edges)
  const error = findBlueprintError(nodes, edges, order)
  return { error, ...(error === null ? planOf(nodes, edges, order) : planOf([], [], [])) }
}

function planOf(
  nodes: readonly DrawnNode[],
  edges: readonly DrawnEdge[],
  order: readonly string[],
): Omit<BlueprintChecks, 'error'> {
  const warnings = [...findWarnings(nodes, edges)]
  const warned = new Set(warnings.map(({ node_id }) => node_id))
  const kinds = new Map(nodes.map((node) => [nodeIdOf(node), node.kind]))
  return {
    warnings,
    node_count: nodes.length,
    edge_count: edges.length,
    topology_order: order,
    execution_plan: order.map((node_id, position) => ({
      node_id,
      node_type: kinds.get(node_id),
      position,
      has_warnings: warned.has(node_id),
    })),
  }
}

/**
 * Creates the error for an invalid blueprint. Its code has the error, unless there are no nodes
 * (F-012).
 */
export const drawnBlueprintError = (blueprint: unknown, error: string): ApiError =>
  nodesIn(blueprint).length === 0
    ? new ApiError('request-senseless', 'Blueprint empty', { code: 'blueprint_empty' })
    : new ApiError('request-senseless', error, { code: `invalid_blueprint: ${error}` })

/** Throws `request-senseless` for an invalid blueprint. */
export function requireDrawnBlueprint(blueprint: unknown, isStrict: boolean): void {
  const { error } = checkDrawnBlueprint(blueprint, isStrict)
  if (error !== null) throw drawnBlueprintError(blueprint, error)
}

const nodeIdOf = (node: JsonObject): string => textIn(node['id'])

function findBlueprintError(
  nodes: readonly DrawnNode[],
  edges: readonly DrawnEdge[],
  order: readonly string[],
): string | null {
  if (nodes.length === 0) return 'Blueprint has no nodes'
  const ids = new Set<string>()
  for (const node of nodes) {
    const id = nodeIdOf(node)
    if (id === '') return 'A node has no id'
    if (ids.has(id)) return `Duplicate node id: ${id}`
    ids.add(id)
  }
  for (const node of nodes) {
    const problem = findTypeProblem(node, node.kind)
    if (problem !== null) return problem
  }
  const starts = nodes.filter(({ kind }) => kind === 'START').length
  if (starts === 0) return 'Blueprint has no START node'
  if (starts > 1) return 'Blueprint has more than one START node'
  if (!nodes.some(({ kind }) => kind === 'END')) return 'Blueprint has no END node'
  for (const { source, target } of edges)
    if (textIn(source) === '' || textIn(target) === '') return 'An edge has no source or no target'
  for (const { source, target } of edges)
    for (const id of [source, target])
      if (!ids.has(id)) return `An edge refers to the unknown node ${id}`
  return order.length < ids.size ? 'Blueprint has a cycle' : null
}

/** Sorts the node ids so that each comes after its predecessors. Ties are sorted by id. */
function topologyOf(nodes: readonly DrawnNode[], edges: readonly DrawnEdge[]): readonly string[] {
  const waiting = new Map(nodes.map((node) => [nodeIdOf(node), 0]))
  for (const { target } of edges) waiting.set(target, (waiting.get(target) ?? 0) + 1)
  const outgoing = Map.groupBy(edges, ({ source }) => source)
  const order: string[] = []
  let ready = nodes.map(nodeIdOf).filter((id) => waiting.get(id) === 0)
  while (ready.length > 0) {
    const [next = '', ...others] = ready.toSorted()
    order.push(next)
    ready = others
    for (const { target } of outgoing.get(next) ?? []) {
      const left = (waiting.get(target) ?? 0) - 1
      waiting.set(target, left)
      if (left === 0) ready.push(target)
    }
  }
  return order
}

/** For each kind of node: the codes of the warnings for missing fields. A code names its field. */
const missingFieldCodes: Readonly<Record<string, readonly string[]>> = {
  CONDITION_BRANCH: ['empty_conditions'],
  QUESTION_CLASSIFIER: ['empty_classes'],
  LLM: ['empty_prompt'],
  CODE_EXECUTION: ['empty_code'],
  LIST_OPERATION: ['missing_input_variable'],
  TRANSFORM: ['missing_input_variable', 'empty_operations'],
  DOCUMENT_EXTRACTOR: ['missing_input_variable'],
  QUESTION_UNDERSTANDING: ['missing_input_variable'],
  ITERATOR: ['missing_list_variable'],
  LOOP: ['missing_condition'],
  HUMAN_INTERVENTION: ['empty_prompt_message'],
  PARAMETER_EXTRACTOR: ['missing_input_text', 'empty_parameters'],
  MCP: ['missing_server_id', 'missing_tool_name'],
  BUILTIN_TOOL: ['missing_tool_id'],
  SUB_WORKFLOW: ['missing_workflow_id'],
  ENV: ['missing_env_keys'],
}

const fieldOfCode = (code: string): string =>
  code === 'empty_prompt' ? 'prompt_template' : code.replace(/^(empty|missing)_/, '')

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) ? value.length === 0 : value === '')

function* findWarnings(
  nodes: readonly DrawnNode[],
  edges: readonly DrawnEdge[],
): Generator<Warning> {
  const warning = (node: DrawnNode, code: string): Warning => ({
    node_id: nodeIdOf(node),
    code,
    message: `${textIn(node.data['label']) || nodeIdOf(node)}: ${code.replaceAll('_', ' ')}`,
  })
  const start = nodes.find(({ kind }) => kind === 'START')
  const sources = new Set(edges.map(({ source }) => source))
  const targets = new Set(edges.map(({ target }) => target))
  const reached = start === undefined ? new Set<string>() : reachableNodes(nodeIdOf(start), edges)
  for (const node of nodes) {
    const id = nodeIdOf(node)
    const [hasIncoming, hasOutgoing] = [targets.has(id), sources.has(id)]
    if (node.kind === 'START' && !hasOutgoing) yield warning(node, 'start_no_outgoing')
    else if (node.kind === 'END' && !hasIncoming) yield warning(node, 'end_no_incoming')
    else if (node.kind !== 'START' && node.kind !== 'END' && !hasIncoming && !hasOutgoing)
      yield warning(node, 'disconnected_node')
    if (node.kind === 'END' && !reached.has(id)) yield warning(node, 'end_unreachable')
    for (const code of missingFieldCodes[node.kind] ?? [])
      if (isEmpty(node.data[fieldOfCode(code)])) yield warning(node, code)
    const { operation } = node.data
    if (node.kind === 'LIST_OPERATION' && (operation === 'filter' || operation === 'map'))
      if (isEmpty(node.data['expression'])) yield warning(node, 'missing_expression')
  }
}

function reachableNodes(start: string, edges: readonly DrawnEdge[]): ReadonlySet<string> {
  const outgoing = Map.groupBy(edges, ({ source }) => source)
  const reached = new Set([start])
  for (const id of reached) for (const { target } of outgoing.get(id) ?? []) reached.add(target)
  return reached
}

/** Describes the differences between two blueprints: `Added 2 nodes (Start, End), Added 1 edge`. */
export function describeChanges(before: unknown, after: unknown): string {
  const [old, now] = [nodesById(before), nodesById(after)]
  const added = [...now.values()].filter((node) => !old.has(nodeIdOf(node)))
  const removed = [...old.values()].filter((node) => !now.has(nodeIdOf(node)))
  const changed = (field: string) =>
    [...now.values()].filter((node) => {
      const was = old.get(nodeIdOf(node))
      return was !== undefined && !isSameJson(node[field], was[field])
    })
  const [oldEdges, nowEdges] = [edgeKeysIn(before), edgeKeysIn(after)]
  const parts = [
    nodesPart('Added', added),
    nodesPart('Removed', removed),
    nodesPart('Modified', changed('data')),
    countPhrase('Repositioned', changed('position').length, 'node'),
    countPhrase('Added', nowEdges.difference(oldEdges).size, 'edge'),
    countPhrase('Removed', oldEdges.difference(nowEdges).size, 'edge'),
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'No changes' : parts.join(', ')
}

const nodesById = (blueprint: unknown) =>
  new Map(nodesIn(blueprint).map((node) => [nodeIdOf(node), node] as const))
const edgeKeysIn = (blueprint: unknown) => new Set(edgesIn(blueprint).map(edgeKey))
const edgeKey = ({ source, target, sourceHandle, targetHandle }: JsonObject): string =>
  JSON.stringify([source, target, sourceHandle ?? null, targetHandle ?? null])
const labelOf = (node: JsonObject): string => textIn(dataOf(node)['label']) || drawnType(node)

const countPhrase = (verb: string, count: number, what: string): string =>
  count === 0 ? '' : `${verb} ${formatCount(count, what)}`

function nodesPart(verb: string, nodes: readonly JsonObject[]): string {
  const labels = nodes.toSorted((a, b) => (nodeIdOf(a) < nodeIdOf(b) ? -1 : 1)).map(labelOf)
  return nodes.length === 0
    ? ''
    : `${countPhrase(verb, nodes.length, 'node')} (${labels.join(', ')})`
}

const objectSchema = (fields: Iterable<readonly [string, object]>) => ({
  type: 'object',
  properties: Object.fromEntries(fields),
})

/** The input and output schemas of a blueprint. A schema is null if nothing is declared for it. */
export function schemasOf(blueprint: unknown): {
  readonly input: unknown
  readonly output: unknown
} {
  const nodes = nodesIn(blueprint)
  const start = nodes.find((node) => kindOf(node) === 'START')
  const variables = objectsIn(start && dataOf(start)['variables'])
  const properties = variables.map(({ name, type, default_value: value }): [string, object] => [
    textIn(name),
    {
      type: textIn(type) || 'string',
      ...(value !== undefined && value !== null && { default: value }),
    },
  ])
  const required = variables.filter((one) => one['required'] === true).map(({ name }) => name)
  const keys = nodes
    .filter((node) => kindOf(node) === 'END')
    .flatMap((node) => Object.keys(objectIn(dataOf(node)['output_mapping'])))
  const input = { ...objectSchema(properties), ...(required.length > 0 && { required }) }
  const output = objectSchema(keys.map((key) => [key, { type: 'string' }]))
  return {
    input: variables.length === 0 ? null : input,
    output: keys.length === 0 ? null : output,
  }
}

/** For each kind of node: variables that the editor shows besides `output`, with types (F-075). */
const extraOutputsByKind: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CONDITION_BRANCH: { active_handle: 'string' },
  QUESTION_CLASSIFIER: { active_handle: 'string' },
  KNOWLEDGE_RETRIEVAL: { results: 'array' },
  HTTP_REQUEST: { status_code: 'number', headers: 'object' },
  ITERATOR: { current_item: 'any', current_index: 'number', results: 'array', count: 'number' },
  LOOP: { iterations: 'number', loop_index: 'number' },
  // The editor shows a variable whose name is literally `output_variable`.
  SUB_WORKFLOW: { output_variable: 'object' },
  ENV: { output_variable: 'object' },
}

/** The variables that each node of a drawn blueprint provides to later nodes. */
export function variablesOf(blueprint: unknown): Readonly<Record<string, object>> {
  return Object.fromEntries(
    nodesIn(blueprint).map((node) => {
      const data = dataOf(node)
      const kind = kindOf(node)
      const title = textIn(data['title']) || textIn(data['label']) || nodeIdOf(node)
      const outputs = outputsOf(kind, data).map(([name, type]) => ({ name, type, description: '' }))
      return [nodeIdOf(node), { node_type: drawnType(node), title, outputs }]
    }),
  )
}

function outputsOf(kind: string, data: JsonObject): (readonly [name: string, type: string])[] {
  if (kind === 'END') return []
  if (kind !== 'START')
    return [['output', 'any'], ...Object.entries(extraOutputsByKind[kind] ?? {})]
  const variables = objectsIn(data['variables'] ?? objectIn(data['input_schema'])['variables'])
  const named = variables.map(({ name, type }) => [textIn(name), textIn(type) || 'string'] as const)
  return [['output', 'object'], ...named]
}
