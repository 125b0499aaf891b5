import type { PlainRequest, PlainResponse } from '../../../contract/plain-http.ts'
import { decodeSegment } from '../../../contract/operations/path-table.ts'

const worldPath = /^\/w\/([^/]+)(\/.*)$/

/**
 * Splits a path into the world in the prefix `/w/<name>` and the rest; `undefined` without the
 * prefix.
 */
export function worldFromPath(
  path: string,
): { readonly name: string; readonly rest: string } | undefined {
  const [, name, rest] = worldPath.exec(path) ?? []
  return name === undefined || rest === undefined ? undefined : { name: decodeSegment(name), rest }
}

/** Matches the paths of the control API; captures the world and the path below `/__control`. */
export const controlPath = /^(?:\/w\/([^/]+))?\/__control(\/.*)?$/

/**
 * Returns which probe a request is: `health` (alive) or `ready`; `undefined` for other requests.
 */
export function probeOf({ method, path }: PlainRequest): 'health' | 'ready' | undefined {
  const [, , below] = (method === 'GET' && controlPath.exec(path)) || []
  return below === '/health' ? 'health' : below === '/ready' ? 'ready' : undefined
}

/**
 * Responds to a probe. Everyone may send one, because the response reveals nothing about the
 * worlds.
 */
export const probeResponse = (probe: 'health' | 'ready', isReady: boolean): PlainResponse => ({
  status: probe === 'ready' && !isReady ? 503 : 200,
  headers: { 'content-type': 'application/json' },
  body: `{"status":"${probe === 'health' ? 'ok' : isReady ? 'ready' : 'draining'}"}`,
})

/** Matches the paths of the OpenAPI document, which belongs to no world. */
export const openApiPath = /^(?:\/w\/[^/]+)?\/openapi\.json$/
