import { isError } from '../../contract/realm-safe.ts'
import { afterAll, beforeAll, beforeEach, type RunnerTask, vi } from 'vitest'
import { type FakeWorld, connectWorld, watchForks } from '../fake-world.ts'
import { activeRun } from '../run/active-run.ts'
import { loadConfiguredFake } from '../configured.ts'
import { hasNodeModules } from '../shipped-data.ts'
import { createTestFake, type TestFakeOptions } from '../test-fake.ts'
import { callControl, type FakeConnection, worldUrl } from '../control-client.ts'
import type { SessionStores } from '../app-session.ts'
import { RunningTests } from './running-tests.ts'
import { type SignIn, signInToWindow } from './window-session.ts'
import {
  inProcess,
  inProcessUrl,
  type Mount,
  type MswOptions,
  overHttp,
  throughMsw,
} from './mounts.ts'
import { callOf } from '../../contract/control/call.ts'
import type { NewWorldOptions } from '../../contract/control/worlds.ts'
import { formatCount } from '../../contract/format-count.ts'
import { snapshotOf } from '../../mocks/control/world-snapshot.ts'
import type { Fake } from '../../mocks/fake.ts'
import type { World } from '../../mocks/world/world.ts'
import { howToOpen, writeFailedWorld } from '../run/failed-world.ts'

/**
 * The settings of the project's config file. A wrong file fails the tests that use the settings.
 */
const projectSettings = await loadConfiguredFake().catch((error: Error) => error)

/** Options of `useFake`. */
export type UseFakeOptions = TestFakeOptions & {
  /** Serves the fake over HTTP on a free port, for code that does not use `fetch`. */
  readonly server?: boolean
  /** Redirects the global `fetch` to the fake by MSW, for code whose URLs are fixed. */
  readonly msw?: boolean | MswOptions
  /** For streams that are open after a test: `end` (default) closes them, `fail` fails the test. */
  readonly openStreams?: 'end' | 'fail'
  /** The place where the app stores its session, for `fake.signIn(window)`. */
  readonly app?: SessionStores
  /** `false` ignores the config file, which otherwise sets fixture, profile and scripts. */
  readonly config?: false
}

/** A world that `await using` deletes at the end of its block. */
export type DisposableWorld = TestWorld & AsyncDisposable

/** A world of the fake. */
export type TestWorld = Omit<FakeWorld, 'signIn'> & { readonly signIn: SignIn }

/** The fake of a test file, reset before each test. */
export type TestFake = TestWorld & {
  /** Creates one more world, for example for each concurrent test. */
  world(options?: NewWorldOptions): Promise<DisposableWorld>
  /** Adds MSW handlers in front of the fake until the test ends, as in `override(http.get(…))`. */
  override(...handlers: readonly [object, ...object[]]): void
}

/**
 * Creates a fake for the tests of this file or `describe` block. It is reset before and after each
 * test, which also undoes changes by a `beforeAll` hook, and closed after the last test. The worlds
 * and forks that a test creates are deleted after it. The worlds of a failed test are stored in
 * files, which the test output names. Call it where tests are declared. Throws a `TypeError` if
 * both `server` and `msw` are set, or one of them in a browser; an `Error` for a wrong config file.
 *
 * @example
 * ```ts
 * const fake = useFake()
 *
 * test('a token expires after two hours', async () => {
 *   const { access_token } = await fake.signIn()
 *   await fake.clock.advance('3h')
 *   const headers = { authorization: `Bearer ${access_token}` }
 *   expect((await fake.fetch('/api/auth/me', { headers })).status).toBe(401)
 * })
 * ```
 */
export function useFake(options: UseFakeOptions = {}): TestFake {
  const { server = false, msw = false, openStreams = 'end', app = {}, config, ...rest } = options
  if (config !== false && isError(projectSettings)) throw projectSettings
  if (server && msw) throw new TypeError('`useFake` takes either `server` or `msw`, not both.')
  if ((server || msw) && !hasNodeModules())
    throw new TypeError(
      `\`useFake({ ${server ? 'server' : 'msw'} })\` needs Node. In a browser, call \`fake.fetch\`, ` +
        'or mock the page with `setupWorker(...handlers(createFake({ fixture })))`.',
    )
  const fake = createTestFake(
    rest,
    config === false || isError(projectSettings) ? {} : projectSettings,
  )
  const connection: FakeConnection = { url: inProcessUrl, fetch: (request) => fake.fetch(request) }
  const atEnd: (() => void)[] = []
  const running = new RunningTests()
  const worlds = new TestWorlds(fake, openStreams)
  let mounted: Mount | undefined = server || msw ? undefined : inProcess(fake)

  const mount = (): Mount => {
    if (mounted !== undefined) return mounted
    throw new Error('The fake starts with the first test: use it only in tests and hooks.')
  }
  /** Refuses calls while tests run concurrently: the shared world cannot be reset for each of them. */
  const unlessConcurrent = (request: Request, send: FakeConnection['fetch']) => {
    if (running.count < 2) return send(request)
    throw new Error(
      'Concurrent tests would share one world: ' +
        'create a world in each of them by `await fake.world()`.',
    )
  }

  beforeAll(async () => {
    if (server) mounted = await overHttp(fake)
    else if (msw) mounted = await throughMsw(fake, msw === true ? {} : msw)
    // Hooks of the file can use the world before the first test.
    renewWorld()
  })
  beforeEach(async ({ task }) => {
    await running.endSkipped(task)
    const run = activeRun()
    if (run !== undefined) run.test = task.fullName ?? task.name
    if (running.count === 0) renewWorld()
    return running.begin(task, async () => {
      const isLast = running.count === 0
      if (isLast) {
        if (run !== undefined) run.test = null
        mounted?.override?.()
        for (const undo of atEnd.splice(0)) undo()
      }
      try {
        await worlds.end(task)
        if (isLast) await worlds.close('default')
      } finally {
        if (isLast) renewWorld()
      }
    })
  })
  afterAll(async () => {
    await running.endAll()
    await mounted?.close()
    fake.close()
  })

  /**
   * Recreates the default world, because a reset would return to a snapshot that a test restored.
   */
  function renewWorld(): void {
    worlds.delete('default')
    fake.world()
  }

  const address = (name?: string) => ({
    get url() {
      return name === undefined ? mount().url : worldUrl(mount(), name)
    },
    async fetch(request: Request) {
      const send: FakeConnection['fetch'] = (one) => mount().fetch(one)
      return name === undefined ? unlessConcurrent(request, send) : send(request)
    },
  })
  const connectedWorld = connectWorld(
    { ...connection, fetch: (request) => unlessConcurrent(request, connection.fetch) },
    'default',
    address(),
  )
  /** The methods whose effects end with the test. */
  const untilEnd = (world: FakeWorld) => ({
    signIn: signInToWindow(world.signIn, app, (removeSession) => atEnd.push(removeSession)),
    fork: watchForks(world, (copy) => worlds.add(copy, running.tests())),
  })
  return Object.assign(connectedWorld, untilEnd(connectedWorld), {
    async world(worldOptions: NewWorldOptions = {}): Promise<DisposableWorld> {
      const call = callOf('POST worlds', { body: worldOptions })
      const { name } = await callControl(connection, undefined, call)
      worlds.add(name, running.tests())
      const made = connectWorld(connection, name, address(name))
      return Object.assign(made, untilEnd(made), {
        [Symbol.asyncDispose]: () => worlds.close(name),
      })
    },
    override(...handlers: readonly [object, ...object[]]) {
      const { override } = mount()
      if (override === undefined)
        throw new Error('`override` only works with MSW: use `useFake({ msw: true })`.')
      override(...handlers)
    },
  })
}

type TrackedWorld = {
  /** The tests that could have created the world: it is unknown which of concurrent tests did. */
  readonly tests: Set<RunnerTask>
  /** The world after it was deleted, for the file of a failed test. */
  deleted?: World
}

/** The worlds that running tests created, without `default`. They are deleted after these tests. */
class TestWorlds {
  readonly #fake: Fake
  readonly #openStreams: 'end' | 'fail'
  readonly #byName = new Map<string, TrackedWorld>()

  constructor(fake: Fake, openStreams: 'end' | 'fail') {
    this.#fake = fake
    this.#openStreams = openStreams
  }

  add(name: string, tests: Iterable<RunnerTask>): void {
    this.#byName.set(name, { tests: new Set(tests) })
  }

  /** Deletes a world, unless its test has deleted it. */
  delete(name: string): void {
    const world = this.#find(name)
    if (world === undefined) return
    const ofTest = this.#byName.get(name)
    if (ofTest !== undefined) ofTest.deleted = world
    this.#fake.control(name).delete()
  }

  /**
   * Deletes a world that a test has used. Throws if the test left a stream open and `openStreams`
   * is `fail`.
   */
  async close(name: string): Promise<void> {
    try {
      // Called repeatedly, because a closed stream is noticed late.
      if (this.#openStreams === 'fail')
        await vi.waitFor(() => this.#refuseOpenStreams(name), { timeout: 1000 })
    } finally {
      this.delete(name)
    }
  }

  /** Stores the worlds of a failed test in files, and deletes those that no running test can use. */
  async end(test: RunnerTask): Promise<void> {
    const own = [...this.#byName].filter(([, { tests }]) => tests.delete(test))
    if (test.result?.state === 'fail') this.#keep(test, own)
    const ended = own.filter(([, { tests }]) => tests.size === 0)
    try {
      for (const [name] of ended) await this.close(name)
    } finally {
      for (const [name] of ended) {
        this.delete(name)
        this.#byName.delete(name)
      }
    }
  }

  /** Stores worlds in files, and says how to open them. */
  #keep(test: RunnerTask, own: readonly (readonly [name: string, world: TrackedWorld])[]): void {
    const worlds = own.flatMap(([name, { deleted }]) => this.#find(name) ?? deleted ?? [])
    const shared = this.#fake.world()
    // Omits the shared world if it got no calls and the test created other worlds.
    for (const world of worlds.length > 0 && shared.journal.count === 0
      ? worlds
      : [shared, ...worlds]) {
      const title = [test.fullName ?? test.name, test.id, ...(world === shared ? [] : [world.name])]
      const path = writeFailedWorld(snapshotOf(world, true), title.join('-'))
      if (path !== undefined) process.stdout.write(`${howToOpen(path)}\n`)
    }
  }

  #find(name: string): World | undefined {
    const exists = this.#fake.worlds.list().some((one) => one.name === name)
    return exists ? this.#fake.world(name) : undefined
  }

  #refuseOpenStreams(name: string): void {
    const { openStreams = 0 } = this.#find(name) ?? {}
    if (openStreams === 0) return
    // The journal may lack the open streams: it has a limit, and tests can clear it.
    const known = this.#fake
      .control(name)
      .journal.list()
      .filter(({ stream }) => stream?.state === 'open')
      .map(({ method, path }) => `${method} ${path}`)
    const open = known.length === 0 ? formatCount(openStreams, 'stream') : known.join(', ')
    throw new Error(`The test left streams open: ${open}. Abort them or read them to the end.`)
  }
}
