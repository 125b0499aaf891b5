import type { Fixture } from '../contract/fixture.ts'
import type { Scenario } from '../contract/scripts/scenario.ts'
import type { Scripts } from '../mocks/state/world-plan.ts'
import { readFixtureLines } from './fixture-lines.ts'

// An `import` of it reads its every export; and files that a start waits for are read at once.
const { readFileSync } = process.getBuiltinModule('node:fs')

/** The fixtures that come with Understudy. */
export const fixtureNames = ['demo', 'empty', 'crowded'] as const

/** Reads a fixture that was built beforehand, each kind of its records when it is asked for. */
export const shippedFixture = async (name: (typeof fixtureNames)[number]): Promise<Fixture> =>
  readFixtureLines(readFileSync(pathOf(`fixtures/${name}.json`)))

/** The fixtures by name, each read when it is first asked for. */
export const shippedFixtures = Object.fromEntries(
  fixtureNames.map((name) => [name, () => shippedFixture(name)]),
)

/** Reads the scenarios that come with Understudy. */
export const shippedScenarios = () => readGenerated<Scenario[]>('scenarios.json')

/** The same for a server, which is ready before anybody asks for a turn: read with the first. */
export function shippedScripts(): Scripts {
  let read: readonly Scenario[] | undefined
  return {
    get current() {
      return (read ??= readNow<Scenario[]>('scenarios.json'))
    },
  }
}

/** The profiles that come with Understudy, besides `documented`. */
export const profileNames = ['deployed-0.8'] as const

/** Reads a profile as plain data. */
export const shippedProfile = (name: string) => readGenerated<unknown>(`profiles/${name}.json`)

/** The profiles by name, as plain data, each read when it is asked for. */
export const shippedProfiles = Object.fromEntries(
  profileNames.map((name) => [name, () => shippedProfile(name)]),
)

const readGenerated = async <T>(file: string): Promise<T> => readNow<T>(file)

const readNow = <T>(file: string) => JSON.parse(readFileSync(pathOf(file), 'utf8')) as T

const pathOf = (file: string) => new URL(`../generated/${file}`, import.meta.url)
