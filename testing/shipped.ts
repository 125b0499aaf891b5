import { createRequire } from 'node:module'
import type { Fixture } from '../contract/fixture.ts'
import type { Scenario } from '../contract/scripts/scenario.ts'

// What the package exports is at the same name in the sources and wherever it is installed.
const read = createRequire(import.meta.url)

/** The fixtures that come with Understudy. */
export type ShippedFixture = 'demo' | 'empty' | 'crowded'

const fixtureOf = (name: ShippedFixture) => read(`understudy/fixtures/${name}.json`) as Fixture

/** The fixtures by name, each read when it is first asked for. */
export const shippedFixtures = {
  demo: () => fixtureOf('demo'),
  empty: () => fixtureOf('empty'),
  crowded: () => fixtureOf('crowded'),
}

/** The profiles by name, besides `documented`, as plain data. */
export const shippedProfiles = {
  'deployed-0.8': (): unknown => read('understudy/profiles/deployed-0.8.json'),
}

/** The scripts that come with Understudy. */
export const shippedScenarios = (): Scenario[] => read('understudy/scenarios.json') as Scenario[]
