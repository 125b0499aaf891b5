import { ApiError } from '../world/api-error.ts'
import type { Behaviour } from '../world/behaviour.ts'
import { copyRequest, type PlainRequest, type PlainResponse } from '../../contract/plain-http.ts'
import { ControlError, toControlError } from '../control/control-error.ts'
import { jsonResponse } from '../control/control-context.ts'
import { withCors, withSandbox } from '../server/request/response-headers.ts'
import { controlPath, openApiPath, probeOf, worldFromPath } from '../server/request/routing.ts'
import { worldErrorResponse } from '../server/request/incoming-request.ts'
import { isOwnPage, readVisitorCookies, visitorCookie } from '../server/request/visitor-cookie.ts'
import { WorldError } from '../world/world-error.ts'
import { fullPage } from './full-page.ts'
import { createVisitorControl, type VisitorControlOptions } from './visitor-control.ts'
import type { Visitor } from './visitors.ts'

export type GatewayOptions = VisitorControlOptions & {
  /** Adds a visitor at the first visit. Default: a visitor with a random world. */
  readonly admit?: (request: PlainRequest) => Visitor
  /** The behaviour of the deployment, for error responses. */
  readonly behaviour: () => Behaviour
}

/** Creates the gateway of a demo server, which adds the world of the visitor to each request. */
export function createGateway(
  options: GatewayOptions,
): (request: PlainRequest) => Promise<PlainResponse> {
  const { visitors, handle, publicUrl, behaviour } = options
  const admit = options.admit ?? (() => visitors.admit())
  const controlAsVisitor = createVisitorControl(options)

  /**
   * Finds the visitor of a request from our own page. The cookie is ignored in requests from other
   * pages.
   */
  const visitorOf = (request: PlainRequest) =>
    isOwnPage(request, publicUrl) ? visitors.withCookie(readVisitorCookies(request)) : undefined

  /** Serves the page, and creates a visitor with the first visit. */
  async function welcome(request: PlainRequest): Promise<PlainResponse> {
    const known = visitors.withCookie(readVisitorCookies(request))
    if (known !== undefined) visitors.touch(known)
    if (known !== undefined || request.method === 'HEAD')
      return withoutCaching(await handle(request))
    const { cookie } = admit(request)
    const reply = await handle(copyRequest(request, { headers: { 'if-none-match': undefined } }))
    return withoutCaching(reply, { 'set-cookie': writeCookie(cookie, placeOf(request)) })
  }

  function placeOf(request: PlainRequest): CookieScope {
    // With several proxies, the first value is from the proxy that the browser connected to.
    const forwarded = /^\s*https\b/i.test(request.header('x-forwarded-proto') ?? '')
    const secure = publicUrl === undefined ? forwarded : publicUrl.protocol === 'https:'
    return { path: publicUrl?.pathname, secure }
  }

  async function control(
    request: PlainRequest,
    prefix: string | undefined,
    path = '/',
  ): Promise<PlainResponse> {
    // A caller with the token may use the whole control API. A header with another scheme than
    // `Bearer` may be for a proxy.
    const hasToken = /^Bearer\b/i.test(request.header('authorization') ?? '')
    if (hasToken) return handle(request)
    if (!isOwnPage(request, publicUrl))
      throw new ControlError(
        403,
        'On this demo server, the control API only accepts requests from its own page.',
      )
    if (prefix !== undefined || request.header('x-understudy-world') !== undefined)
      throw new ControlError(
        403,
        'On this demo server, the cookie selects the world: call /__control without a world name.',
      )
    const cookies = readVisitorCookies(request)
    const visitor = visitors.withCookie(cookies)
    // A trailing slash makes no difference to the routing, so it must not bypass a check.
    if (visitor !== undefined) return controlAsVisitor(request, visitor, path.replace(/\/$/, ''))
    throw cookies.length > 0
      ? new ControlError(410, 'Your world has ended. Reload the page to get a new one.')
      : new ControlError(401, 'This demo server needs a session: open its page in a browser first.')
  }

  async function platform(request: PlainRequest): Promise<PlainResponse> {
    if (request.header('x-understudy-world') !== undefined)
      throw new ApiError(
        'request-senseless',
        'This demo server does not accept the header `x-understudy-world`: use the base URL that the page shows.',
      )
    const named = worldFromPath(request.path)
    if (named !== undefined) {
      if (visitors.inWorld(named.name) === undefined)
        throw new ApiError(
          'resource-missing',
          'This world does not exist or has ended. Open the page of this server to get a new one.',
        )
      return handle(copyRequest(request, { headers: { cookie: undefined } }))
    }
    const visitor = visitorOf(request)
    const headers = { cookie: undefined, 'x-understudy-world': visitor?.world }
    return handle(copyRequest(request, { headers }))
  }

  return async (request) => {
    const [isControl, prefix, path] = controlPath.exec(request.path) ?? []
    try {
      if (request.path === '/' && /^(GET|HEAD)$/.test(request.method)) return await welcome(request)
      if (needsNoWorld(request)) return await handle(request)
      return isControl === undefined
        ? withVisitorHeaders(await platform(request))
        : await control(request, prefix, path)
    } catch (error) {
      if (isControl !== undefined) return controlErrorResponse(error)
      if (request.path === '/' && error instanceof WorldError)
        return fullPage(error.message, request.header('accept'))
      const refused = worldErrorResponse(error, behaviour())
      return withSandbox(withCors(request, refused, behaviour().policy.http))
    }
  }
}

/** Requests that need no world: assets of the page, OpenAPI document, health, readiness, preflights. */
const needsNoWorld = (request: PlainRequest): boolean =>
  request.method === 'OPTIONS' ||
  request.path.startsWith('/console/') ||
  openApiPath.test(request.path) ||
  probeOf(request) !== undefined

function controlErrorResponse(thrown: unknown): PlainResponse {
  const error = toControlError(thrown)
  if (!(error instanceof ControlError)) throw error
  return withSandbox(jsonResponse(error.status, { error: error.message }, error.headers))
}

/** Forbids caching, because a proxy must not send the page of one visitor to another visitor. */
const withoutCaching = (
  reply: PlainResponse,
  headers: Readonly<Record<string, string>> = {},
): PlainResponse => ({
  ...reply,
  headers: { ...reply.headers, 'cache-control': 'private, no-cache', ...headers },
})

/** The path of a cookie, and whether it needs TLS. */
type CookieScope = {
  /** The path of the page. Default: the browser uses the path of the request. */
  readonly path: string | undefined
  /** Whether the cookie is sent over TLS only. */
  readonly secure: boolean
}

/** Serializes a session cookie that no script can read, and that no other site can send. */
function writeCookie(value: string, { path, secure }: CookieScope): string {
  const at = path === undefined ? '' : `; Path=${path}`
  return `${visitorCookie}=${value}${at}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

/**
 * Headers by which one world could affect the whole origin, which all visitors share with the page:
 * cookies, origin-wide browser policies, and commands to the proxy in front of the server.
 */
const originWideHeaders =
  /^(?:accept-ch|activate-storage-access|alt-svc|clear-site-data|critical-ch|cross-origin-.*|expect-ct|link|nel|origin-agent-cluster|permissions-policy|public-key-pins.*|referrer-policy|refresh|report-to|reporting-endpoints|service-worker-allowed|set-cookie2?|set-login|sourcemap|speculation-rules|strict-transport-security|supports-loading-mode|x-accel-(?!buffering$).*|x-frame-options|x-lighttpd-.*|x-permitted-cross-domain-policies|x-reproxy-.*|x-sendfile|x-sourcemap|x-xss-protection)$/

/**
 * Removes origin-wide headers, and redirects to other hosts, from a platform response of a demo. A
 * profile may have such headers, which suit only the real host of a deployment.
 */
function withVisitorHeaders(response: PlainResponse): PlainResponse {
  const headers = Object.entries(response.headers).filter(
    ([name, value]) =>
      !originWideHeaders.test(name.toLowerCase()) &&
      (name.toLowerCase() !== 'location' || isPathOfServer(value)),
  )
  return withSandbox({ ...response, headers: Object.fromEntries(headers) })
}

/** Whether a redirect stays on this server. A browser reads `//host` and `/\host` as another host. */
const isPathOfServer = (location: string): boolean => /^\/(?![/\\])[!-~]*$/.test(location)
