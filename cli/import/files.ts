import { join } from 'node:path'
import { toYaml } from '../../authoring/write-yaml.ts'
import { parseYaml } from '../../authoring/yaml.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import type { Imported } from '../../traffic/import/import.ts'
import { mergeProfiles, type ProfileFiles } from '../../traffic/import/merge-profile.ts'
import { createReport, importDocument, type ImportReport } from '../../traffic/import/report.ts'
import { renderTerminal } from '../../report/terminal.ts'
import { escapeJson } from '../../contract/escape.ts'
import { type SchemaName, schemaLine } from '../schema-line.ts'
import type { EarlierFolder } from './folder.ts'

const about = `Written by \`agent-understudy import\`: the data of a recording.
A later import into this folder refuses to change a file that you edited, unless you pass --overwrite.`

type Purpose = {
  /** The folder to write into. */
  readonly folder: string
  readonly base: JsonObject
  readonly problems: readonly string[]
  readonly isNewer: boolean
}

/** The files of a folder that `serve --from` plays, and the report of the import. */
export function filesOf(
  imported: Imported,
  earlier: EarlierFolder | undefined,
  { folder, base, problems, isNewer }: Purpose,
): { readonly files: ReadonlyMap<string, string>; readonly report: ImportReport } {
  const report = createReport(imported, problems)
  const before = profileIn(earlier)
  const { files: own } = imported.profile
  const profile = isNewer ? mergeProfiles(before, own, base) : mergeProfiles(own, before, base)
  /** A file that names its schema. */
  const file: NamesSchema = (schema, path, text) => [
    path,
    schemaLine(schema, join(folder, path)) + text,
  ]
  const files = new Map([
    file('fixture', 'fixture.yaml', toYaml(imported.records.fixture, about)),
    ...scenarioFiles(imported.scenarios, earlier, isNewer, file),
    ...Object.entries(profile).map(([name, document]) =>
      file('profile', `profile/${name}`, toYaml(document)),
    ),
    ['import-report.json', `${escapeJson(JSON.stringify(report, null, 2))}\n`],
    ['import-report.txt', renderTerminal(importDocument(report))],
  ])
  return { files, report }
}

type NamesSchema = (schema: SchemaName, path: string, text: string) => readonly [string, string]

/** A file for each script. Of scripts for the same turn, that of the newer recording stays. */
function scenarioFiles(
  scenarios: readonly Scenario[],
  earlier: EarlierFolder | undefined,
  isNewer: boolean,
  file: NamesSchema,
): readonly (readonly [path: string, text: string])[] {
  const before = [...(earlier?.texts ?? [])].flatMap(([path, text]) => {
    const script = /^scenarios\/[^/]+\.yaml$/.test(path) ? parseYaml(text, path).value : undefined
    return isObject(script) ? [{ path, text, match: JSON.stringify(script['match']) }] : []
  })
  const paths = new Set<string>()
  const freePath = (name: string) => {
    let path = `scenarios/${name}.yaml`
    for (let more = 2; paths.has(path); more++) path = `scenarios/${name}-${more}.yaml`
    paths.add(path)
    return path
  }
  const known = new Set(before.map(({ match }) => match))
  const added = new Set(scenarios.map(({ match }) => JSON.stringify(match)))
  const kept = before.filter(({ match }) => !isNewer || !added.has(match))
  for (const { path } of kept) paths.add(path)
  return [
    ...kept.map(({ path, text }) => [path, text] as const),
    ...scenarios
      .filter(({ match }) => isNewer || !known.has(JSON.stringify(match)))
      .map((script) => file('scenario', freePath(script.name), toYaml(script))),
  ]
}

/** The documents of the profile in an earlier folder. */
function profileIn(earlier: EarlierFolder | undefined): ProfileFiles {
  const found = [...(earlier?.texts ?? [])].flatMap(([path, text]) => {
    const [, name] = /^profile\/([^/]+\.yaml)$/.exec(path) ?? []
    const document = name === undefined ? undefined : parseYaml(text, path).value
    return name !== undefined && isObject(document) ? [[name, document] as const] : []
  })
  return Object.fromEntries(found)
}
