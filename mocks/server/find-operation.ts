import { memoizeByObject } from '../../contract/memoize.ts'
import { operations } from '../../contract/operations.ts'
import type { Operation } from '../../contract/operations/operation.ts'
import { methodTable } from '../../contract/operations/path-table.ts'
import type { Families } from '../../contract/profile/own-operations.ts'
import type { PlainRequest, PlainResponse } from '../../contract/plain-http.ts'
import { createLinearMatcher } from '../platform/chat/pattern-engine.ts'
import { ownOperations } from '../platform/custom/own-operations.ts'
import type { OwnOperation } from '../platform/custom/own-row.ts'
import { ApiError } from '../world/api-error.ts'
import type { Behaviour } from '../world/behaviour.ts'
import type { World } from '../world/world.ts'
import type { IncomingRequest, OwnMatch, PathMatch } from './request/incoming-request.ts'

/**
 * Creates the error for an operation that the deployment lacks: 404, or 405 if the path has other
 * methods.
 */
export function unknownOperationError(incoming: IncomingRequest, behaviour: Behaviour): ApiError {
  const { request } = incoming
  const methods = supportedMethods(incoming, behaviour)
  if (methods.length === 0) return unknownRouteError(request)
  const message = `${request.path} supports ${methods.join(', ')}, not ${request.method}.`
  const allow = behaviour.policy.http.allowed(methods).join(', ')
  return new ApiError('method-unknown', message, { headers: { allow } })
}

const unknownRouteError = ({ path }: PlainRequest) =>
  new ApiError('route-unknown', `There is no operation at ${path}.`)

/** The methods that a path supports, including those of the profile. */
function supportedMethods(
  { match, own }: IncomingRequest,
  { absent }: Behaviour,
): readonly string[] {
  const ofContract = [...match.operations].filter(([, id]) => !absent.has(id))
  return [...new Set([...ofContract.map(([method]) => method), ...(own.at?.value.keys() ?? [])])]
}

/**
 * Handles a known path with a slash at its end: returns a redirect if the deployment redirects, or
 * throws an `ApiError` if the deployment responds with 404.
 */
export function answerTrailingSlash(
  incoming: IncomingRequest,
  behaviour: Behaviour,
): PlainResponse | undefined {
  const { trailingSlash } = behaviour.policy.http
  const { request } = incoming
  if (trailingSlash === 'served') return undefined
  if (supportedMethods(incoming, behaviour).length === 0) return undefined
  if (trailingSlash === 'missing') throw unknownRouteError(request)
  const query = request.query === '' ? '' : `?${request.query}`
  const [name = ''] = request.path.split('/').slice(-2)
  // The location is relative, because a proxy in front of the server may add a path prefix.
  const location = `../${name}${query}`
  return { status: 307, headers: { location }, body: undefined }
}

/** The result of `findOwnOperation` for a profile without operations. */
export const noOwnOperation: IncomingRequest['own'] = { at: undefined, operation: undefined }

/** Finds the operations that a profile adds at a path, and which of them the method selects. */
export function findOwnOperation(
  families: Families,
  method: string,
  match: PathMatch,
  world: World,
): IncomingRequest['own'] {
  const at = ownOperationTable(families).find(match.path)
  return { at, operation: at && selectOwnOperation(at, method, match, world) }
}

/**
 * Selects the operation of a profile that a request calls, unless the contract takes precedence.
 * The profile takes precedence if the contract has no operation at this path, if the deployment
 * lacks that operation, or if the contract has a parameter where the profile has text.
 */
function selectOwnOperation(
  own: OwnMatch,
  method: string,
  match: PathMatch,
  world: World,
): OwnOperation | undefined {
  const operation = own.value.get(method)
  const id = match.operations.get(method)
  if (operation === undefined || id === undefined) return operation
  if (world.behaviour(id).absent.has(id)) return operation
  return isMoreLiteral(operation.row.path, operations[id].path) ? operation : undefined
}

/** Whether `path` has text at the first segment where only one of the two paths has a parameter. */
function isMoreLiteral(path: string, other: string): boolean {
  const others = other.split('/')
  const at = path
    .split('/')
    .findIndex((segment, index) => isLiteralSegment(segment) !== isLiteralSegment(others[index]))
  return at >= 0 && isLiteralSegment(path.split('/')[at])
}

const isLiteralSegment = (segment = '') => !segment.startsWith('{')

/**
 * Returns the maximum body size if the request calls an upload operation of the profile; otherwise
 * `undefined`.
 */
export function uploadLimit(world: World, method: string, match: PathMatch): number | undefined {
  const { operations: families } = world.profile
  const { operation } = families ? findOwnOperation(families, method, match, world) : noOwnOperation
  return operation?.fileField === undefined ? undefined : operation.row.bodyBytes
}

const ownOperationTable = memoizeByObject((families: Families) => {
  const matchers = new Map<string, ReturnType<typeof createLinearMatcher>>()
  const matches = (pattern: string, text: string) => {
    const matcher = matchers.get(pattern) ?? createLinearMatcher(pattern)
    matchers.set(pattern, matcher)
    return matcher.test(text)
  }
  return methodTable(
    ownOperations(families, matches).map((operation): [string, string, OwnOperation] => {
      const { method, path }: Operation = operation.row
      return [method, path, operation]
    }),
  )
})
