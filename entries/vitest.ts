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
