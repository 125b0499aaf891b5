/**
 * A fake for Vitest tests, with or without MSW.
 *
 * - `useFake` creates it for the tests of a file, and resets it before each test.
 * - `TestFake` signs in, reads and changes records, adds faults and moves the clock.
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

export type { FakeWorld, Session, SignInUser } from '../testing/fake-world.ts'
export type { TestFakeOptions } from '../testing/test-fake.ts'
export type { WorldControlClient } from '../testing/world-control-client.ts'
export type { MswOptions } from '../testing/vitest/mounts.ts'
export {
  type DisposableWorld,
  type TestFake,
  useFake,
  type UseFakeOptions,
} from '../testing/vitest/use-fake.ts'
export { ToleranceReporter, ToleranceReporter as default } from '../testing/vitest/reporter.ts'
