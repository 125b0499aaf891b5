import { ownLimits } from '../../contract/limits.ts'
import { objectIn, parseBody } from '../../contract/json.ts'
import type { PlainRequest } from '../../contract/plain-http.ts'
import { tagInKey, worldTag } from '../world/api-keys.ts'
import { decodeJwt } from '../world/sessions.ts'
import { credentialFields, matchPath, readCredentials, worldFromHeader } from './receive-request.ts'
import { decodeSegment } from '../../contract/operations/path-table.ts'
import { controlPath } from './request/routing.ts'
import { readVisitorCookies } from './request/visitor-cookie.ts'

/** The parts of a request that can name its world, except the body. */
export type RequestHead = Pick<PlainRequest, 'method' | 'path' | 'header'>

export type RequestTagOptions = {
  /** The text of the body. Only needed if `needsBody` returns true. */
  readonly body?: string | undefined
  /** Whether the cookie of a demo visitor selects the world. Only in requests from a page of this server. */
  readonly readsCookie?: boolean | undefined
}

const { bodyValues } = ownLimits

const worldsPath = /^\/(worlds|moves)(?:\/([^/]+))?(?:\/|$)/

/**
 * Returns the tag of the world that a request belongs to, for a router; `undefined` for the default
 * world. The tag is read from the first of these sources that has one, in the same order as in the
 * fake. The world may not exist: then the replica responds as the default world does.
 *
 * 1. the header `x-understudy-world`, or the path prefix `/w/<name>`;
 * 2. the cookie of a demo visitor: its last ten characters;
 * 3. the credential, from the header `authorization`, or else from the body of `react`, `dag`, `auto`
 *    and `resume` (`token`) and `refresh` (`refresh_token`): the world in a JWT, or the last ten
 *    characters of an API key.
 *
 * The control API reads no credential of the platform. There, `/worlds/<name>`, `/moves/<name>` and the `name` in the
 * body of `POST worlds` come first.
 */
export function requestTag(
  request: RequestHead,
  { body = '', readsCookie = false }: RequestTagOptions = {},
): string | undefined {
  const [isControl, prefix, below = '/'] = controlPath.exec(request.path) ?? []
  if (isControl !== undefined) {
    const subject = controlSubject(request, below, body)
    if (subject !== undefined) return worldTag(subject)
  }
  const match = isControl === undefined ? matchPath(request) : undefined
  const named =
    worldFromHeader(request) ??
    match?.worldName ??
    (prefix === undefined ? undefined : decodeSegment(prefix))
  if (named !== undefined && named !== '') return worldTag(named)
  // A client with the token of the control API is not a visitor of the demo.
  const isGuarded = isControl !== undefined && request.header('authorization') !== undefined
  const cookie = readsCookie && !isGuarded ? readVisitorCookies(request)[0] : undefined
  if (cookie !== undefined) return tagOfKey(cookie)
  if (match === undefined) return undefined
  const id = match.operations.get(request.method)
  const value = credentialFields.has(id) ? parseBody(body, bodyValues) : undefined
  const { header, body: token } = readCredentials(request, id, { value })
  return tagOfCredential(header?.value ?? token)
}

/** Whether `requestTag` needs the body of this request. */
export function needsBody(request: RequestHead): boolean {
  const [isControl, , below = '/'] = controlPath.exec(request.path) ?? []
  if (isControl !== undefined) return request.method === 'POST' && /^\/worlds\/?$/.test(below)
  const { operations } = matchPath(request)
  return credentialFields.has(operations.get(request.method))
}

/**
 * Returns the world that a request to the control API names in its path or body; else `undefined`.
 */
function controlSubject({ method }: RequestHead, below: string, body: string): string | undefined {
  const [, kind, name] = worldsPath.exec(below) ?? []
  if (name !== undefined) return decodeSegment(name)
  if (kind !== 'worlds' || method !== 'POST') return undefined
  // The number of JSON values is not limited, because a new world may have any number of them.
  const { name: asked } = objectIn(parseBody(body))
  return typeof asked === 'string' ? asked : undefined
}

function tagOfCredential(credential: string | undefined): string | undefined {
  if (credential === undefined) return undefined
  const world = decodeJwt(credential)?.world as unknown
  return typeof world === 'string' ? worldTag(world) : tagOfKey(credential)
}

/** Reads the tag at the end of a key or cookie with any prefix. A text with a dot is not a key. */
const tagOfKey = (value: string) => (/^[\w-]{20,}$/.test(value) ? tagInKey(value) : undefined)
