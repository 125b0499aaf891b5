/**
 * A fake for Vitest tests, with or without MSW.
 *
 * - `useFake` creates it for the tests of a file, and resets it before each test.
 * - `useProxy` starts a proxy in front of a real deployment for each test.
 * - `TestFake` signs in, reads and changes records, adds faults and moves the clock.
 * - `toleranceCases` are states of the platform. A test says what it expects in each.
 * - `ToleranceReporter`, also the default export, reports to `agent-understudy tolerance`.
 *
 * @example
 * ```ts
 * import { useFake } from 'agent-understudy/vitest'
 * import { expect, it } from 'vitest'
 *
 * const fake = useFake()
 *
 * it('signs in', async () => {
 *   expect(await fake.signIn('demo')).toHaveProperty('access_token')
 * })
 * ```
 * @module
 */

import './require-runtime.ts'
import type { TestProxy } from '../testing/proxy/test-proxy.ts'
import { declareProxy, type UseProxyOptions } from '../testing/vitest/use-proxy.ts'

export type { ProxyFakeOptions, TestProxy, TrafficFinding } from '../testing/proxy/test-proxy.ts'
export type { UseProxyOptions }
export type {
  Session,
  SessionClient,
  SessionNames,
  SessionStores,
  SessionTarget,
  SignInUser,
} from '../testing/app-session.ts'
export type { FakeWorld } from '../testing/fake-world.ts'
export type { TestFakeOptions } from '../testing/test-fake.ts'
export {
  type ToleranceCase,
  type ToleranceCaseName,
  toleranceCases,
} from '../testing/tolerance-cases.ts'
export type { WorldControlClient } from '../testing/world-control-client.ts'
export type { MswOptions } from '../testing/vitest/mounts.ts'
export type { SessionWindow, SignIn } from '../testing/vitest/window-session.ts'
export {
  type DisposableWorld,
  type TestFake,
  type TestWorld,
  useFake,
  type UseFakeOptions,
} from '../testing/vitest/use-fake.ts'
export { ToleranceReporter, ToleranceReporter as default } from '../testing/vitest/reporter.ts'

const createCheck = async () => {
  const { TrafficCheck } = await import('../conformance/passive/traffic-check.ts')
  return new TrafficCheck()
}

/**
 * Starts a proxy in front of a real deployment before each test of this file or `describe` block, and
 * closes it after the test. With `check`, a test fails if its traffic breaks a rule that must hold;
 * findings are in `task.meta.findings`. Needs Node.
 *
 * @example
 * ```ts
 * import { useProxy } from 'agent-understudy/vitest'
 * import { expect, it } from 'vitest'
 *
 * const deployment = useProxy({ to: 'http://localhost:8000', check: true })
 *
 * it('lists agents', async () => {
 *   expect((await fetch(`${deployment.url}/api/agents`)).status).toBe(401)
 * })
 * ```
 */
export const useProxy = (options: UseProxyOptions): TestProxy => declareProxy(options, createCheck)
