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

/**
 * Reads the world name from the header. Clients send UTF-8, but servers read each byte as a
 * character.
 */
export function worldFromHeader(request: Pick<PlainRequest, 'header'>): string | undefined {
  const name = request.header('x-understudy-world')
  if (name === undefined || /^[ -~]*$|[\u0100-\uffff]/.test(name)) return name
  const bytes = Uint8Array.from(name, (character) => character.charCodeAt(0))
  const text = new TextDecoder().decode(bytes)
  return text.includes('\ufffd') ? name : text
}

/**
 * With this header, which the console sends, a request to a missing world is refused instead of
 * creating the world.
 */
export const existingWorldHeader = 'x-understudy-existing'

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
