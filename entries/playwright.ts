import { test as base } from '@playwright/test'
import { fakeTest } from '../testing/playwright/fake-test.ts'

export { expect } from '@playwright/test'
export type { AppOptions } from '../testing/playwright/app.ts'
export {
  type FakeDefaults,
  type FakeFixtures,
  fakeTest,
  type FakeWorkerFixtures,
} from '../testing/playwright/fake-test.ts'
export type { PageFake } from '../testing/playwright/page-fake.ts'
export type { ServerOptions } from '../testing/playwright/server.ts'
export type { TestWorldOptions as WorldOptions } from '../testing/playwright/test-world.ts'
export type { Session, SignInUser as Who } from '../testing/fake-world.ts'
export type { WorldControlClient as SteeredWorld } from '../testing/world-control-client.ts'

/** The `test` of Playwright, with a `fake` for each test. */
export const test = fakeTest(base)
