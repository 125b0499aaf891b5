import { ApiError } from '../world/api-error.ts'
import type { Behaviour } from '../world/behaviour.ts'
import type { PlainRequest, PlainResponse } from '../../recording/exchange.ts'
import { ControlError, toControlError } from '../control/control-error.ts'
import { jsonResponse } from '../control/control-context.ts'
import { withCors } from '../server/response-headers.ts'
import { worldFromPath, controlPath } from '../server/request/routing.ts'
import { worldErrorResponse } from '../server/request/incoming-request.ts'
import { WorldError } from '../world/world-error.ts'
import { withHeaders } from './with-headers.ts'
import { createVisitorControl } from './visitor-control.ts'
import type { Visitors } from './visitors.ts'

/** Options of the gateway. */
export type GatewayOptions = {
  readonly visitors: Visitors
  /** Answers the requests that are let through: to the page, the platform and the control API. */
  readonly handle: (call: PlainRequest) => Promise<PlainResponse>
  /** The token of the control API. */
  readonly token: string
  /** The public URL of the server, behind a proxy or with a host name. */
  readonly publicUrl: URL | undefined
  /** The behaviour of the deployment, for error responses. */
  readonly behaviour: () => Behaviour
}

/**
 * Creates the gateway of a demo server: it finds the visitor of each request, and adds the world.
 */
export function createGateway(
  options: GatewayOptions,
): (call: PlainRequest) => Promise<PlainResponse> {
  const { visitors, handle, publicUrl, behaviour, token } = options
  const steer = createVisitorControl({ visitors, handleControl: handle, token })

  /** The visitor of a request from our own page. From other pages the cookie is ignored. */
  const visitorOf = (call: PlainRequest) =>
    isOwnPage(call, publicUrl) ? visitors.withCookie(readCookies(call.header('cookie'))) : undefined

  /** Serves the page, and creates a visitor with the first visit. */
  async function welcome(call: PlainRequest): Promise<PlainResponse> {
    const known = visitors.withCookie(readCookies(call.header('cookie')))
    if (known !== undefined) visitors.touch(known)
    if (known !== undefined || call.method === 'HEAD') return uncached(await handle(call))
    const { cookie } = visitors.admit()
    const reply = await handle(withHeaders(call, { 'if-none-match': undefined }))
    return uncached(reply, { 'set-cookie': writeCookie(cookie, placeOf(call)) })
  }

  function placeOf(call: PlainRequest): CookiePlace {
    // With several proxies, the first value is from the one that the browser connected to.
    const forwarded = /^\s*https\b/i.test(call.header('x-forwarded-proto') ?? '')
    const secure = publicUrl === undefined ? forwarded : publicUrl.protocol === 'https:'
    return { path: publicUrl?.pathname, secure }
  }

  async function control(
    call: PlainRequest,
    prefix: string | undefined,
    path = '/',
  ): Promise<PlainResponse> {
    // With the token, all of the control API is allowed. A proxy may need another authorization
    // scheme.
    const hasToken = /^Bearer\b/i.test(call.header('authorization') ?? '')
    if (hasToken || call.method === 'OPTIONS') return handle(call)
    if (!isOwnPage(call, publicUrl))
      throw new ControlError(
        403,
        'On this demo server, the control API only accepts requests from its own page.',
      )
    if (prefix !== undefined || call.header('x-understudy-world') !== undefined)
      throw new ControlError(
        403,
        'On this demo server, the cookie selects the world: call /__control without a world name.',
      )
    const cookies = readCookies(call.header('cookie'))
    const visitor = visitors.withCookie(cookies)
    // A trailing slash makes no difference, so it must not bypass a check.
    if (visitor !== undefined) return steer(call, visitor, path.replace(/\/$/, ''))
    throw cookies.length > 0
      ? new ControlError(410, 'Your world has ended. Reload the page to get a new one.')
      : new ControlError(401, 'This demo server needs a session: open its page in a browser first.')
  }

  async function platform(call: PlainRequest): Promise<PlainResponse> {
    if (call.header('x-understudy-world') !== undefined)
      throw new ApiError(
        'request-senseless',
        'This demo server does not accept the header `x-understudy-world`: use the base URL that the page shows.',
      )
    const named = worldFromPath(call.path)
    if (named !== undefined) {
      if (visitors.inWorld(named.name) === undefined)
        throw new ApiError(
          'resource-missing',
          'This world does not exist or has ended. Open the page of this server to get a new one.',
        )
      return handle(withHeaders(call, { cookie: undefined }))
    }
    const visitor = visitorOf(call)
    return handle(withHeaders(call, { cookie: undefined, 'x-understudy-world': visitor?.world }))
  }

  return async (call) => {
    const [isControl, prefix, path] = controlPath.exec(call.path) ?? []
    try {
      if (call.path === '/' && /^(GET|HEAD)$/.test(call.method)) return await welcome(call)
      if (isFree(call, path)) return await handle(call)
      return await (isControl === undefined ? platform(call) : control(call, prefix, path))
    } catch (error) {
      if (isControl !== undefined) return refuseControl(error)
      if (call.path === '/' && error instanceof WorldError) return serverFull(error.message)
      return withCors(call, worldErrorResponse(error, behaviour()))
    }
  }
}

/**
 * Requests that belong to no world: assets of the page, the OpenAPI document, health, and
 * preflights.
 */
const isFree = ({ method, path }: PlainRequest, steered: string | undefined): boolean =>
  steered === undefined
    ? method === 'OPTIONS' || /^(\/console\/|(\/w\/[^/]+)?\/openapi\.json$)/.test(path)
    : method === 'GET' && steered === '/health'

function refuseControl(thrown: unknown): PlainResponse {
  const error = toControlError(thrown)
  if (!(error instanceof ControlError)) throw error
  const { status, headers, body } = jsonResponse(error.status, { error: error.message })
  // Browsers cache a 410 forever, unless they are told not to.
  return { status, headers: { ...headers, ...noStore, ...error.headers }, body }
}

const noStore = { 'cache-control': 'no-store' }

const serverFull = (says: string): PlainResponse => ({
  status: 503,
  headers: {
    'content-type': 'text/plain; charset=utf-8',
    ...noStore,
    'retry-after': '60',
  },
  body: `${says}\n`,
})

/** The page of one visitor must not be cached for another. */
const uncached = (
  reply: PlainResponse,
  headers: Readonly<Record<string, string>> = {},
): PlainResponse => ({
  ...reply,
  headers: { ...reply.headers, 'cache-control': 'private, no-cache', ...headers },
})

/** The cookie that identifies a visitor. */
const cookieName = 'understudy-visitor'

/** All values of the cookie: a browser sends one for each path that it was set at. */
function readCookies(header: string | undefined): string[] {
  const pairs = (header ?? '').split(/;\s*/)
  return pairs
    .filter((pair) => pair.startsWith(`${cookieName}=`))
    .map((pair) => pair.slice(cookieName.length + 1))
}

/** Where a cookie applies. */
type CookiePlace = {
  /** The path of the page. Default: the browser uses the path of the request. */
  readonly path: string | undefined
  /** Whether the cookie is sent over TLS only. */
  readonly secure: boolean
}

/** Serializes a session cookie that no script can read, and that no other site can send. */
function writeCookie(value: string, { path, secure }: CookiePlace): string {
  const at = path === undefined ? '' : `; Path=${path}`
  return `${cookieName}=${value}${at}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

/**
 * Whether a request comes from our own page, or from no page at all. The cookie alone does not
 * prove it: browsers also send it for pages on other ports and subdomains of the same site.
 */
function isOwnPage(call: PlainRequest, publicUrl: URL | undefined): boolean {
  // No page can forge this header, and it is right behind a proxy that changes `Host`. Plain HTTP
  // lacks it.
  const site = call.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = call.header('origin')
  if (origin === undefined) return true
  const from = URL.parse(origin)
  return from !== null && (from.origin === publicUrl?.origin || from.host === call.header('host'))
}
