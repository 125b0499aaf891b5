import type { PlainRequest } from '../../recording/exchange.ts'

/** Who may use the control API. */
export type ControlAccess = {
  /**
   * Needed by every call, as `authorization: Bearer TOKEN`. Where others than this machine can
   * reach the fake, the control API is off without one.
   */
  readonly token?: string | undefined
  /** The base URL at which others reach the fake; its host is taken beside those of this machine. */
  readonly publicUrl?: string | undefined
  /** Origins whose pages may call, such as `http://localhost:3000`. */
  readonly origins?: readonly string[] | undefined
}

/** The same, ready to judge calls by. */
export type AccessRules = {
  /** Whether nobody may call. */
  readonly off: boolean
  readonly token: string | undefined
  readonly publicUrl: URL | undefined
  /** Whether others reach the fake by a way that it can't see, such as a proxy on its machine. */
  readonly proxied: boolean
  readonly origins: ReadonlySet<string>
}

/** What a token may consist of, since it travels in a header. */
export const isToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

/** The URL that a text is, if http or https lead there. */
export function httpUrl(text: string): URL | undefined {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) ? url : undefined
}

/** Whether a page of another origin sent a call that may do so. */
export const allowsOrigin = ({ origins }: AccessRules, call: PlainRequest): boolean =>
  origins.has(call.header('origin') ?? '')

/** Reads who may call. Throws a `TypeError` that says what can't be used. */
export function parseControlAccess(given: ControlAccess | boolean): AccessRules {
  const { token, publicUrl, origins = [] } = given === false || given === true ? {} : given
  if (token !== undefined && !isToken(token))
    throw new TypeError(
      'Failed to open the control API: its token has no visible ASCII character, or others beside.',
    )
  const url = publicUrl === undefined ? undefined : required(publicUrl)
  return {
    off: given === false,
    token,
    publicUrl: url,
    proxied: url !== undefined && !isLoopback(url.hostname),
    origins: new Set(origins.map((origin) => required(origin).origin)),
  }
}

function required(text: string): URL {
  const url = httpUrl(text)
  if (url === undefined)
    throw new TypeError(`Failed to open the control API: \`${text}\` is no http or https URL.`)
  return url
}

/** Whether only this machine can reach what is at an address, or at the host of a URL. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host)
