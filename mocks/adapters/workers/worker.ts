import { ownLimits } from '../../../contract/limits.ts'
import { isObject, parseJson } from '../../../contract/json.ts'
import { documented } from '../../../contract/picks.ts'
import { requireCompleteFixture } from '../../core.ts'
import { openApiResponse } from '../../server/open-api.ts'
import { toPlainRequest, toResponse } from '../../fetch.ts'
import { jsonResponse } from '../../control/control-context.ts'
import { needsBody, requestTag } from '../../server/request-tag.ts'
import { compileProfile } from '../../server/behaviour/compile.ts'
import { answerPreflight, withCors } from '../../server/request/response-headers.ts'
import { controlPath, openApiPath, probeOf, probeResponse } from '../../server/request/routing.ts'
import { isOwnPage } from '../../server/request/visitor-cookie.ts'
import { worldTag } from '../../world/api-keys.ts'
import { defaultWorld } from '../../world/world-config.ts'
import { newVisitorHeader, unknownVisitorResponse } from './object-fake.ts'
import type { ObjectState, Service, WorkerEnv } from './runtime.ts'
import { unavailableResponse } from './unavailable.ts'
import { randomToken } from '../../world/random.ts'
import type { WorkerOptions } from './worker-options.ts'
import { WorldObject } from './world-object.ts'
import { newFork, type WorldDetails } from '../../../contract/control/worlds.ts'
import { ControlError, parseBody } from '../../control/control-error.ts'
import { decodeSegment } from '../../../contract/operations/path-table.ts'
import { type PlainResponse, sandboxHeaders } from '../../../contract/plain-http.ts'
import { pageHeaders } from '../page-headers.ts'

/** A Worker, and the class of its Durable Objects. */
export type Worker = {
  /** Sends each request to the object of its world. */
  fetch(request: Request, env: WorkerEnv): Promise<Response>
  /** The class of the Durable Objects: one per world. Export it from the Worker under this name. */
  readonly World: new (state: ObjectState, env: WorkerEnv) => Service & { alarm(): Promise<void> }
}

/**
 * Creates the fake for Cloudflare Workers: a Worker, and a class of Durable Objects. Each object is one
 * world. See docs/workers.md for the configuration. Throws a `TypeError` for a fixture that is not
 * complete.
 *
 * @example
 * import { createWorker } from 'agent-understudy/workers'
 * import fixture from 'agent-understudy/fixtures/demo.json'
 *
 * const worker = createWorker({ fixture })
 * export const { World } = worker
 * export default worker
 */
export function createWorker(options: WorkerOptions): Worker {
  requireCompleteFixture(options.fixture)
  return {
    async fetch(request, env) {
      const response = await handleRequest(request, env, options)
      const isPage = isPageRequest(request.method, new URL(request.url).pathname)
      return isPage ? response : withSandboxHeaders(response)
    },
    World: class World extends WorldObject {
      constructor(state: ObjectState, env: WorkerEnv) {
        super(state, env, options)
      }
    },
  }
}

/** Copies a response, with headers that prevent it from acting as a page of this origin. */
function withSandboxHeaders(response: Response): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(sandboxHeaders)) headers.set(name, value)
  const { status, statusText } = response
  return new Response(response.body, { status, statusText, headers })
}

/** Returns the object of a world. */
const objectOf = ({ WORLDS }: WorkerEnv, tag = worldTag(defaultWorld)): Service =>
  WORLDS.get(WORLDS.idFromName(tag))

async function handleRequest(
  request: Request,
  env: WorkerEnv,
  options: WorkerOptions,
): Promise<Response> {
  const { pathname } = new URL(request.url)
  try {
    const plain = toPlainRequest(request)
    if (isPageRequest(request.method, pathname))
      return pathname === '/' && env.DEMO
        ? await serveDemoPage(request, env)
        : await servePage(request, env)
    // Probes and the OpenAPI document belong to no world, so the Worker itself responds.
    const probe = probeOf(plain)
    if (probe !== undefined) return toResponse(withCors(plain, probeResponse(probe, true)), request)
    if (plain.method === 'GET' && openApiPath.test(plain.path))
      return toResponse(
        openApiResponse(plain, () => options.profile ?? documented),
        request,
      )
    const isControl = controlPath.test(plain.path)
    if (isControl && !env.DEMO && !env.CONTROL_TOKEN) return toResponse(controlOffResponse, request)
    // Preflights follow the profile of the Worker, even if the world has another profile by now.
    if (request.method === 'OPTIONS' && !isControl) {
      const cors = compileProfile(options.profile ?? documented).general.policy.http
      return toResponse(answerPreflight(plain, cors), request)
    }
    return await forwardToObject(request, env, isControl)
  } catch (error) {
    return toResponse(unavailableResponse(pathname, error, options), request)
  }
}

const controlOffResponse = jsonResponse(403, {
  error:
    'The control API is off, because everyone can reach this Worker. To use it, set a token: ' +
    '`npx wrangler secret put CONTROL_TOKEN`.',
})

/** Sends a request to the object of its world. */
async function forwardToObject(
  request: Request,
  env: WorkerEnv,
  isControl: boolean,
): Promise<Response> {
  const plain = toPlainRequest(request)
  const readsCookie = Boolean(env.DEMO) && isOwnPage(plain, new URL(request.url))
  const below = isControl ? controlPath.exec(plain.path)?.[2] : undefined
  let body = needsBody(plain) ? await readText(request, isControl) : undefined
  const headers = new Headers(request.headers)
  headers.delete(newVisitorHeader)
  if (request.method === 'POST' && below !== undefined) {
    const [, source] = /^\/worlds\/([^/]+)\/fork\/?$/.exec(below) ?? []
    if (source !== undefined) return forkWorld(request, source, (tag) => objectOf(env, tag))
    if (body !== undefined && isWorldsPath(below)) {
      body = withRandomName(body)
      headers.set('content-type', request.headers.get('content-type') ?? 'application/json')
    }
  }
  const tag = requestTag(plain, { body, readsCookie })
  const init = body === undefined ? { headers } : { headers, body }
  return objectOf(env, tag).fetch(new Request(request, init))
}

const isWorldsPath = (below: string) => /^\/worlds\/?$/.test(below)

/** Adds a random name to a body without one. The name decides which object stores the new world. */
function withRandomName(body: string): string {
  const asked = body === '' ? {} : parseJson(body)
  return isObject(asked) && asked['name'] === undefined
    ? JSON.stringify({ ...asked, name: randomToken() })
    : body
}

/**
 * Reads a body as text; `undefined` if it is too large: then the fake refuses the request. A body
 * of the control API may be as large as a snapshot, because it has the data of a new world.
 */
async function readText(request: Request, isControl: boolean): Promise<string | undefined> {
  const most = isControl ? ownLimits.snapshotBytes : ownLimits.controlBytes
  if (Number(request.headers.get('content-length')) > most) return undefined
  return request.text()
}

/**
 * Serves the page of a demo. The first visit of a browser creates a world in a new Durable Object.
 */
async function serveDemoPage(request: Request, env: WorkerEnv): Promise<Response> {
  const plain = toPlainRequest(request)
  const visit = (tag: string | undefined, headers: Headers) =>
    objectOf(env, tag).fetch(new Request(request.url, { headers }))
  const headers = new Headers(request.headers)
  headers.delete(newVisitorHeader)
  const tag = requestTag(plain, { readsCookie: true })
  let answer = tag === undefined ? undefined : await visit(tag, headers)
  if (
    request.method === 'GET' &&
    (answer === undefined || answer.status === unknownVisitorResponse.status)
  ) {
    const world = randomToken()
    headers.set(newVisitorHeader, world)
    answer = await visit(worldTag(world), headers)
  }
  if (answer !== undefined && answer.status >= 500) return answer
  const cookie = answer?.headers.get('set-cookie')
  return servePage(request, env, {
    'cache-control': 'private, no-cache',
    ...(cookie && { 'set-cookie': cookie }),
  })
}

/**
 * Forks a world into the object of its new name: creates a world there, and restores a snapshot in
 * it. The objects check the token of the request. A failure is the response of the object. Throws
 * `ControlError` for a body that is not valid.
 */
async function forkWorld(
  request: Request,
  source: string,
  open: (tag: string) => Service,
): Promise<Response> {
  const sent = await request.text()
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/json')
  for (const other of ['content-length', 'x-understudy-world']) headers.delete(other)
  const { origin } = new URL(request.url)
  const call = (world: string, method: string, path: string, body?: string) =>
    open(worldTag(world)).fetch(
      new Request(origin + path, { method, headers, ...(body !== undefined && { body }) }),
    )

  const from = decodeSegment(source)
  const found = await call(from, 'GET', `/__control/worlds/${source}`)
  if (!found.ok) return found
  const { ttl_ms: ttl } = (await found.json()) as WorldDetails
  const asked = sent === '' ? {} : parseJson(sent)
  if (asked === undefined) throw new ControlError(400, 'The body is not valid JSON.')
  const { name = randomToken() } = parseBody(newFork, asked)
  const snapshot = await call(from, 'GET', `/w/${source}/__control/snapshot`)
  if (!snapshot.ok) return snapshot
  const created = await call(
    name,
    'POST',
    '/__control/worlds',
    JSON.stringify({ name, ttl: ttl ?? undefined }),
  )
  if (!created.ok) return created
  const target = encodeURIComponent(name)
  const text = await snapshot.text()
  const restored = await call(name, 'PUT', `/w/${target}/__control/snapshot`, text)
  if (!restored.ok) {
    await call(name, 'DELETE', `/__control/worlds/${target}`)
    return restored
  }
  const details = await call(name, 'GET', `/__control/worlds/${target}`)
  return new Response(details.body, {
    status: details.ok ? 201 : details.status,
    headers: details.headers,
  })
}

/** Whether a request is for the page of the console, or for one of its files. */
const isPageRequest = (method: string, path: string): boolean =>
  (path === '/' || path.startsWith('/console/')) && (method === 'GET' || method === 'HEAD')

/** Responds to a request for the console. `headers` are added to the page's own headers. */
async function servePage(
  request: Request,
  env: WorkerEnv,
  headers: PlainResponse['headers'] = {},
): Promise<Response> {
  if (env.ASSETS === undefined) return noConsoleResponse(headers)
  const found = await env.ASSETS.fetch(request)
  const all = new Headers(found.headers)
  for (const [name, value] of Object.entries(pageHeaders)) all.set(name, value)
  if (new URL(request.url).pathname !== '/' || found.status !== 200)
    return new Response(found.body, { status: found.status, headers: all })
  const html = await found.text()
  // The `etag` is removed: it depends only on the file, but the page also on the configuration.
  all.delete('etag')
  all.delete('content-length')
  all.set('cache-control', 'no-cache')
  for (const [name, value] of Object.entries(headers)) all.set(name, value)
  const page = html.replace('<html ', `<html data-control="${controlMode(env)}" `)
  return new Response(request.method === 'HEAD' ? null : page, { headers: all })
}

const controlMode = ({ DEMO, CONTROL_TOKEN }: WorkerEnv) =>
  DEMO ? 'visitor' : CONTROL_TOKEN ? 'needs-token' : 'off'

const noConsoleResponse = (headers: PlainResponse['headers']) =>
  new Response(
    'This Worker has no console: bind the files of agent-understudy/dist/console as ASSETS. ' +
      'The platform itself is at /api.\n',
    { status: 404, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } },
  )
