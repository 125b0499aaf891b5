import { type OperationId, operationIds, operations } from './operations.ts'

type Pattern = { readonly id: OperationId; readonly method: string; readonly segments: string[] }

const patterns: readonly Pattern[] = operationIds.map((id) => {
  const { method, path } = operations[id]
  return { id, method, segments: path.split('/') }
})

const isParameter = (segment: string): boolean => segment.startsWith('{')

/**
 * The operation of the contract that a request calls, as profiles name it under `at`; `undefined`
 * for a request to no such operation.
 * @example
 * operationOfRequest('GET', '/api/agents/42?expand=tools') // 'agents.read'
 */
export function operationOfRequest(method: string, path: string): OperationId | undefined {
  const segments = path.replace(/[?#].*/s, '').split('/')
  const matching = patterns.filter(
    (pattern) =>
      pattern.method === method &&
      pattern.segments.length === segments.length &&
      pattern.segments.every(
        (segment, place) => isParameter(segment) || segment === segments[place],
      ),
  )
  const parameters = (pattern: Pattern) => pattern.segments.filter(isParameter).length
  // A literal segment, such as `discover-chats`, comes before a parameter.
  return matching.toSorted((a, b) => parameters(a) - parameters(b))[0]?.id
}

/** The name of an operation in a profile, such as `GET /api/agents/{agent_id}`. */
export const operationName = (id: OperationId): string =>
  `${operations[id].method} ${operations[id].path}`
