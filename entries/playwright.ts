/**
 * Playwright's `test` with a fake: each test has its own world.
 *
 * - `test` and `expect` replace those of Playwright.
 * - `fakeTest` adds the fixture to your own `test`.
 * - `PageFake` is the fixture `fake`: it signs in, changes records, adds faults and moves the clock.
 * - `ToleranceReporter`, also the default export, reports to `agent-understudy tolerance`.
 *
 * @module
 */

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
export { ToleranceReporter, ToleranceReporter as default } from '../testing/playwright/reporter.ts'
export type { ServerOptions } from '../testing/playwright/server.ts'
export type { TestWorldOptions } from '../testing/playwright/test-world.ts'
export type { Session, SignInUser } from '../testing/fake-world.ts'
export type { WorldControlClient } from '../testing/world-control-client.ts'

/**
 * Playwright's `test` with the fixture `fake`: an isolated world for each test.
 *
 * @example
 * ```ts
 * import { expect, test } from 'agent-understudy/playwright'
 *
 * test('lists conversations', async ({ page, fake }) => {
 *   await fake.signIn(page, 'demo')
 *   await page.goto(`http://localhost:5173/?api=${fake.url}`)
 *   await expect(page.getByRole('listitem')).not.toHaveCount(0)
 * })
 * ```
 */
export const test = fakeTest(base)
