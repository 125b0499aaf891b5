import { once } from 'node:events'
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { createDemo } from '../../cli/serve/demo.ts'
import { documented, type Profile } from '../../contract/picks.ts'
import { listen } from '../../mocks/adapters/node.ts'
import { createCore } from '../../mocks/core.ts'
import { createRequestHandler } from '../../mocks/request-handler.ts'
import type { FakeOptions } from '../../mocks/fake-options.ts'
import { createManualClock } from './manual-clock.ts'
import { demo } from './transports.ts'

export type VisitorAccount = {
  readonly name: string
  readonly base_url: string
  readonly ttl_ms: number
  readonly ends_in_ms: number
  readonly users: readonly { readonly email: string; readonly password: string }[]
  readonly keys: Readonly<Record<string, string>>
}

export const typed = { 'content-type': 'application/json' }

type Flags = {
  readonly idle?: number
  readonly rate?: number
  readonly worlds?: number
  readonly controlToken?: string
  readonly publicUrl?: string
  readonly host?: string
  /** The profile of the server, which is also in its list of profiles. */
  readonly profile?: Profile
  /** More operations of the control API. */
  readonly controlRoutes?: FakeOptions['controlRoutes']
}

/** A demo server with a manual system clock. */
export async function openDemoServer(flags: Flags = {}) {
  const { controlToken, publicUrl, host = '127.0.0.1', controlRoutes } = flags
  const { profile = documented } = flags
  const systemClock = createManualClock(Date.parse('2026-11-21T08:00:00.000Z'))
  const own = { controlToken, publicUrl, allowOrigin: [] }
  const given = { idle: 30 * 60_000, rate: 1000, worlds: 100, ...flags, ...own }
  const server = createDemo(given, systemClock)
  const core = createCore(
    {
      fixture: demo,
      profile,
      controlRoutes,
      secret: 'a secret of the server',
      systemClock,
      maxWorlds: given.worlds,
      control: { token: server.token, publicUrl },
      limiter: server.limiter,
    },
    createRequestHandler,
  )
  // A stub instead of the real page, which these tests do not need.
  const withPage: typeof core = {
    ...core,
    handle: async (asked) =>
      asked.path === '/'
        ? { status: 200, headers: { 'content-type': 'text/html' }, body: 'page' }
        : core.handle(asked),
  }
  const { url, close } = await listen(server.wrap(withPage, profile), { host })
  const port = Number(new URL(url).port)

  /** Sends a request to a path or URL, such as `GET /api/agents`, and returns the raw response. */
  async function open(operation: string, headers: OutgoingHttpHeaders = {}, body?: unknown) {
    const [method, target = ''] = operation.split(' ')
    const path = target.replace(/^https?:\/\/[^/]*/, '')
    const content = body === undefined ? undefined : JSON.stringify(body)
    const all = { ...(content !== undefined && typed), ...headers }
    const sent = request({ host: '127.0.0.1', port, method, path, headers: all, agent: false })
    sent.end(content)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return response
  }

  async function call<Json = unknown>(...[operation, headers, body]: Parameters<typeof open>) {
    const response = await open(operation, headers, body)
    const read = await text(response)
    const isJson = response.headers['content-type'] === 'application/json'
    const json = (isJson && read !== '' ? JSON.parse(read) : undefined) as Json
    return { status: response.statusCode ?? 0, headers: response.headers, text: read, json }
  }

  /** Opens the page as a new browser. */
  async function arrive(headers: OutgoingHttpHeaders = {}) {
    const { headers: answered } = await call('GET /', headers)
    const setCookie = answered['set-cookie']?.[0] ?? ''
    const cookie = { cookie: setCookie.split(';')[0] ?? '' }
    const visitor = {
      setCookie,
      cookie,
      call: <Json = unknown>(operation: string, body?: unknown, more: OutgoingHttpHeaders = {}) =>
        call<Json>(operation, { ...cookie, ...more }, body),
      account: async () => (await visitor.call<VisitorAccount>('GET /__control/visitor')).json,
      /** The authorization header with a key of this world. */
      key: async (name = 'full') => {
        const { keys } = await visitor.account()
        return { authorization: `Bearer ${keys[name]}` }
      },
    }
    return visitor
  }

  const worlds = () => core.parts.worlds.list()
  return { core, url, systemClock, open, call, arrive, worlds, [Symbol.asyncDispose]: close }
}

/** A visitor of the demo server. */
export type DemoVisitor = Awaited<ReturnType<Awaited<ReturnType<typeof openDemoServer>>['arrive']>>
