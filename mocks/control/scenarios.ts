import type { Scenario } from '../../contract/scripts/scenario.ts'
import type { World } from '../world/world.ts'
import { ControlError, parseInput, errorAt } from './control-error.ts'
import { type ControlRoutes, jsonResponse } from './control-context.ts'
import type { ScenarioSummary } from '../../contract/control/worlds.ts'

const form = 'A scenario is as a scenario file has it, durations being milliseconds.'

/** Reads scripts, one or a list of them. Throws `ControlError` with the path of what is wrong. */
export async function readScenarios(
  given: unknown,
  place: readonly PropertyKey[] = [],
): Promise<Scenario[]> {
  const { scenario, scenarioProblems } = await import('./document-schemas.ts')
  const names = new Set<string>()
  return [given].flat().map((one, index) => {
    const here = Array.isArray(given) ? [...place, index] : place
    const read: Scenario = parseInput(scenario, one, form, here)
    const [problem] = scenarioProblems(read)
    if (problem !== undefined) throw errorAt([...here, ...problem.path], problem.says)
    if (names.has(read.name))
      throw errorAt([...here, 'name'], `the name "${read.name}" is taken by another of these`)
    names.add(read.name)
    return read
  })
}

/** Gives scripts to a world; they go before all others, and replace those of the same name. */
export async function addScenarios(world: World, given: unknown): Promise<ScenarioSummary[]> {
  const added = await readScenarios(given)
  const names = new Set(added.map(({ name }) => name))
  const kept = world.ownScenarios.filter(({ name }) => !names.has(name))
  world.override('scenarios', [...added, ...kept])
  return listScenarios(world)
}

/** Takes from a world the scripts that were given to it, one by its name or all. */
export function removeScenarios(world: World, name?: string): void {
  const kept = world.ownScenarios.filter((one) => name !== undefined && one.name !== name)
  if (name !== undefined && kept.length === world.ownScenarios.length)
    throw new ControlError(404, `This world has no scenario \`${name}\` of its own.`)
  world.override('scenarios', kept)
}

export const listScenarios = (world: World): ScenarioSummary[] =>
  world.scenarios.map(({ name, about, match }, index) => ({
    name,
    ...(about !== undefined && { about }),
    match,
    of: index < world.ownScenarios.length ? 'world' : 'fake',
  }))

export const scenarioRoutes: ControlRoutes = {
  'GET scenarios': ({ world }) => ({ scenarios: listScenarios(world) }),
  'POST scenarios': async ({ world, body }) =>
    jsonResponse(201, { scenarios: await addScenarios(world, body) }),
  'DELETE scenarios': ({ world }) => removeScenarios(world),
  'DELETE scenarios/{name}': ({ world, params }) => removeScenarios(world, params['name']),
}
