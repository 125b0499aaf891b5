import { basename } from 'node:path'
import { isObject, type JsonObject } from '../../contract/json.ts'
import { toYaml } from '../../contract/authoring/yaml.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import {
  foldCase,
  questionOf,
  RecordedQuestions,
} from '../../traffic/import/turns/recorded-questions.ts'
import type { SchemaName } from '../schema-line.ts'
import { documentsIn, type EarlierFolder } from './folder.ts'

/** Creates the path and text of a file whose first line names the schema of the file. */
export type AddSchemaLine = (
  schema: SchemaName,
  path: string,
  text: string,
) => readonly [string, string]

type ScriptFile = {
  /** The file of an earlier import; absent for a new script. */
  readonly earlier?: { readonly path: string; readonly text: string }
  readonly document: JsonObject
}

const matchOf = ({ document }: ScriptFile): JsonObject =>
  isObject(document['match']) ? document['match'] : {}

const questionIn = (script: ScriptFile) => questionOf(matchOf(script)['query'])

/** The turns that a script plays, as a key. */
function turnKeyOf(script: ScriptFile): string {
  const question = questionIn(script)
  const query = question === undefined ? {} : { query: foldCase(question) }
  return JSON.stringify({ ...matchOf(script), ...query })
}

/** The names of the files that a user added, and of the scripts in them. */
const namesIn = (added: EarlierFolder['added'] = new Map()): readonly string[] =>
  [...added].flatMap(([path, text]) => [
    basename(path).replace(/\.ya?ml$/, ''),
    ...Array.from(text.matchAll(/^name: *["']?([\w/-]+)/gm), ([, name = '']) => name),
  ])

/**
 * A file for each script. If scripts match the same turn, the newer recording's script wins. A kept
 * script changes if a question of the other recording contains its question.
 */
export function scenarioFiles(
  scenarios: readonly Scenario[],
  earlier: EarlierFolder | undefined,
  isNewer: boolean,
  file: AddSchemaLine,
): readonly (readonly [path: string, text: string])[] {
  const known = documentsIn(earlier, 'scenarios').map(({ path, text, document }): ScriptFile => ({
    earlier: { path, text },
    document,
  }))
  const added = scenarios.map((document): ScriptFile => ({ document }))
  const [newer, older] = isNewer ? [added, known] : [known, added]
  const newerTurns = new Set(newer.map(turnKeyOf))
  const olderOnly = older.filter((script) => !newerTurns.has(turnKeyOf(script)))
  const scripts = isNewer ? [...olderOnly, ...added] : [...known, ...olderOnly]
  const takenNames = new Set<unknown>([
    ...namesIn(earlier?.added),
    ...scripts.flatMap(({ earlier: kept, document }) =>
      kept === undefined ? [] : [basename(kept.path, '.yaml'), document['name']],
    ),
  ])
  const questions = new RecordedQuestions(scripts.flatMap((script) => questionIn(script) ?? []))
  return questions.sort(scripts, questionIn).map((script) => {
    const { earlier: kept, document } = script
    const question = questionIn(script)
    if (kept !== undefined && question === undefined) return [kept.path, kept.text]
    const match = matchOf(script)
    const query = questions.conditionOf(question ?? '', match['query'])
    const wanted = kept === undefined ? String(document['name']) : basename(kept.path, '.yaml')
    if (kept !== undefined) takenNames.delete(wanted)
    const name = questions.nameOf(question ?? '', wanted, takenNames)
    if (kept !== undefined && name === wanted && query === match['query'])
      return [kept.path, kept.text]
    const changed = { ...document, ...(name !== wanted && { name }), match: { ...match, query } }
    return file('scenario', `scenarios/${name}.yaml`, toYaml(changed))
  })
}
