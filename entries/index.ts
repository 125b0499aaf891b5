/**
 * The fake platform, in this process: in Node, a test or a web page.
 *
 * - `createFake` creates it; `Fake` handles requests, and `fake.control()` is its control API.
 * - `FakeOptions` sets the data (`Fixture`), the scripts (`Scenario`), the choices (`Profile`) and more.
 * - `WorldControl`, `WorldsControl` and `ClockControl` are the control API; it throws `ControlError`.
 * - `readFixture` completes data of your own (`FixtureInput`) and throws `FixtureError`.
 * - `UnderstudyConfig` is the content of `understudy.config.ts`, the settings of a project.
 * - `readProfile` reads a profile from plain data and throws `ProfileError`; `documented` is the default.
 *
 * @example
 * ```ts
 * import { createFake } from 'agent-understudy'
 * import demo from 'agent-understudy/fixtures/demo.json' with { type: 'json' }
 *
 * const fake = createFake({ fixture: demo })
 * const response = await fake.fetch(new Request('http://platform.test/api/version'))
 * ```
 * @module
 */

import './require-runtime.ts'
export type { UnderstudyConfig } from '../contract/authoring/config/config-schema.ts'
export type { ControlAccess } from '../mocks/control/access.ts'
export { ControlError } from '../mocks/control/control-error.ts'
export type { WorldsControl } from '../mocks/control/control-client.ts'
export type {
  ClockControl,
  DirectorControl,
  FaultsControl,
  JournalControl,
  RecordsControl,
  ScenariosControl,
  WorldControl,
} from '../mocks/control/world-control.ts'
export type { NewWorldOptions, WorldDetails, WorldSummary } from '../contract/control/worlds.ts'
export { createFake, type NewFakeOptions, type Fake } from '../mocks/fake.ts'
export { FixtureError, readFixture } from '../mocks/read-fixture.ts'
export type { FixtureInput } from '../contract/fixture-input.ts'
export type { CrashContext, FakeOptions } from '../mocks/fake-options.ts'
export { documented, type Profile } from '../contract/picks.ts'
export { ProfileError, readProfile } from '../contract/profile.ts'
export type { FaultInput } from '../contract/fault.ts'
export type { Fixture } from '../contract/fixture.ts'
export type { Scenario } from '../contract/scripts/scenario.ts'
export type { JournalLine } from '../contract/control/journal.ts'
