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

/** What stands behind the door. */
export type GatewayOptions = {
  readonly visitors: Visitors
  /** Answers all calls that are let through: the page, the platform, the control API. */
  readonly handle: (call: PlainRequest) => Promise<PlainResponse>
  /** The token of the control API. */
  readonly token: string
  /** Where others reach the server, behind a proxy or by a name. */
  readonly publicUrl: URL | undefined
  /** How the deployment answers, for refusals. */
  readonly behaviour: () => Behaviour
}

/** The door of a server that has a world for each visitor: it finds out whose a call is. */
export function createGateway(
  options: GatewayOptions,
): (call: PlainRequest) => Promise<PlainResponse> {
  const { visitors, handle, publicUrl, behaviour, token } = options
  const steer = createVisitorControl({ visitors, handleControl: handle, token })

  /** Who calls, where the page of the server itself does; a cookie of others counts for nothing. */
  const visitorOf = (call: PlainRequest) =>
    isOwnPage(call, publicUrl) ? visitors.withCookie(readCookies(call.header('cookie'))) : undefined

  /** The page, which is where visitors come in. */
  async function welcome(call: PlainRequest): Promise<PlainResponse> {
    const known = visitors.withCookie(readCookies(call.header('cookie')))
    if (known !== undefined) visitors.touch(known)
    if (known !== undefined || call.method === 'HEAD') return kept(await handle(call))
    const { cookie } = visitors.admit()
    const reply = await handle(withHeaders(call, { 'if-none-match': undefined }))
    return kept(reply, { 'set-cookie': writeCookie(cookie, placeOf(call)) })
  }

  function placeOf(call: PlainRequest): CookiePlace {
    // Of several proxies, the first is the one that the browser met.
    const forwarded = /^\s*https\b/i.test(call.header('x-forwarded-proto') ?? '')
    const secure = publicUrl === undefined ? forwarded : publicUrl.protocol === 'https:'
    return { path: publicUrl?.pathname, secure }
  }

  async function control(
    call: PlainRequest,
    prefix: string | undefined,
    path = '/',
  ): Promise<PlainResponse> {
    // Whoever serves it has the token, and reaches all of it; a proxy may ask for another scheme.
    const hasToken = /^Bearer\b/i.test(call.header('authorization') ?? '')
    if (hasToken || call.method === 'OPTIONS') return handle(call)
    if (!isOwnPage(call, publicUrl))
      throw new ControlError(
        403,
        'A visitor steers from the page of this server, and from no other.',
      )
    if (prefix !== undefined || call.header('x-understudy-world') !== undefined)
      throw new ControlError(
        403,
        'A visitor steers the world of their cookie, at /__control, and names none.',
      )
    const cookies = readCookies(call.header('cookie'))
    const visitor = visitors.withCookie(cookies)
    // A slash at the end makes no difference, so it must hide nothing.
    if (visitor !== undefined) return steer(call, visitor, path.replace(/\/$/, ''))
    throw cookies.length > 0
      ? new ControlError(410, 'Your world has ended: load the page for another.')
      : new ControlError(401, 'Open the page of this server first: its cookie leads to your world.')
  }

  async function platform(call: PlainRequest): Promise<PlainResponse> {
    if (call.header('x-understudy-world') !== undefined)
      throw new ApiError(
        'request-senseless',
        'No header names a world on this server: leave `x-understudy-world` out, and call at the base URL that the page shows.',
      )
    const named = worldFromPath(call.path)
    if (named !== undefined) {
      if (visitors.inWorld(named.name) === undefined)
        throw new ApiError(
          'resource-missing',
          'There is no such world on this server, or it has ended: open the page for one of your own.',
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
      if (call.path === '/' && error instanceof WorldError) return fullHouse(error.message)
      return withCors(call, worldErrorResponse(error, behaviour()))
    }
  }
}

/** What belongs to no world: the files of the page, the contract, health, and what browsers ask ahead. */
const isFree = ({ method, path }: PlainRequest, steered: string | undefined): boolean =>
  steered === undefined
    ? method === 'OPTIONS' || /^(\/console\/|(\/w\/[^/]+)?\/openapi\.json$)/.test(path)
    : method === 'GET' && steered === '/health'

function refuseControl(thrown: unknown): PlainResponse {
  const error = toControlError(thrown)
  if (!(error instanceof ControlError)) throw error
  const { status, headers, body } = jsonResponse(error.status, { error: error.message })
  // Browsers keep a 410 for good, unless they are told.
  return { status, headers: { ...headers, ...noStore, ...error.headers }, body }
}

const noStore = { 'cache-control': 'no-store' }

const fullHouse = (says: string): PlainResponse => ({
  status: 503,
  headers: {
    'content-type': 'text/plain; charset=utf-8',
    ...noStore,
    'retry-after': '60',
  },
  body: `${says}\n`,
})

/** The page as one visitor has it, which nobody keeps for another. */
const kept = (
  reply: PlainResponse,
  headers: Readonly<Record<string, string>> = {},
): PlainResponse => ({
  ...reply,
  headers: { ...reply.headers, 'cache-control': 'private, no-cache', ...headers },
})

/** The cookie that leads a browser to the world of its visitor. */
const cookieName = 'understudy-visitor'

/** The values of it that a browser sent: one for each path that it was set at. */
function readCookies(header: string | undefined): string[] {
  const pairs = (header ?? '').split(/;\s*/)
  return pairs
    .filter((pair) => pair.startsWith(`${cookieName}=`))
    .map((pair) => pair.slice(cookieName.length + 1))
}

/** Where a cookie counts. */
type CookiePlace = {
  /** The path that the page is mounted at; unless given, a browser takes that of the page. */
  readonly path: string | undefined
  /** Whether it travels under TLS alone. */
  readonly secure: boolean
}

/** Sets the cookie, until the browser is closed: no script reads it, no other site has it sent. */
function writeCookie(value: string, { path, secure }: CookiePlace): string {
  const at = path === undefined ? '' : `; Path=${path}`
  return `${cookieName}=${value}${at}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

/**
 * Whether a call comes from the page of the server itself, or from no page at all. A cookie proves
 * less: a browser sends it also for pages of other ports and names of the same site.
 */
function isOwnPage(call: PlainRequest, publicUrl: URL | undefined): boolean {
  // No page can forge it, and it is true behind a proxy that changes `Host`. Plain HTTP has none.
  const site = call.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = call.header('origin')
  if (origin === undefined) return true
  const from = URL.parse(origin)
  return from !== null && (from.origin === publicUrl?.origin || from.host === call.header('host'))
}
