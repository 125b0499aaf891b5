export type { FakeWorld, Session, SignInUser as Who } from '../testing/fake-world.ts'
export type { TestFakeOptions as PlayOptions } from '../testing/test-fake.ts'
export type { WorldControlClient as SteeredWorld } from '../testing/world-control-client.ts'
export type { MswOptions } from '../testing/vitest/mounts.ts'
export {
  type DisposableWorld as OwnWorld,
  type TestFake,
  useFake,
  type UseFakeOptions,
} from '../testing/vitest/use-fake.ts'
