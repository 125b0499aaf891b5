import type {
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestType,
} from '@playwright/test'
import type { FakeWorld } from '../fake-world.ts'
import type { Reach } from '../reach.ts'
import { leadApp } from './lead-app.ts'
import { openPageFake, type PageFake } from './page-fake.ts'
import { reachServer, type ServerOptions } from './reach-server.ts'
import { tellOfFailure } from './tell-of-failure.ts'
import type { AppOptions } from './app-options.ts'
import { endWorld, makeWorld, type WorldOptions } from './world-of-test.ts'

/** What each test is given, and can be told by `test.use()`. */
export type FakeFixtures = {
  /** A platform of this test alone; its world ends with the test. */
  readonly fake: PageFake
  /** What the world begins with. */
  readonly fakeWorld: WorldOptions
  /** How the pages of your app reach the platform, and where they keep their session. */
  readonly fakeApp: AppOptions
}

/** What each worker is given. */
export type FakeWorkerFixtures = {
  /** The server of all worlds: one of the worker's own, unless a `url` is given. */
  readonly fakeServer: ServerOptions
  /** The server that runs. */
  readonly fakeReach: Reach
}

/** Beginnings of the options that `test.use()` changes. */
export type FakeDefaults = {
  readonly server?: ServerOptions
  readonly world?: WorldOptions
  readonly app?: AppOptions
}

type Own = PlaywrightTestArgs & PlaywrightTestOptions
type OwnOfWorker = PlaywrightWorkerArgs & PlaywrightWorkerOptions

/** Your `test` of Playwright, with a `fake` for each test that other tests know nothing of. */
export function fakeTest<Args extends object, WorkerArgs extends object>(
  base: TestType<Args, WorkerArgs>,
  { server = {}, world = {}, app = {} }: FakeDefaults = {},
): TestType<Args & FakeFixtures, WorkerArgs & FakeWorkerFixtures> {
  // Its own fixtures are all that is used here of it, whatever was added.
  const plain = base as unknown as TestType<Own, OwnOfWorker>
  const extended = plain.extend<FakeFixtures, FakeWorkerFixtures>({
    fakeServer: [server, { option: true, scope: 'worker' }],
    fakeWorld: [world, { option: true }],
    fakeApp: [app, { option: true }],
    fakeReach: [
      async ({ fakeServer }, use) => {
        const { reach, close } = await reachServer(fakeServer)
        await use(reach)
        await close()
      },
      { scope: 'worker' },
    ],
    fake: async ({ fakeReach, fakeWorld, fakeApp }, use, testInfo) => {
      const own: FakeWorld = await makeWorld(fakeReach, fakeWorld, testInfo)
      await use(openPageFake(own, fakeApp))
      await tellOfFailure(own, testInfo)
      await endWorld(own)
    },
    // Depends on the fake, so that pages are closed before their world ends.
    context: async ({ context, fake, fakeApp }, use) => {
      await leadApp(context, fake, fakeApp)
      await use(context)
    },
  })
  return extended as unknown as TestType<Args & FakeFixtures, WorkerArgs & FakeWorkerFixtures>
}
