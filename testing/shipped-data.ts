import type { Fixture } from '../contract/fixture.ts'
import type { Scenario } from '../contract/scripts/scenario.ts'
import type { fixtureNames, profileNames } from '../contract/shipped-names.ts'
import { ControlError } from '../mocks/control/control-error.ts'
import { registerScenarios } from '../mocks/control/scenarios.ts'

export type ShippedFixture = (typeof fixtureNames)[number]

// Loads a file by its path in the package, which works in the repository and after installation.
function requireShipped(name: string): unknown {
  const load = createShippedRequire()
  if (load !== undefined) return load(name)
  throw new ControlError(
    422,
    `A browser cannot load \`${name}\` by name. Import it, and pass the imported data instead: ` +
      `\`import data from '${name}'\`.`,
  )
}

// No import of `node:module`, because it would fail in browsers, where Vitest can run tests.
const createShippedRequire = () =>
  globalThis.process?.getBuiltinModule?.('node:module')?.createRequire(import.meta.url)

/** Whether the runtime is Node or compatible with it, and not a browser. */
export const hasNodeModules = (): boolean => createShippedRequire() !== undefined

const readFixture = (name: ShippedFixture) =>
  requireShipped(`agent-understudy/fixtures/${name}.json`) as Fixture

/** The shipped fixtures by name; each is read on first use. */
export const shippedFixtures: Readonly<Record<ShippedFixture, () => Fixture>> = {
  demo: () => readFixture('demo'),
  empty: () => readFixture('empty'),
  crowded: () => readFixture('crowded'),
}

/** The shipped profiles by name, except `documented`, as plain data. */
export const shippedProfiles: Readonly<Record<(typeof profileNames)[number], () => unknown>> = {
  'deployed-0.8': () => requireShipped('agent-understudy/profiles/deployed-0.8.json'),
}

/** The shipped scripts; none in a browser, where a test passes those that it needs. */
export const shippedScenarios = (): readonly Scenario[] =>
  hasNodeModules()
    ? registerScenarios(requireShipped('agent-understudy/scenarios.json') as Scenario[])
    : []
