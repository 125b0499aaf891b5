import type {
  Blueprint,
  BlueprintReport,
  WorkflowEdge,
  WorkflowNode,
} from '../../../contract/records/workflow.ts'
import { ApiError } from '../../world/api-error.ts'
import type { Behaviour } from '../../world/behaviour.ts'
import { drawnBlueprintError } from '../drawn-blueprint.ts'
import { isDrawnNode, isNodeKind, kindOf } from '../node-kinds.ts'
import { isKnownType, nodeDataSchema } from './node-types.ts'

type Finding = BlueprintReport['errors'][number]

/** Returns the errors and warnings of a blueprint. A blueprint with errors cannot run. */
export function validateBlueprint(blueprint: Blueprint): BlueprintReport {
  const errors = [...findErrors(blueprint)]
  return { valid: errors.length === 0, errors, warnings: [...findWarnings(blueprint)] }
}

/** Throws `request-senseless`, with the reason, for a blueprint that can't be run. */
export function requireValidBlueprint({ policy }: Behaviour, blueprint: Blueprint): void {
  const [error] = validateBlueprint(blueprint).errors
  if (error === undefined) return
  if (policy.workflows.isEditorDialect) throw drawnBlueprintError(blueprint, error.message)
  throw new ApiError('request-senseless', error.message)
}

const createFinding = (node_id: string | null, message: string): Finding => ({ node_id, message })

function* findErrors(blueprint: Blueprint): Generator<Finding> {
  const { nodes, edges } = blueprint
  const isOfEditor = nodes.some(isDrawnNode)
  if (nodes.length === 0) yield createFinding(null, 'The blueprint has no nodes.')
  const ids = new Set<string>()
  for (const { id, data } of nodes) {
    if (ids.has(id)) yield createFinding(id, `Two nodes have the id \`${id}\`.`)
    if (id === 'inputs')
      yield createFinding(
        id,
        'The id `inputs` is reserved: templates use it for the inputs of the run.',
      )
    ids.add(id)
    const [issue] = nodeDataSchema.safeParse(data ?? {}).error?.issues ?? []
    if (issue !== undefined && !isOfEditor)
      yield createFinding(
        id,
        `The \`data\` of node \`${id}\` is invalid at \`${issue.path.join('.')}\`.`,
      )
  }
  const missing = new Set(edges.flatMap(({ source, target }) => [source, target])).difference(ids)
  for (const id of missing)
    yield createFinding(id, `An edge refers to the node \`${id}\`, which does not exist.`)
  if (missing.size === 0 && sortNodes(blueprint).length < ids.size)
    yield createFinding(null, 'The edges of the blueprint form a cycle.')
}

function* findWarnings({ nodes }: Blueprint): Generator<Finding> {
  for (const { id, type, data } of nodes) {
    if (!isKnownType(type) && !isNodeKind(kindOf({ type, data })))
      yield createFinding(
        id,
        `The node type \`${type}\` is unknown: the node passes its inputs through.`,
      )
    if (type === 'condition' && (data?.['condition'] ?? null) === null)
      yield createFinding(id, `The condition \`${id}\` is empty, so it is always true.`)
  }
}

/** The incoming edges of each node, by its id. */
export const incomingEdges = ({ edges }: Blueprint): ReadonlyMap<string, readonly WorkflowEdge[]> =>
  Map.groupBy(edges, ({ target }) => target)

/** Sorts the nodes so that each comes after its predecessors. Nodes of a cycle are left out. */
export function sortNodes(blueprint: Blueprint): WorkflowNode[] {
  const outgoing = Map.groupBy(blueprint.edges, ({ source }) => source)
  const incoming = incomingEdges(blueprint)
  const openEdges = new Map(blueprint.nodes.map(({ id }) => [id, incoming.get(id)?.length ?? 0]))
  const byId = new Map(blueprint.nodes.map((node) => [node.id, node]))
  const ready = blueprint.nodes.filter(({ id }) => openEdges.get(id) === 0)
  for (const { id } of ready) {
    for (const { target } of outgoing.get(id) ?? []) {
      const left = (openEdges.get(target) ?? 0) - 1
      openEdges.set(target, left)
      const node = byId.get(target)
      if (left === 0 && node !== undefined) ready.push(node)
    }
  }
  return ready
}
