import type { PlainRequest } from '../../contract/plain-http.ts'
import { isLoopback } from '../../traffic/journal/host-names.ts'

/** Access to the control API. */
export type ControlAccess = {
  /** The bearer token that requests need. Without a token, a public fake has no control API. */
  readonly token?: string | undefined
  /** The public base URL; its host is accepted in addition to the hosts of this machine. */
  readonly publicUrl?: string | undefined
  /** Origins whose pages may use the control API, such as `http://localhost:3000`. */
  readonly origins?: readonly string[] | undefined
}

/** `ControlAccess` after parsing. */
export type AccessRules = {
  readonly isOff: boolean
  readonly token: string | undefined
  readonly publicUrl: URL | undefined
  /** Whether other machines reach the fake through a proxy, which the address of a request does not show. */
  readonly isProxied: boolean
  readonly origins: ReadonlySet<string>
}

/** Whether a text can be sent as a token in a header. */
export const isToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

/** Parses an http or https URL; `undefined` for anything else. */
export function parseHttpUrl(text: string): URL | undefined {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) ? url : undefined
}

/** Parses an origin such as `http://localhost:5173`; `undefined` for anything else. */
export function parseOrigin(text: string): string | undefined {
  const url = parseHttpUrl(text)
  return url !== undefined && url.href === `${url.origin}/` ? url.origin : undefined
}

/**
 * Returns the address at which the client reached the fake; empty if the request does not contain
 * it.
 */
export function originOf(request: PlainRequest, publicUrl: URL | undefined): string {
  if (publicUrl !== undefined) return publicUrl.href.replace(/\/$/, '')
  const host = request.header('host')
  const isSecure = request.header('x-forwarded-proto') === 'https'
  return host === undefined ? '' : `${isSecure ? 'https' : 'http'}://${host}`
}

/** Whether the request comes from a page of an allowed origin. */
export const allowsOrigin = ({ origins }: AccessRules, request: PlainRequest): boolean =>
  origins.has(request.header('origin') ?? '')

/** Parses the option `control` of a fake. Throws a `TypeError` for a value that is not valid. */
export function parseControlAccess(input: ControlAccess | boolean): AccessRules {
  const { token, publicUrl, origins = [] } = input === false || input === true ? {} : input
  if (token !== undefined && !isToken(token))
    throw new TypeError(
      'The token of the control API must consist of visible ASCII characters, without spaces.',
    )
  const url = publicUrl === undefined ? undefined : requireHttpUrl(publicUrl)
  return {
    isOff: input === false,
    token,
    publicUrl: url,
    isProxied: url !== undefined && !isLoopback(url.hostname),
    origins: new Set(origins.map((origin) => requireHttpUrl(origin).origin)),
  }
}

function requireHttpUrl(text: string): URL {
  const url = parseHttpUrl(text)
  if (url === undefined)
    throw new TypeError(
      `\`${text}\` is not an http or https URL. Use one such as https://demo.example.com.`,
    )
  return url
}
