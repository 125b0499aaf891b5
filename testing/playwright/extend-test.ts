import { dirname } from 'node:path'
import type {
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestType,
} from '@playwright/test'
import type { FakeWorld } from '../fake-world.ts'
import type { FakeConnection } from '../control-client.ts'
import { type AppOptions, routeAppCalls } from './app.ts'
import { createPageFake, type PageFake } from './page-fake.ts'
import { connectServer, type ServerOptions } from './server.ts'
import {
  attachFailureReport,
  createTestWorld,
  deleteTestWorld,
  type TestWorldOptions,
  withForks,
} from './test-world.ts'
import { escapeJson } from '../../contract/escape.ts'
import {
  type CreateCheck,
  findingsText,
  openTestProxy,
  requireNoFailures,
  type TestProxy,
  type TestProxyOptions,
} from '../proxy/test-proxy.ts'

/** The fixtures of each test, and the options for `test.use()`. */
export type FakeFixtures = {
  /** A world for this test only; it is deleted after the test, with its forks. */
  readonly fake: PageFake
  /** The initial state of the world. */
  readonly fakeWorld: TestWorldOptions
  /** Describes how your app calls the platform and stores its session. */
  readonly fakeApp: AppOptions
}

/** The fixtures and options of each worker. */
export type FakeWorkerFixtures = {
  /** The server of the fake. Default: each worker starts its own. */
  readonly fakeServer: ServerOptions
  /** The connection to the running server. */
  readonly fakeConnection: FakeConnection
}

/** Defaults of the options that `test.use()` can change. */
export type FakeDefaults = {
  readonly server?: ServerOptions
  readonly world?: TestWorldOptions
  readonly app?: AppOptions
}

type BaseTestArgs = PlaywrightTestArgs & PlaywrightTestOptions
type BaseWorkerArgs = PlaywrightWorkerArgs & PlaywrightWorkerOptions

/**
 * Extends your Playwright `test` with the fixture `fake`: an isolated world for each test.
 *
 * @example
 * ```ts
 * import { test as base } from '@playwright/test'
 * import { fakeTest } from 'agent-understudy/playwright'
 *
 * export const test = fakeTest(base, { app: { calls: /\/api\// } })
 *
 * test('asks to sign in again', async ({ page, fake }) => {
 *   await fake.signIn(page)
 *   await fake.clock.advance('3h')
 *   await page.goto('/')
 * })
 * ```
 */
export function fakeTest<Args extends object, WorkerArgs extends object>(
  base: TestType<Args, WorkerArgs>,
  { server = {}, world = {}, app = {} }: FakeDefaults = {},
): TestType<Args & FakeFixtures, WorkerArgs & FakeWorkerFixtures> {
  // Only Playwright's own fixtures are used here, not the additions of `base`.
  const plain = base as unknown as TestType<BaseTestArgs, BaseWorkerArgs>
  const extended = plain.extend<FakeFixtures, FakeWorkerFixtures>({
    fakeServer: [server, { option: true, scope: 'worker' }],
    fakeWorld: [world, { option: true }],
    fakeApp: [app, { option: true }],
    fakeConnection: [
      async ({ fakeServer }, use, { config: { configFile, rootDir } }) => {
        const folder = configFile === undefined ? rootDir : dirname(configFile)
        const { connection, close } = await connectServer(fakeServer, folder)
        await use(connection)
        await close()
      },
      { scope: 'worker' },
    ],
    fake: async ({ fakeConnection, fakeWorld, fakeApp, baseURL }, use, testInfo) => {
      const own: FakeWorld = await createTestWorld(fakeConnection, fakeWorld, testInfo)
      const { world: given, deleteForks } = withForks(fakeConnection, own)
      await use(createPageFake(given, fakeApp, baseURL))
      await attachFailureReport(own, testInfo)
      await deleteForks()
      await deleteTestWorld(own)
    },
    // `fake` is a parameter, so that Playwright closes the pages before it deletes their world.
    context: async ({ context, fake, fakeApp }, use) => {
      await routeAppCalls(context, fake, fakeApp)
      await use(context)
    },
  })
  return extended as unknown as TestType<Args & FakeFixtures, WorkerArgs & FakeWorkerFixtures>
}

/** Options of the fixture `deployment`, for `test.use({ deploymentOptions })`. */
export type PageProxyOptions = TestProxyOptions & {
  /** Attaches the recording of each test to its report, as `session.har`. */
  readonly record?: boolean
  /**
   * The requests that the app sends to its own origin but that are meant for the platform: a URL
   * pattern as `page.route` takes it. Omit it if the app uses `deployment.url` as its base URL.
   */
  readonly calls?: string | RegExp
}

/** The fixtures of `proxyTest`. */
export type ProxyFixtures = {
  /** A proxy for this test only, in front of the deployment. */
  readonly deployment: TestProxy
  readonly deploymentOptions: PageProxyOptions
}

/** Extends a Playwright `test` with the fixture `deployment`. */
export function extendWithProxy<Args extends object, WorkerArgs extends object>(
  base: TestType<Args, WorkerArgs>,
  defaults: PageProxyOptions,
  createCheck: CreateCheck,
): TestType<Args & ProxyFixtures, WorkerArgs> {
  // Only Playwright's own fixtures are used here, not the additions of `base`.
  const plain = base as unknown as TestType<PlaywrightTestArgs & PlaywrightTestOptions, object>
  const extended = plain.extend<ProxyFixtures>({
    deploymentOptions: [defaults, { option: true }],
    deployment: async ({ deploymentOptions }, use, testInfo) => {
      const { record = false, calls: _, ...options } = deploymentOptions
      const file = record ? testInfo.outputPath('session.har') : undefined
      const { proxy, close } = await openTestProxy(options, createCheck, file ? [file] : [])
      await use(proxy)
      const findings = await close()
      if (file !== undefined) await testInfo.attach('session.har', { path: file })
      if (findings.length > 0) {
        await testInfo.attach('findings', {
          body: findingsText(findings),
          contentType: 'text/plain',
        })
        await testInfo.attach('findings.json', {
          body: escapeJson(JSON.stringify(findings, null, 2)),
          contentType: 'application/json',
        })
      }
      requireNoFailures(findings, options.check)
    },
    // `deployment` is a parameter, so that Playwright closes the pages before the proxy.
    context: async ({ context, deployment: { url }, deploymentOptions: { calls } }, use) => {
      await routeAppCalls(context, { url, headers: {} }, calls === undefined ? {} : { calls })
      await use(context)
    },
  })
  return extended as unknown as TestType<Args & ProxyFixtures, WorkerArgs>
}
