import type { Fixture } from '../contract/fixture.ts'
import { isObject } from '../contract/json.ts'
import { ControlError } from './control/control-error.ts'
import { FixtureError, readFixture } from './read-fixture.ts'

/**
 * Reads the fixture that a client sends to the control API, in the form of a fixture file. Throws a
 * `ControlError` with all its problems.
 */
export function readSentFixture(document: unknown): Fixture {
  try {
    return readFixture(isObject(document) ? { name: 'sent', ...document } : document)
  } catch (error) {
    if (error instanceof FixtureError) throw new ControlError(422, error.message)
    throw error
  }
}
