import type { Scenario } from '../../contract/scripts/scenario.ts'
import type { World } from '../state/world.ts'
import { ControlError } from './control-error.ts'
import { type ControlRoutes, jsonReply } from './control-visit.ts'
import { readAs, wrongAt } from './read-as.ts'

const form = 'A scenario is as a scenario file has it, durations being milliseconds.'

/** Reads scripts, one or a list of them. Throws `ControlError` with the path of what is wrong. */
export async function readScenarios(
  given: unknown,
  place: readonly PropertyKey[] = [],
): Promise<Scenario[]> {
  const { scenario, scenarioProblems } = await import('./forms.ts')
  const names = new Set<string>()
  return [given].flat().map((one, index) => {
    const here = Array.isArray(given) ? [...place, index] : place
    const read: Scenario = readAs(scenario, one, form, here)
    const [problem] = scenarioProblems(read)
    if (problem !== undefined) throw wrongAt([...here, ...problem.path], problem.says)
    if (names.has(read.name))
      throw wrongAt([...here, 'name'], `the name "${read.name}" is taken by another of these`)
    names.add(read.name)
    return read
  })
}

/** Gives scripts to a world; they go before all others, and replace those of the same name. */
export async function addScenarios(world: World, given: unknown): Promise<ScenarioOutline[]> {
  const added = await readScenarios(given)
  const names = new Set(added.map(({ name }) => name))
  const kept = world.ownScenarios.filter(({ name }) => !names.has(name))
  world.steer('scenarios', [...added, ...kept])
  return outlineScenarios(world)
}

/** Takes from a world the scripts that were given to it, one by its name or all. */
export function removeScenarios(world: World, name?: string): void {
  const kept = world.ownScenarios.filter((one) => name !== undefined && one.name !== name)
  if (name !== undefined && kept.length === world.ownScenarios.length)
    throw new ControlError(404, `This world has no scenario \`${name}\` of its own.`)
  world.steer('scenarios', kept)
}

/** What there is to know about a script without reading it. */
export type ScenarioOutline = Pick<Scenario, 'name' | 'about' | 'match'> & {
  /** `world`: given to this world alone. */
  readonly of: 'world' | 'fake'
}

export const outlineScenarios = (world: World): ScenarioOutline[] =>
  world.scenarios.map(({ name, about, match }, index) => ({
    name,
    ...(about !== undefined && { about }),
    match,
    of: index < world.ownScenarios.length ? 'world' : 'fake',
  }))

export const scenarioRoutes: ControlRoutes = {
  'GET scenarios': ({ world }) => ({ scenarios: outlineScenarios(world) }),
  'POST scenarios': async ({ world, body }) =>
    jsonReply(201, { scenarios: await addScenarios(world, body) }),
  'DELETE scenarios': ({ world }) => removeScenarios(world),
  'DELETE scenarios/{name}': ({ world, params }) => removeScenarios(world, params['name']),
}
