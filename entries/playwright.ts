/**
 * Playwright's `test` with a fake: each test has its own world.
 *
 * - `test` and `expect` replace those of Playwright.
 * - `fakeTest` adds the fixture `fake` to your own `test`.
 * - `proxyTest` adds a proxy in front of a real deployment, which checks, breaks or records its
 * traffic.
 * - `PageFake` is the fixture `fake`: it signs in, changes records, adds faults and moves the clock.
 * - `toleranceCases` are states of the platform. Your test says what it expects in each.
 * - `ToleranceReporter`, also the default export, reports to `agent-understudy tolerance`.
 *
 * @module
 */

import './require-runtime.ts'
import { test as base, type TestType } from '@playwright/test'
import {
  extendWithProxy,
  fakeTest,
  type PageProxyOptions,
  type ProxyFixtures,
} from '../testing/playwright/extend-test.ts'

export { expect } from '@playwright/test'
export type { AppOptions } from '../testing/playwright/app.ts'
export {
  type FakeDefaults,
  type FakeFixtures,
  fakeTest,
  type FakeWorkerFixtures,
  type PageProxyOptions,
  type ProxyFixtures,
} from '../testing/playwright/extend-test.ts'
export type { ProxyFakeOptions, TestProxy, TrafficFinding } from '../testing/proxy/test-proxy.ts'
export type { PageFake } from '../testing/playwright/page-fake.ts'
export { ToleranceReporter, ToleranceReporter as default } from '../testing/playwright/reporter.ts'
export type { ServerOptions } from '../testing/playwright/server.ts'
export type { TestWorldOptions } from '../testing/playwright/test-world.ts'
export type {
  Session,
  SessionClient,
  SessionNames,
  SessionStores,
  SessionTarget,
  SignInUser,
} from '../testing/app-session.ts'
export {
  type ToleranceCase,
  type ToleranceCaseName,
  toleranceCases,
} from '../testing/tolerance-cases.ts'
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

const createCheck = async () => {
  const { TrafficCheck } = await import('../conformance/passive/traffic-check.ts')
  return new TrafficCheck()
}

/**
 * Extends your Playwright `test` with the fixture `deployment`: a proxy in front of a real
 * deployment, for each test. With `check`, a test fails if its traffic breaks a rule that must hold.
 *
 * @example
 * ```ts
 * import { test as base } from '@playwright/test'
 * import { proxyTest } from 'agent-understudy/playwright'
 *
 * const test = proxyTest(base, { to: 'https://staging.example.com', check: true, fake: true })
 *
 * test('asks a question', async ({ page, deployment }) => {
 *   await page.goto(`http://localhost:5173/?api=${deployment.url}`)
 * })
 * ```
 */
export const proxyTest = <Args extends object, WorkerArgs extends object>(
  plain: TestType<Args, WorkerArgs>,
  defaults: PageProxyOptions = {},
): TestType<Args & ProxyFixtures, WorkerArgs> => extendWithProxy(plain, defaults, createCheck)
