import type {
  Blueprint,
  BlueprintReport,
  WorkflowEdge,
  WorkflowNode,
} from '../../../contract/records/workflow.ts'
import { ApiError } from '../../world/api-error.ts'
import { isKnownType, nodeData } from './node-types.ts'

type Finding = BlueprintReport['errors'][number]

/** What keeps a blueprint from being run, and what is merely odd about it. */
export function validateBlueprint(blueprint: Blueprint): BlueprintReport {
  const errors = [...findErrors(blueprint)]
  return { valid: errors.length === 0, errors, warnings: [...findWarnings(blueprint)] }
}

/** Throws `request-senseless`, with the reason, for a blueprint that can't be run. */
export function requireValidBlueprint(blueprint: Blueprint): void {
  const [error] = validateBlueprint(blueprint).errors
  if (error !== undefined) throw new ApiError('request-senseless', error.message)
}

const finding = (node_id: string | null, message: string): Finding => ({ node_id, message })

function* findErrors(blueprint: Blueprint): Generator<Finding> {
  const { nodes, edges } = blueprint
  if (nodes.length === 0) yield finding(null, 'The blueprint has no nodes.')
  const ids = new Set<string>()
  for (const { id, data } of nodes) {
    if (ids.has(id)) yield finding(id, `Two nodes have the id \`${id}\`.`)
    if (id === 'inputs')
      yield finding(id, 'No node can be called `inputs`: templates mean the inputs.')
    ids.add(id)
    const [issue] = nodeData.safeParse(data ?? {}).error?.issues ?? []
    if (issue !== undefined)
      yield finding(id, `The data of node \`${id}\` can't be read at \`${issue.path.join('.')}\`.`)
  }
  const missing = new Set(edges.flatMap(({ source, target }) => [source, target])).difference(ids)
  for (const id of missing) yield finding(id, `An edge leads to \`${id}\`, which is no node.`)
  if (missing.size === 0 && sortNodes(blueprint).length < ids.size)
    yield finding(null, 'The edges of the blueprint make a circle.')
}

function* findWarnings({ nodes }: Blueprint): Generator<Finding> {
  for (const { id, type, data } of nodes) {
    if (!isKnownType(type))
      yield finding(id, `Nodes of the type \`${type}\` only pass on what they are given.`)
    if (type === 'condition' && (data?.['condition'] ?? null) === null)
      yield finding(id, `The condition \`${id}\` asks nothing, so it always holds.`)
  }
}

/** The edges that lead to each node, by its id. */
export const incomingEdges = ({ edges }: Blueprint): ReadonlyMap<string, readonly WorkflowEdge[]> =>
  Map.groupBy(edges, ({ target }) => target)

/** The nodes so that each comes after those that lead to it; nodes of a circle are left out. */
export function sortNodes(blueprint: Blueprint): WorkflowNode[] {
  const leadsOn = Map.groupBy(blueprint.edges, ({ source }) => source)
  const into = incomingEdges(blueprint)
  const open = new Map(blueprint.nodes.map(({ id }) => [id, into.get(id)?.length ?? 0]))
  const byId = new Map(blueprint.nodes.map((node) => [node.id, node]))
  const ready = blueprint.nodes.filter(({ id }) => open.get(id) === 0)
  for (const { id } of ready) {
    for (const { target } of leadsOn.get(id) ?? []) {
      const left = (open.get(target) ?? 0) - 1
      open.set(target, left)
      const node = byId.get(target)
      if (left === 0 && node !== undefined) ready.push(node)
    }
  }
  return ready
}
