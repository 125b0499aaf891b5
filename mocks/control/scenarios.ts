import type { Scenario, SentScenario } from '../../contract/scripts/scenario.ts'
import { isObject } from '../../contract/json.ts'
import type { World } from '../world/world.ts'
import { ControlError, parseInput, errorAt } from './control-error.ts'
import type { ControlFunctions } from './control-context.ts'
import type { ScenarioList } from '../../contract/control/worlds.ts'

const scenarioForm =
  'Send a scenario in the form of a scenario file, with durations in milliseconds.'

/** Faker is not loaded here, so a script must contain the values of its `faker` placeholders. */
const fakerAdvice =
  'only scripts in files get values from faker; load the script from a file, or send `values`'

type ScenarioSchemas = Pick<
  typeof import('./document-schemas.ts'),
  'defaultEndpoint' | 'scenario' | 'scenarioProblems'
>

/**
 * Parses a script or a list of scripts. The `after` of a script can also name a script in
 * `earlier`. Throws a `ControlError` with the path of the problem.
 */
export async function readScenarios(
  input: unknown,
  place: readonly PropertyKey[] = [],
  earlier: readonly Scenario[] = [],
): Promise<Scenario[]> {
  const { defaultEndpoint, scenario, scenarioProblems, placeholderProblems } =
    await import('./document-schemas.ts')
  const schemas = { defaultEndpoint, scenario, scenarioProblems }
  const pathOf = (index: number) => (Array.isArray(input) ? [...place, index] : place)
  const names = new Set<string>()
  const scenarios = [input].flat().map((one, index) => {
    const read = parseScenario(schemas, one, pathOf(index))
    if (names.has(read.name))
      throw errorAt(
        [...pathOf(index), 'name'],
        `the name "${read.name}" is used twice in this request`,
      )
    names.add(read.name)
    return read
  })
  const byName = new Map([...earlier, ...scenarios].map((one) => [one.name, one]))
  for (const [index, one] of scenarios.entries()) {
    const whyNotMadeUp = (name: string) =>
      one.values !== undefined && Object.hasOwn(one.values, name) ? undefined : fakerAdvice
    const [problem] = placeholderProblems(one, byName, whyNotMadeUp)
    if (problem !== undefined) throw errorAt([...pathOf(index), ...problem.path], problem.says)
  }
  return scenarios
}

/** Complete scripts, which a new fake does not parse, because parsing all of them takes 70 ms. */
const completeScenarios = new WeakSet<object>()

/** Registers complete scripts, such as the shipped ones. */
export function registerScenarios(complete: readonly Scenario[]): readonly Scenario[] {
  for (const one of complete) completeScenarios.add(one)
  return complete
}

const isComplete = (one: SentScenario | Scenario): one is Scenario => completeScenarios.has(one)

/**
 * Parses the scripts in the options of a new fake. Of two scripts with the same name, the first one
 * is used. A placeholder without a value stays as it is. Lists may be as long as in a file. Throws
 * a `ControlError` with the path of the problem.
 */
export const givenScenarios = (
  schemas: ScenarioSchemas,
  given: readonly SentScenario[],
): readonly Scenario[] =>
  given.map((one, index) =>
    isComplete(one) ? one : parseScenario(schemas, one, ['scenarios', index], false),
  )

/** Parses one script. A script may omit its endpoint, as in a file. */
function parseScenario(
  { defaultEndpoint, scenario, scenarioProblems }: ScenarioSchemas,
  one: unknown,
  place: readonly PropertyKey[],
  isBounded = true,
): Scenario {
  const complete =
    isObject(one) && isObject(one['match']) && Array.isArray(one['script'])
      ? {
          ...one,
          match: { endpoint: defaultEndpoint(one['script'].filter(isObject)), ...one['match'] },
        }
      : one
  const read: Scenario = parseInput(scenario, complete, scenarioForm, place, isBounded)
  const [problem] = scenarioProblems(read)
  if (problem !== undefined) throw errorAt([...place, ...problem.path], problem.says)
  return read
}

/**
 * Adds scripts that take precedence over all other scripts. Replaces scripts with the same name.
 */
async function addScenarios(world: World, input: unknown): Promise<ScenarioList> {
  const added = await readScenarios(input, [], world.scenarios)
  const names = new Set(added.map(({ name }) => name))
  const kept = world.ownScenarios.filter(({ name }) => !names.has(name))
  world.override('scenarios', [...added, ...kept])
  return listScenarios(world)
}

/** Removes added scripts from a world: one by its name, or all. */
function removeScenarios(world: World, name?: string): void {
  const kept = world.ownScenarios.filter((one) => name !== undefined && one.name !== name)
  if (name !== undefined && kept.length === world.ownScenarios.length)
    throw new ControlError(
      404,
      `No scenario \`${name}\` was added to this world. GET scenarios lists all scenarios.`,
    )
  world.override('scenarios', kept)
}

const listScenarios = (world: World): ScenarioList => ({
  scenarios: world.scenarios.map(({ name, about, match }, index) => ({
    name,
    ...(about !== undefined && { about }),
    match,
    of: index < world.ownScenarios.length ? 'world' : 'fake',
  })),
})

/** Throws a `ControlError` for a name that no added script has. */
function readScenario({ scenarios }: World, name: string): Scenario {
  const found = scenarios.find((one) => one.name === name)
  if (found === undefined)
    throw new ControlError(404, `There is no scenario \`${name}\`. GET scenarios lists all.`)
  return found
}

export const scenarioRoutes = {
  'GET scenarios': ({ world }) => listScenarios(world),
  'POST scenarios': ({ world, body }) => addScenarios(world, body),
  'GET scenarios/{name}': ({ world, params }) => readScenario(world, params.name),
  'DELETE scenarios': ({ world }) => removeScenarios(world),
  'DELETE scenarios/{name}': ({ world, params }) => removeScenarios(world, params.name),
} satisfies Partial<ControlFunctions>
