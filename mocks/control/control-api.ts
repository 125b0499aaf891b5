import { controlOperation } from '../../contract/control/operations.ts'
import { ownLimits } from '../../contract/limits.ts'
import type { PlainRequest, PlainResponse } from '../../contract/plain-http.ts'
import { decodeSegment, namedTable } from '../../contract/operations/path-table.ts'
import { existingWorldHeader, worldFromHeader } from '../server/receive-request.ts'
import { controlPath } from '../server/request/routing.ts'
import { withCors, answerPreflight } from '../server/request/response-headers.ts'
import { mayHaveBody, readRequestBody } from '../server/receive-request.ts'
import { noBody } from '../server/request/incoming-request.ts'
import type { World } from '../world/world.ts'
import { defaultWorld } from '../world/world-config.ts'
import type { Worlds } from '../world/worlds.ts'
import { type AccessRules, allowsOrigin, originOf } from './access.ts'
import { ControlError, parseBody, toControlError } from './control-error.ts'
import { ControlResponse, type ControlRoutes, jsonResponse } from './control-context.ts'
import { builtInRoutes } from './control-functions.ts'
import { worldWithoutRefresh, requireExisting } from './worlds.ts'
import { presetLoader, type Presets } from './presets.ts'
import { shorten } from '../../contract/shorten.ts'
import { isKnownHost, isLoopback } from '../../traffic/journal/host-names.ts'
import type { RequestBody } from '../platform/request-context.ts'
import { timingSafeEqual } from '../world/sessions.ts'

const { bodyValues, controlBytes, snapshotBytes } = ownLimits

export type ControlOptions = {
  readonly worlds: Worlds
  readonly presets: Presets
  readonly access: AccessRules
  /** Further operations, for example of the console. */
  readonly routes: ControlRoutes | undefined
  /** Called with an error that is not a `ControlError`. */
  readonly onCrash: (error: unknown, request: PlainRequest, world: string) => void
}

export type ControlApi = (request: PlainRequest) => Promise<PlainResponse>

/** Creates the control API: `/__control/…`, also below `/w/<name>`. */
export function createControlApi(options: ControlOptions): ControlApi {
  const { worlds, presets, access, routes: ownRoutes, onCrash } = options
  const loader = presetLoader(presets)
  const checkAccess = createAccessCheck(access)
  const routes = { ...builtInRoutes, ...ownRoutes }
  const table = namedTable(
    Object.entries(routes).map(([name, route]) => [name, { route, row: controlOperation(name) }]),
  )

  async function answer(
    request: PlainRequest,
    worldName: string | undefined,
    path: string,
  ): Promise<PlainResponse> {
    checkAccess(request)
    if (request.method === 'OPTIONS') return answerPreflight(request)
    const { value: byMethod, params = {} } = table.find(path) ?? {}
    const found = byMethod?.get(request.method)
    if (found === undefined)
      throw unknownOperation(request, Object.keys(routes), [...(byMethod?.keys() ?? [])])
    const { route, row } = found
    const sent = await readBody(request, row?.isLarge === true)
    let world: World | undefined
    function worldOfRequest(): World {
      world ??=
        request.method === 'GET' ? worldWithoutRefresh(worlds, worldName) : worlds.get(worldName)
      return world
    }
    if (request.header(existingWorldHeader) !== undefined && row?.of !== 'fake')
      requireExisting(worlds, worldName)
    // The world is looked up before the body is read: a wrong name is the first problem to report.
    if (row !== undefined && row.of !== 'fake') worldOfRequest()
    const body = parseBody(row?.body, sent, row?.isLarge)
    const outcome = await route({
      request,
      accept: request.header('accept'),
      origin: originOf(request, access.publicUrl),
      worlds,
      presets: loader,
      get world() {
        return worldOfRequest()
      },
      params,
      query: new URLSearchParams(request.query),
      body,
    })
    world?.changes.commit()
    if (outcome instanceof ControlResponse) return outcome
    if (outcome === undefined) return { status: 204, headers: {}, body: undefined }
    return jsonResponse(row?.answer.status ?? 200, outcome)
  }

  function refuse(error: unknown, request: PlainRequest, world = defaultWorld): PlainResponse {
    if (!(error instanceof ControlError)) {
      onCrash(error, request, world)
      return jsonResponse(500, {
        error: 'The control API crashed. The cause is in the log of the fake.',
      })
    }
    // The message is shortened, because it may quote a request of any size.
    const message = shorten(error.message, maxMessageLength)
    return jsonResponse(error.status, { error: message }, error.headers)
  }

  return (request) => {
    const [, prefix, path = '/'] = controlPath.exec(request.path) ?? []
    const named = worldFromHeader(request) ?? (prefix && decodeSegment(prefix))
    return answer(request, named, path)
      .catch((error: unknown) => refuse(toControlError(error), request, named))
      .then((reply) => (allowsOrigin(access, request) ? withCors(request, reply) : reply))
  }
}

const maxMessageLength = 8000

async function readBody(request: PlainRequest, isLarge: boolean): Promise<unknown> {
  const [limit, values] = isLarge
    ? [snapshotBytes, Number.POSITIVE_INFINITY]
    : [controlBytes, bodyValues]
  const body = mayHaveBody(request) ? await readRequestBody(request, limit, values) : noBody
  requireJsonType(request, body)
  if (body.problem === 'too-large')
    throw new ControlError(
      413,
      `The body is too large: the limit is ${limit} bytes${isLarge ? '' : ` and ${values} JSON values`}.`,
    )
  if (body.problem === 'unreadable') throw new ControlError(400, 'The body is not valid JSON.')
  return body.value
}

function unknownOperation(
  { method, path }: PlainRequest,
  known: readonly string[],
  methods: readonly string[],
): ControlError {
  const all = ['GET health', 'GET ready', ...known].join(', ')
  const text = `${method} ${path} is not an operation of the control API. Operations: ${all}.`
  return methods.length === 0
    ? new ControlError(404, text)
    : new ControlError(405, text, { allow: methods.join(', ') })
}

/**
 * Creates the check of every request to the control API. It throws a `ControlError` for callers
 * without access, and for pages of other sites in a developer's browser.
 */
function createAccessCheck(access: AccessRules): (request: PlainRequest) => void {
  function isForeign(request: PlainRequest): boolean {
    if (allowsOrigin(access, request)) return false
    const origin = request.header('origin')
    const own = [`http://${request.header('host')}`, access.publicUrl?.origin]
    if (origin !== undefined && !own.includes(origin)) return true
    return request.header('sec-fetch-site') === 'cross-site'
  }

  return (request) => {
    if (access.isOff)
      throw new ControlError(403, 'The control API is off: remove `control: false` from the fake.')
    if (
      access.token === undefined &&
      (access.isProxied || request.exposedAt !== undefined || isForwarded(request))
    )
      throw new ControlError(
        403,
        'The control API is off, because others can reach this address. Start with --control-token to use it.',
      )
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(request.header('authorization') ?? '') ?? []
    const hasToken = access.token !== undefined && timingSafeEqual(token, access.token)
    // Without the token, the host is checked: a foreign host name may resolve to this machine.
    const known = [access.publicUrl?.hostname, request.exposedAt]
    if (!hasToken && !isKnownHost(request.header('host'), known))
      throw new ControlError(
        403,
        `The control API does not accept the host ${request.header('host')}. Call it at localhost, or start with --public-url.`,
      )
    if (isForeign(request))
      throw new ControlError(
        403,
        'The control API refuses pages of other origins. Allow an origin with --control-origin.',
      )
    // The preflight of a browser has no credential.
    if (request.method !== 'OPTIONS' && access.token !== undefined && !hasToken)
      throw new ControlError(
        401,
        'Send the token of the control API as `authorization: Bearer TOKEN`. Credentials of the platform do not work here.',
        { 'www-authenticate': 'Bearer' },
      )
  }
}

/**
 * Whether a header says that a proxy on this machine forwards a request of another machine. Clients
 * can forge the header, so it never gives access: it can only take access away.
 */
function isForwarded(request: PlainRequest): boolean {
  const listed = ['x-forwarded-for', 'x-real-ip'].map((name) => request.header(name) ?? '')
  const standard = (request.header('forwarded') ?? '').matchAll(/\bfor="?([^;,"]*)/gi)
  return [...listed.flatMap((list) => list.split(',')), ...[...standard].map(([, one = '']) => one)]
    .map((address) => address.trim().replace(/^(\[.*\]|[^:]*):\d+$/, '$1'))
    .some((address) => address !== '' && !isLoopback(address.replace(/^::ffff:/i, '')))
}

/** Requires JSON, because a page of any origin can send a form or plain text. Throws `ControlError`. */
function requireJsonType(request: PlainRequest, { text, problem }: RequestBody): void {
  const empty = text === '' && problem === undefined
  if (!empty && !/^application\/json\s*(;|$)/i.test(request.header('content-type') ?? ''))
    throw new ControlError(415, 'Send the body as `content-type: application/json`.')
}
