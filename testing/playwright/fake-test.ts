import type {
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestType,
} from '@playwright/test'
import type { FakeWorld } from '../fake-world.ts'
import type { FakeConnection } from '../control-client.ts'
import { routeAppCalls, type AppOptions } from './app.ts'
import { createPageFake, type PageFake } from './page-fake.ts'
import { connectServer, type ServerOptions } from './server.ts'
import {
  attachFailureReport,
  deleteTestWorld,
  createTestWorld,
  type TestWorldOptions,
} from './test-world.ts'

/** What each test is given, and can be told by `test.use()`. */
export type FakeFixtures = {
  /** A platform of this test alone; its world ends with the test. */
  readonly fake: PageFake
  /** What the world begins with. */
  readonly fakeWorld: TestWorldOptions
  /** How the pages of your app reach the platform, and where they keep their session. */
  readonly fakeApp: AppOptions
}

/** What each worker is given. */
export type FakeWorkerFixtures = {
  /** The server of all worlds: one of the worker's own, unless a `url` is given. */
  readonly fakeServer: ServerOptions
  /** The server that runs. */
  readonly fakeReach: FakeConnection
}

/** Beginnings of the options that `test.use()` changes. */
export type FakeDefaults = {
  readonly server?: ServerOptions
  readonly world?: TestWorldOptions
  readonly app?: AppOptions
}

type BaseTestArgs = PlaywrightTestArgs & PlaywrightTestOptions
type BaseWorkerArgs = PlaywrightWorkerArgs & PlaywrightWorkerOptions

/** Your `test` of Playwright, with a `fake` for each test that other tests know nothing of. */
export function fakeTest<Args extends object, WorkerArgs extends object>(
  base: TestType<Args, WorkerArgs>,
  { server = {}, world = {}, app = {} }: FakeDefaults = {},
): TestType<Args & FakeFixtures, WorkerArgs & FakeWorkerFixtures> {
  // Its own fixtures are all that is used here of it, whatever was added.
  const plain = base as unknown as TestType<BaseTestArgs, BaseWorkerArgs>
  const extended = plain.extend<FakeFixtures, FakeWorkerFixtures>({
    fakeServer: [server, { option: true, scope: 'worker' }],
    fakeWorld: [world, { option: true }],
    fakeApp: [app, { option: true }],
    fakeReach: [
      async ({ fakeServer }, use) => {
        const { reach, close } = await connectServer(fakeServer)
        await use(reach)
        await close()
      },
      { scope: 'worker' },
    ],
    fake: async ({ fakeReach, fakeWorld, fakeApp }, use, testInfo) => {
      const own: FakeWorld = await createTestWorld(fakeReach, fakeWorld, testInfo)
      await use(createPageFake(own, fakeApp))
      await attachFailureReport(own, testInfo)
      await deleteTestWorld(own)
    },
    // Depends on the fake, so that pages are closed before their world ends.
    context: async ({ context, fake, fakeApp }, use) => {
      await routeAppCalls(context, fake, fakeApp)
      await use(context)
    },
  })
  return extended as unknown as TestType<Args & FakeFixtures, WorkerArgs & FakeWorkerFixtures>
}
