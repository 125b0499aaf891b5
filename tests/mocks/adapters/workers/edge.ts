import type { Readable } from 'node:stream'
import { build } from 'esbuild'
import { vi } from 'vitest'
import type { WorldDetails } from '../../../../contract/control/worlds.ts'
import { type Visitor, visit } from '../../../support/visitor.ts'
import { Miniflare } from './miniflare.ts'

export const controlToken = 'a-token-of-the-control-api'

/** The Worker of the tests, bundled once from the built package, in the same way as Wrangler does. */
let script: Promise<string> | undefined
const bundled = () =>
  (script ??= build({
    entryPoints: ['tests/mocks/adapters/workers/worker.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
  }).then(({ outputFiles: [file] }) => file?.text ?? ''))

/** The fake in the runtime of Cloudflare Workers. */
export type Edge = AsyncDisposable & {
  readonly baseUrl: string
  fetch(request: Request): Promise<Response>
  /** Calls the control API of a world, such as `GET clock`, with the token. */
  control<Json>(operation: string, body?: unknown, world?: string): Promise<Json>
  /** Creates a world, and returns its description. */
  newWorld(options?: object): Promise<WorldDetails>
  /** A user of the platform with a credential, optionally in the world of a name. */
  visit(bearer?: string, world?: string): Visitor
  /** Removes the object of a world from memory, with all state that is only in memory. */
  evict(world: string): Promise<void>
  /** Breaks or inspects the object of a world; see worker.ts. */
  inspect(world: string, what: string): Promise<unknown>
}

/**
 * Sends a request on a connection of its own. The runtime closes the connections of broken streams,
 * and idle ones after five seconds; `fetch` may reuse such a connection before it notices.
 */
async function send(request: Request): Promise<Response> {
  request.headers.set('connection', 'close')
  return fetch(request)
}

/** `fetch` for tests of the Worker. */
export const fetchOnce = (url: string, init?: RequestInit) => send(new Request(url, init))

/** Starts the Worker with its bindings. */
export async function startEdge(
  bindings: Readonly<Record<string, string>> = { CONTROL_TOKEN: controlToken },
): Promise<Edge> {
  const runtime = new Miniflare({
    modules: true,
    script: await bundled(),
    compatibilityDate: '2026-05-01',
    compatibilityFlags: ['enable_request_signal', 'request_signal_passthrough'],
    host: '127.0.0.1',
    port: 0,
    bindings,
    handleRuntimeStdio: (_output: Readable, errors: Readable) =>
      void errors.on('data', printErrors),
    durableObjects: { WORLDS: { className: 'World', useSQLite: true } },
    assets: {
      directory: 'dist/console',
      binding: 'ASSETS',
      routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: true },
    },
  })
  const baseUrl = (await runtime.ready).origin
  const call = (world: string, what: string) =>
    send(new Request(`${baseUrl}/w/${encodeURIComponent(world)}/api?test=${what}`))
  const inspect = async (world: string, what: string): Promise<unknown> =>
    (await call(world, what)).json()

  async function control<Json>(operation: string, body?: unknown, world = 'default') {
    const [method, path = ''] = operation.split(' ')
    const url = `${baseUrl}/w/${encodeURIComponent(world)}/__control/${path}`
    const request = new Request(url, {
      method,
      headers: {
        authorization: `Bearer ${controlToken}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const response = await send(request)
    const text = await response.text()
    if (!response.ok) throw new Error(`${operation}: ${response.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as Json
  }

  return {
    baseUrl,
    fetch: send,
    control,
    newWorld: (options = {}) => control<WorldDetails>('POST worlds', options),
    visit: (bearer, world) =>
      visit(
        {
          fake: undefined as never,
          fetch: send,
          baseUrl: baseUrl + (world === undefined ? '' : `/w/${world}`),
        },
        bearer,
      ),
    async evict(world) {
      await call(world, 'evict')
    },
    inspect,
    [Symbol.asyncDispose]: () => runtime.dispose(),
  }
}

/** Prints the reports of the runtime, except evictions and faults that tests cause. */
function printErrors(chunk: Buffer): void {
  const text = String(chunk)
  if (!/evicted by a test|TypeError: terminated/.test(text)) process.stderr.write(text)
}

/** Calls a function until its result passes a test, and returns the result. */
export async function eventually<Result>(
  read: () => Promise<Result>,
  passes: (result: Result) => boolean,
): Promise<Result> {
  const [passed] = await vi.waitUntil(
    async () => {
      const result = await read()
      return passes(result) && [result]
    },
    { timeout: 50_000 },
  )
  return passed
}
