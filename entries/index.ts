export type { ControlAccess } from '../mocks/control/access.ts'
export { ControlError } from '../mocks/control/control-error.ts'
export type { WorldsControl } from '../mocks/control/control-client.ts'
export type { ClockControl, WorldControl } from '../mocks/control/world-control.ts'
export type {
  WorldDetails as WorldAccount,
  WorldSummary as WorldOutline,
  NewWorldOptions as WorldWish,
} from '../mocks/control/worlds.ts'
export { createFake, type Fake } from '../mocks/fake.ts'
export type { CrashContext as CrashPlace, FakeOptions } from '../mocks/fake-options.ts'
export { documented, type Profile } from '../contract/picks.ts'
export { ProfileError, readProfile } from '../contract/profile.ts'
export type { Fixture } from '../contract/fixture.ts'
export type { Scenario } from '../contract/scripts/scenario.ts'
export type { JournalLine as CallLine } from '../recording/journal-record.ts'
