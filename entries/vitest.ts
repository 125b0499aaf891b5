/**
 * A fake for each test of Vitest, on its own or behind MSW.
 *
 * - `useFake` sets it up for the tests of a file and cleans up after each.
 * - `TestFake` signs in, reads and changes records, adds faults and moves the clock.
 *
 * @example
 * ```ts
 * import { useFake } from 'understudy/vitest'
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
