import type { OperationId } from '../../contract/operations.ts'
import type { PlainRequest, PlainResponse } from '../../recording/exchange.ts'
import { ApiError } from '../world/api-error.ts'
import type { Behaviour } from '../world/behaviour.ts'
import type { IncomingRequest } from './request/incoming-request.ts'

/** The method whose operation handles a request: some deployments handle `HEAD` like `GET`. */
export const handledMethod = ({ method }: PlainRequest, { policy }: Behaviour): string =>
  method === 'HEAD' && policy.http.answersHead ? 'GET' : method

/** The operation, if the deployment has it. Throws an `ApiError`: 404, or 405 for another method. */
export function requireOperation(incoming: IncomingRequest, behaviour: Behaviour): OperationId {
  const { operationId, request } = incoming
  if (operationId !== undefined && !behaviour.absent.has(operationId)) return operationId
  const methods = methodsAt(incoming, behaviour)
  if (methods.length === 0) throw unknownRoute(request)
  const message = `${request.path} supports ${methods.join(', ')}, not ${request.method}.`
  const allow = behaviour.policy.http.allowed(methods).join(', ')
  throw new ApiError('method-unknown', message, { headers: { allow } })
}

const unknownRoute = ({ path }: PlainRequest) =>
  new ApiError('route-unknown', `There is no operation at ${path}.`)

/** The methods that a path supports, those of the profile included. */
function methodsAt({ match, own }: IncomingRequest, { absent }: Behaviour): readonly string[] {
  const ofContract = [...match.operations].filter(([, id]) => !absent.has(id))
  return [...new Set([...ofContract.map(([method]) => method), ...(own.at?.value.keys() ?? [])])]
}

/**
 * The redirect from a known path with a slash at its end, in a deployment that has one. Throws an
 * `ApiError` where such a path is unknown.
 */
export function answerTrailingSlash(
  incoming: IncomingRequest,
  behaviour: Behaviour,
): PlainResponse | undefined {
  const { trailingSlash } = behaviour.policy.http
  const { match, request } = incoming
  if (trailingSlash === 'served' || !match.path.endsWith('/')) return undefined
  if (methodsAt(incoming, behaviour).length === 0) return undefined
  if (trailingSlash === 'missing') throw unknownRoute(request)
  const query = request.query === '' ? '' : `?${request.query}`
  const location = request.path.slice(0, -1) + query
  return { status: 307, headers: { location }, body: undefined }
}
