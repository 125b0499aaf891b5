import { basename } from 'node:path'
import { toYaml } from '../../contract/authoring/yaml.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import type { SchemaName } from '../schema-line.ts'
import { documentsIn, type EarlierFolder } from './folder.ts'

/** Creates the path and text of a file whose first line names the schema of the file. */
export type AddSchemaLine = (
  schema: SchemaName,
  path: string,
  text: string,
) => readonly [string, string]

/** A file for each script. If scripts match the same turn, the newer recording's script wins. */
export function scenarioFiles(
  scenarios: readonly Scenario[],
  earlier: EarlierFolder | undefined,
  isNewer: boolean,
  file: AddSchemaLine,
): readonly (readonly [path: string, text: string])[] {
  const earlierScripts = documentsIn(earlier, 'scenarios').map(({ path, text, document }) => {
    return { path, text, name: document['name'], match: JSON.stringify(document['match']) }
  })
  const knownMatches = new Set(earlierScripts.map(({ match }) => match))
  const addedMatches = new Set(scenarios.map(({ match }) => JSON.stringify(match)))
  const keptScripts = earlierScripts.filter(({ match }) => !isNewer || !addedMatches.has(match))
  const takenNames = new Set(
    keptScripts.flatMap(({ path, name }) => [basename(path, '.yaml'), name]),
  )
  const freeName = (base: string) => {
    let name = base
    for (let more = 2; takenNames.has(name); more++) name = `${base}-${more}`
    takenNames.add(name)
    return name
  }
  return [
    ...keptScripts.map(({ path, text }) => [path, text] as const),
    ...scenarios
      .filter(({ match }) => isNewer || !knownMatches.has(JSON.stringify(match)))
      .map((script) => ({ ...script, name: freeName(script.name) }))
      .map((script) => file('scenario', `scenarios/${script.name}.yaml`, toYaml(script))),
  ]
}
