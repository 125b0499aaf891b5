import { type OperationId, operationIds, operations } from '../../contract/operations.ts'
import { nearest } from '../../contract/nearest.ts'
import type { Refusal } from './refusal.ts'

/** How many operations are offered instead. */
const mostOffered = 3

/** Why a path leads nowhere, and which operations are nearest to it. */
export function explainUnknownRoute({ call, matched, world }: Refusal): string {
  const [left] = matched.operations.values()
  if (left !== undefined)
    return `the profile \`${world.profile.name}\` leaves out \`${left}\`, which the contract has here`
  const near = nearestOperations(matched.path)
  const offer = near.length === 0 ? 'and none is near' : `nearest: ${near.join(', ')}`
  return `there is no operation at ${call.path}; ${offer}`
}

/** The operations whose paths are most like this one, as `GET /api/agents/{agent_id}`. */
function nearestOperations(path: string): readonly string[] {
  const found = new Set<OperationId>()
  for (const spelling of spellingsOf(path)) {
    const depth = spelling.split('/').length
    const alike = operationIds.filter((id) => operations[id].path.split('/').length === depth)
    const byText = Map.groupBy(alike, (id) => fill(operations[id].path, spelling))
    const best = nearest(spelling, [...byText.keys()])
    for (const id of byText.get(best ?? '') ?? []) found.add(id)
  }
  return [...found].slice(0, mostOffered).map(nameOf)
}

/** The path as it was called, and as it may have been meant. */
function spellingsOf(path: string): ReadonlySet<string> {
  const meant = path.startsWith('/api/') ? path.replace(/^\/api\/v\d+/, '/api') : `/api${path}`
  return new Set([meant, path, path.replace(/\/[^/]*$/, '')])
}

const nameOf = (id: OperationId) => `${operations[id].method} ${operations[id].path}`

/** A path of the contract with its parameters as they stand at the same places of another. */
function fill(template: string, path: string): string {
  const given = path.split('/')
  return template
    .split('/')
    .map((part, at) => (part.startsWith('{') ? (given[at] ?? part) : part))
    .join('/')
}
