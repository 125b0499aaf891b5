import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import type { WorldDetails, NewWorldOptions } from '../../mocks/control/worlds.ts'
import { type FakeWorld, connectWorld } from '../fake-world.ts'
import { createTestFake, type TestFakeOptions } from '../test-fake.ts'
import { callControl, type FakeConnection, worldUrl } from '../control-client.ts'
import {
  inProcess,
  inProcessUrl,
  type Mount,
  type MswOptions,
  overHttp,
  throughMsw,
} from './mounts.ts'

/** What the fake of a test file plays, and how it is reached. */
export type UseFakeOptions = TestFakeOptions & {
  /** Serves it over HTTP on a free port: for code that brings a transport of its own. */
  readonly server?: boolean
  /** Lets MSW lead the global `fetch` to it: for code that calls the URLs it always calls. */
  readonly msw?: boolean | MswOptions
  /** Whether a stream that is open when a test ends is ended in silence, as it is by default. */
  readonly openStreams?: 'end' | 'fail'
}

/** A world that ends with its block where it is declared by `await using`. */
export type DisposableWorld = FakeWorld & AsyncDisposable

/** The fake of a test file: each test finds it as it was ordered. */
export type TestFake = FakeWorld & {
  /** Makes a world of a test's own: tests that run at the same time need one each. */
  world(wish?: NewWorldOptions): Promise<DisposableWorld>
  /** Puts handlers of MSW before the fake until the test ends, as `override(http.get(…))`. */
  override(...handlers: readonly [object, ...object[]]): void
}

/**
 * Makes a fake for the tests of this file or `describe`; it is reset around each, and closed behind
 * the last. Call it where tests are declared. Throws `TypeError` for options that exclude each other.
 */
export function useFake(options: UseFakeOptions = {}): TestFake {
  const { server = false, msw = false, openStreams = 'end', ...play } = options
  if (server && msw) throw new TypeError('Failed to use a fake: choose one of `server` and `msw`.')
  const fake = createTestFake(play)
  const inside: FakeConnection = { url: inProcessUrl, fetch: (request) => fake.fetch(request) }
  let running = 0
  let mounted: Mount | undefined = server || msw ? undefined : inProcess(fake)

  const mount = (): Mount => {
    if (mounted !== undefined) return mounted
    throw new Error('The fake is mounted when the tests begin: use it in tests and hooks alone.')
  }
  /** Nobody could say which of two tests a call is from, nor when to begin anew. */
  const alone = (request: Request, send: FakeConnection['fetch']) => {
    if (running < 2) return send(request)
    throw new Error(
      'Tests that run at the same time would share one world: ' +
        'take `await fake.world()` in each of them.',
    )
  }

  beforeAll(async () => {
    if (server) mounted = await overHttp(fake)
    else if (msw) mounted = await throughMsw(fake, msw === true ? {} : msw)
  })
  beforeEach(() => {
    running += 1
    if (running === 1) fake.control().reset()
    return async () => {
      running -= 1
      if (running > 0) return
      mounted?.override?.()
      try {
        if (openStreams === 'fail') await vi.waitFor(refuseOpenStreams, { timeout: 1000 })
      } finally {
        fake.control().reset()
      }
    }
  })
  afterAll(async () => {
    await mounted?.close()
    fake.close()
  })

  /** The end of a stream takes a moment to come from a reader who left over HTTP. */
  function refuseOpenStreams(): void {
    const open = fake
      .control()
      .journal.list()
      .filter(({ stream }) => stream?.state === 'open')
      .map(({ method, path }) => `${method} ${path}`)
    if (open.length > 0)
      throw new Error(`The test left streams open: ${open.join(', ')}. Abort or read them.`)
  }

  const approach = (name?: string) => ({
    get url() {
      return name === undefined ? mount().url : worldUrl(mount(), name)
    },
    fetch: (request: Request) => mount().fetch(request),
  })
  const shared = approach()
  const own = connectWorld(
    { ...inside, fetch: (request) => alone(request, inside.fetch) },
    'default',
    {
      get url() {
        return shared.url
      },
      fetch: async (request) => alone(request, shared.fetch),
    },
  )
  return Object.assign(own, {
    async world(wish: NewWorldOptions = {}): Promise<DisposableWorld> {
      const { name } = await callControl<WorldDetails>(inside, undefined, 'POST worlds', wish)
      const made = connectWorld(inside, name, approach(name))
      return Object.assign(made, { [Symbol.asyncDispose]: () => made.delete() })
    },
    override(...handlers: readonly [object, ...object[]]) {
      const { override } = mount()
      if (override === undefined)
        throw new Error('Handlers of MSW need it: ask for it by `useFake({ msw: true })`.')
      override(...handlers)
    },
  })
}
