import { type EndpointId, endpointIds, endpoints } from '../../contract/endpoints.ts'
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
  const byText = Map.groupBy(endpointIds, (id) => fill(endpoints[id].path, path))
  const spellings = [path, `/api${path}`, path.replace(/^\/api\/v\d+/, '/api')]
  const found = new Set<string>()
  for (const spelling of spellings) {
    const left = [...byText.keys()].filter((text) => !found.has(text))
    const best = nearest(spelling, left)
    if (best !== undefined) found.add(best)
  }
  return [...found]
    .flatMap((text) => byText.get(text) ?? [])
    .slice(0, mostOffered)
    .map(nameOf)
}

const nameOf = (id: EndpointId) => `${endpoints[id].method} ${endpoints[id].path}`

/** A path of the contract with its parameters as they stand at the same places of another. */
function fill(template: string, path: string): string {
  const given = path.split('/')
  const parts = template.split('/')
  return parts
    .map((part, at) =>
      part.startsWith('{') ? (given[at + given.length - parts.length] ?? part) : part,
    )
    .join('/')
}
