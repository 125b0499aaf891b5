import * as z from 'zod/mini'
import { basename } from 'node:path'
import { groupsOf } from '../contract/scripts/queries.ts'
import { scenarioProblems } from '../contract/scripts/problems.ts'
import type { Scenario } from '../contract/scripts/scenario.ts'
import { scriptFile, fragmentFile } from './script-file.ts'
import { type CompiledScript, compileScripts } from './dialogues.ts'
import { Expander, type Library } from './fragments.ts'
import { type KnownNames, checkNames } from './check-names.ts'
import {
  fakerMethodIn,
  checkPlaceholders,
  placeholdersIn,
  textsWithPlaceholders,
} from './placeholders.ts'
import { checkReachability } from './check-reachability.ts'
import { describeIssues } from './issues.ts'
import { AuthoringError, type Problem } from './problem.ts'
import { scenarioSchema } from './json-schema.ts'
import type { YamlDocument } from './yaml.ts'

/** Generates values for placeholders such as `{{faker.person.fullName}}`. */
export type ValueGenerator = {
  whyNotMadeUp(name: string): string | undefined
  makeUp(name: string, seed: string): string[]
}

/** The suffix of a turn after the name of its dialogue. */
const ofDialogue = /\/\d+$/

const knownToEditors = scenarioSchema()

/** Whether a file contains fragments instead of a script. */
const holdsFragments = (file: string) => basename(file).startsWith('_')

/**
 * Compiles files into scripts, in the order in which they are tried. Other files of the library are
 * only used by the files that include them. Throws `AuthoringError` with all problems, including those
 * in `found`.
 */
export function compile(
  files: readonly string[],
  library: Library,
  madeUp: ValueGenerator | undefined,
  surroundings: KnownNames,
  found: readonly Problem[],
): Scenario[] {
  const problems = [...found]
  const expander = new Expander(library)
  const drafts = files.flatMap((file) => {
    const written = library.get(file)
    if (written === undefined) return []
    const document = expander.expand(file, written)
    if (!holdsFragments(file)) return read(document, problems)
    problems.push(...shapeProblems(fragmentFile, document))
    return []
  })
  problems.push(...expander.problems, ...reviewAll(drafts, madeUp, surroundings))
  if (problems.length > 0) throw new AuthoringError(problems)
  return drafts.map(({ script }) => withValues(script, madeUp))
}

function read(document: YamlDocument, problems: Problem[]): readonly CompiledScript[] {
  const result = z.safeParse(scriptFile, document.value)
  if (!result.success) {
    problems.push(...describeIssues(result.error.issues, document, knownToEditors))
    return []
  }
  const made = compileScripts(result.data, document.where)
  problems.push(...made.problems)
  return made.drafts
}

function shapeProblems(schema: typeof fragmentFile, document: YamlDocument): readonly Problem[] {
  const result = z.safeParse(schema, document.value)
  return result.success ? [] : describeIssues(result.error.issues, document, knownToEditors)
}

function reviewAll(
  drafts: readonly CompiledScript[],
  madeUp: ValueGenerator | undefined,
  surroundings: KnownNames,
): readonly Problem[] {
  const byName = new Map(drafts.map(({ script }) => [script.name, script]))
  /** The named groups of the script and of the scripts before it in the conversation. */
  const groups = (
    script: Scenario | undefined,
    trail: readonly Scenario[] = [],
  ): readonly string[] =>
    script === undefined || trail.includes(script)
      ? []
      : [...groupsOf(script), ...groups(byName.get(script.match.after ?? ''), [...trail, script])]
  return [
    ...drafts.flatMap((draft) => [
      ...scenarioProblems(draft.script).map(({ path, part, rule, says }) => ({
        place: draft.where(path, part),
        rule,
        says,
      })),
      ...checkPlaceholders(draft, groups(draft.script), (name) => madeUp?.whyNotMadeUp(name)),
    ]),
    ...takenNames(drafts),
    ...checkNames(drafts, surroundings),
    ...checkReachability(drafts),
  ]
}

function takenNames(drafts: readonly CompiledScript[]): readonly Problem[] {
  const homes = new Map<string, CompiledScript>()
  return drafts.flatMap((draft) => {
    const { name } = draft.script
    const home = homes.get(name)
    homes.set(name, home ?? draft)
    if (home === undefined) return []
    const says = `the name "${name.replace(ofDialogue, '')}" is taken (${home.where(['name'])}); choose another`
    return [{ place: draft.where(['name']), rule: 'name-taken' as const, says }]
  })
}

function withValues(script: Scenario, madeUp: ValueGenerator | undefined): Scenario {
  if (madeUp === undefined) return script
  const places = [...textsWithPlaceholders(script)].flatMap(([text]) => placeholdersIn(text))
  const named = new Set(places.flatMap((place) => fakerMethodIn(place) ?? []))
  const names = [...named].filter((name) => madeUp.whyNotMadeUp(name) === undefined)
  if (names.length === 0) return script
  const values = names.map((name) => [
    name,
    madeUp.makeUp(name, script.name.replace(ofDialogue, '')),
  ])
  return { ...script, values: Object.fromEntries(values) }
}
