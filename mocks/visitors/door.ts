import { ApiError } from '../api-error.ts'
import type { Behaviours } from '../behaviour/compile.ts'
import type { Call, Reply } from '../call.ts'
import { ControlError, toControlError } from '../control/control-error.ts'
import { jsonReply } from '../control/control-visit.ts'
import { admitted } from '../pipeline/admit.ts'
import { worldIn } from '../pipeline/match.ts'
import { refuseWorld } from '../pipeline/resolve-world.ts'
import { controlPath } from '../pipeline/steer.ts'
import { WorldError } from '../state/world-error.ts'
import { type CookiePlace, readCookies, writeCookie } from './cookie.ts'
import { isOwnPage } from './own-page.ts'
import { recast } from './recast.ts'
import { createVisitorControl } from './visitor-control.ts'
import type { Visitors } from './visitors.ts'

/** What stands behind the door. */
export type DoorOptions = {
  readonly visitors: Visitors
  /** Answers all calls that are let through: the page, the platform, the control API. */
  readonly handle: (call: Call) => Promise<Reply>
  /** The token of the control API. */
  readonly token: string
  /** Where others reach the server, behind a proxy or by a name. */
  readonly publicUrl: URL | undefined
  /** How the deployment answers, for refusals. */
  readonly behaviours: Behaviours
}

/** The door of a server that has a world for each visitor: it finds out whose a call is. */
export function openDoor(options: DoorOptions): (call: Call) => Promise<Reply> {
  const { visitors, handle, publicUrl, behaviours, token } = options
  const steer = createVisitorControl({ visitors, steer: handle, token })

  /** Who calls, where the page of the server itself does; a cookie of others counts for nothing. */
  const visitorOf = (call: Call) =>
    isOwnPage(call, publicUrl) ? visitors.withCookie(readCookies(call.header('cookie'))) : undefined

  /** The page, which is where visitors come in. */
  async function welcome(call: Call): Promise<Reply> {
    const known = visitors.withCookie(readCookies(call.header('cookie')))
    if (known !== undefined) visitors.act(known)
    if (known !== undefined || call.method === 'HEAD') return kept(await handle(call))
    const { cookie } = visitors.receive()
    const reply = await handle(recast(call, { 'if-none-match': undefined }))
    return kept(reply, { 'set-cookie': writeCookie(cookie, placeOf(call)) })
  }

  function placeOf(call: Call): CookiePlace {
    // Of several proxies, the first is the one that the browser met.
    const forwarded = /^\s*https\b/i.test(call.header('x-forwarded-proto') ?? '')
    const secure = publicUrl === undefined ? forwarded : publicUrl.protocol === 'https:'
    return { path: publicUrl?.pathname, secure }
  }

  async function control(call: Call, prefix: string | undefined, path = '/'): Promise<Reply> {
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

  async function platform(call: Call): Promise<Reply> {
    if (call.header('x-understudy-world') !== undefined)
      throw new ApiError(
        'request-senseless',
        'No header names a world on this server: leave `x-understudy-world` out, and call at the base URL that the page shows.',
      )
    const named = worldIn(call.path)
    if (named !== undefined) {
      if (visitors.inWorld(named.name) === undefined)
        throw new ApiError(
          'resource-missing',
          'There is no such world on this server, or it has ended: open the page for one of your own.',
        )
      return handle(recast(call, { cookie: undefined }))
    }
    const visitor = visitorOf(call)
    return handle(recast(call, { cookie: undefined, 'x-understudy-world': visitor?.world }))
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
      return admitted(call, refuseWorld(error, behaviours))
    }
  }
}

/** What belongs to no world: the files of the page, the contract, health, and what browsers ask ahead. */
const isFree = ({ method, path }: Call, steered: string | undefined): boolean =>
  steered === undefined
    ? method === 'OPTIONS' || /^(\/console\/|(\/w\/[^/]+)?\/openapi\.json$)/.test(path)
    : method === 'GET' && steered === '/health'

function refuseControl(thrown: unknown): Reply {
  const error = toControlError(thrown)
  if (!(error instanceof ControlError)) throw error
  const { status, headers, body } = jsonReply(error.status, { error: error.message })
  // Browsers keep a 410 for good, unless they are told.
  return { status, headers: { ...headers, ...noStore, ...error.headers }, body }
}

const noStore = { 'cache-control': 'no-store' }

const fullHouse = (says: string): Reply => ({
  status: 503,
  headers: {
    'content-type': 'text/plain; charset=utf-8',
    ...noStore,
    'retry-after': '60',
  },
  body: `${says}\n`,
})

/** The page as one visitor has it, which nobody keeps for another. */
const kept = (reply: Reply, headers: Readonly<Record<string, string>> = {}): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'cache-control': 'private, no-cache', ...headers },
})
