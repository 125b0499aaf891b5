import { openApi } from '../../contract/openapi/document.ts'
import type { Profile } from '../../contract/picks.ts'
import type { PlainRequest, PlainResponse } from '../../contract/plain-http.ts'
import { ownOperations } from '../platform/custom/own-operations.ts'
import { withCors } from './request/response-headers.ts'
import { worldFromPath } from './request/routing.ts'

let contractText: string | undefined

/**
 * Responds with the contract as an OpenAPI document, which the first request creates. Below
 * `/w/<name>`, it also has the operations of that world's profile.
 */
export function openApiResponse(
  request: PlainRequest,
  profileOf: (world: string) => Profile | undefined,
): PlainResponse {
  const { name: world } = worldFromPath(request.path) ?? {}
  const families = world === undefined ? undefined : profileOf(world)?.operations
  return withCors(request, {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body:
      families === undefined
        ? (contractText ??= JSON.stringify(openApi()))
        : JSON.stringify(openApi(ownOperations(families, () => true))),
  })
}
