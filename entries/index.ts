export { createFake, type Fake, type FakeOptions } from '../mocks/fake.ts'
export { documented, type Profile, ProfileError, readProfile } from '../contract/profile.ts'
export type { Fixture } from '../contract/fixture.ts'
export type { Scenario } from '../contract/scenario.ts'
