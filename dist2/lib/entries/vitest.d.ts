export type { FakeWorld, Session, Who } from '../testing/fake-world.ts';
export type { PlayOptions } from '../testing/open-fake.ts';
export type { SteeredWorld } from '../testing/steered-world.ts';
export type { MswOptions } from '../testing/vitest/mounts.ts';
export { type OwnWorld, type TestFake, useFake, type UseFakeOptions, } from '../testing/vitest/use-fake.ts';
