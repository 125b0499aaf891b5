import * as z from 'zod/mini'
import { basename } from 'node:path'
import {
  fakerMethodIn,
  placeholderProblems,
  placeholdersIn,
  textsWithPlaceholders,
} from '../scripts/placeholders.ts'
import { patternOf, queriesOf, type Query } from '../scripts/queries.ts'
import { scenarioProblems } from '../scripts/problems.ts'
import type { Scenario } from '../scripts/scenario.ts'
import { fragmentFile, knownKeys, scenarioSchema, scriptFile } from './script-file.ts'
import { type CompiledScript, compileScripts } from './dialogues.ts'
import { FragmentExpander, type DocumentsByPath } from './fragments.ts'
import { AuthoringError, type Problem, type RuleId } from './problem.ts'
import type { Path, YamlDocument } from './yaml.ts'
import { explainIssues } from '../explain-issues.ts'
import { ownField } from '../json.ts'
import { didYouMean, nearestWord } from '../nearest.ts'
import { recordKinds } from '../kinds.ts'

/** Generates values for placeholders such as `{{faker.person.fullName}}`. */
type ValueGenerator = {
  whyNotMadeUp(name: string): string | undefined
  makeUp(name: string, seed: string): string[]
}

/** Matches the number of a turn after the name of its dialogue, such as `/2`. */
const dialogueTurnSuffix = /\/\d+$/

const scenarioJsonSchema = scenarioSchema()

/** Whether a file contains fragments instead of a script. */
const isFragmentFile = (file: string) => basename(file).startsWith('_')

/**
 * Compiles `files` into scripts, in the order in which turns try them. Other files of `library` are
 * only used if one of these files includes them. Throws `AuthoringError` with all problems,
 * including those in `found`.
 */
export function compileScenarioFiles(
  files: readonly string[],
  library: DocumentsByPath,
  madeUp: ValueGenerator | undefined,
  surroundings: KnownNames,
  found: readonly Problem[],
): Scenario[] {
  const problems = [...found]
  const expander = new FragmentExpander(library)
  const drafts = files.flatMap((file) => {
    const written = library.get(file)
    if (written === undefined) return []
    const document = expander.expand(file, written)
    const read = z.safeParse(isFragmentFile(file) ? fragmentFile : scriptFile, document.value)
    if (!read.success) problems.push(...describeIssues(read.error.issues, document))
    if (!read.success || 'fragments' in read.data) return []
    const made = compileScripts(read.data, document.where)
    problems.push(...made.problems)
    return made.drafts
  })
  problems.push(...expander.problems, ...reviewAll(drafts, madeUp, surroundings))
  if (problems.length > 0) throw new AuthoringError(problems)
  return drafts.map(({ script }) => withFakerValues(script, madeUp))
}

function reviewAll(
  drafts: readonly CompiledScript[],
  madeUp: ValueGenerator | undefined,
  surroundings: KnownNames,
): readonly Problem[] {
  const byName = new Map(drafts.map(({ script }) => [script.name, script]))
  return [
    ...drafts.flatMap((draft) => [
      ...scenarioProblems(draft.script).map(({ path, part, rule, says }) => ({
        place: draft.where(path, part),
        rule,
        says,
      })),
      ...placeholderProblems(draft.script, byName, (name) => madeUp?.whyNotMadeUp(name)).map(
        ({ path, rule, says }) => ({ place: draft.where(path), rule, says }),
      ),
    ]),
    ...duplicateNames(drafts),
    ...checkNames(drafts, surroundings),
    ...checkReachability(drafts),
  ]
}

function duplicateNames(drafts: readonly CompiledScript[]): readonly Problem[] {
  const homes = new Map<string, CompiledScript>()
  return drafts.flatMap((draft) => {
    const { name } = draft.script
    const home = homes.get(name)
    homes.set(name, home ?? draft)
    if (home === undefined) return []
    const says = `the name "${name.replace(dialogueTurnSuffix, '')}" is taken (${home.where(['name'])}); choose another`
    return [{ place: draft.where(['name']), rule: 'name-taken' as const, says }]
  })
}

function withFakerValues(script: Scenario, madeUp: ValueGenerator | undefined): Scenario {
  if (madeUp === undefined) return script
  const places = [...textsWithPlaceholders(script)].flatMap(([text]) => placeholdersIn(text))
  const named = new Set(places.flatMap((place) => fakerMethodIn(place) ?? []))
  const names = [...named].filter((name) => madeUp.whyNotMadeUp(name) === undefined)
  if (names.length === 0) return script
  const values = names.map((name) => [
    name,
    madeUp.makeUp(name, script.name.replace(dialogueTurnSuffix, '')),
  ])
  return { ...script, values: Object.fromEntries(values) }
}

/** Describes issues of a script file as problems with a position: `what is wrong; how to fix it`. */
function describeIssues(
  issues: readonly z.core.$ZodIssue[],
  { value, where }: YamlDocument,
): readonly Problem[] {
  /** The paths of keys that a hint suggests. These keys are not also reported as missing. */
  const meant = new Set<string>()
  const hint = (path: Path, key: string) => {
    const known = knownKeys(scenarioJsonSchema, path)
    // A script line has exactly one key, so a second key is wrong although the schema knows it.
    if (known.includes(key)) return 'a line has only one key; move this key to its own line'
    const guess = nearestWord(key, known)
    if (guess === undefined) return `allowed here: ${known.join(', ')}`
    meant.add([...path, guess].join('\n'))
    return `did you mean "${guess}"?`
  }
  return explainIssues(issues, value, hint)
    .filter(({ path, wrong }) => wrong !== 'missing' || !meant.has(path.join('\n')))
    .map(({ path, wrong, says }) => ({
      place:
        wrong === 'missing'
          ? where(path.slice(0, -1))
          : where(path, wrong === 'key' ? 'key' : 'value'),
      rule: wrong === 'key' ? 'unknown-key' : 'shape',
      says: `${says}${exampleHint(path, says)}`,
    }))
}

/** Example values for messages, by key. */
const examplesByKey: Readonly<Record<string, string>> = {
  match: '{ query: [hello] }',
  script: '[{ answer: Hello. }]',
  turns: '[{ script: [{ answer: Hello. }] }]',
  suggestions: '[What next?]',
  on_inject: '[{ think: "{{inject}}" }]',
  call: '{ tool, input }',
  calls: '[{ tool, input }, …]',
  approval: '{ call: { tool, input }, rejected: [{ answer: No. }] }',
  approved: '[{ think: Approved. }]',
  rejected: '[{ answer: No. }]',
  expired: '[{ answer: Too late. }]',
  repeated: '[{ answer: Already done. }]',
  plan: '{ steps, achieved, confidence, reasoning }',
  steps: '[{ id, task, result }]',
  fragments: '{ name: [{ think: Hm. }] }',
}

/** Returns an example for an error text; for a list item, the list's example without brackets. */
function exampleHint(path: Path, says: string): string {
  if (!/it must be a (?:list|map)$/.test(says)) return ''
  const last = path.at(-1)
  const whole = ownField(examplesByKey, String(typeof last === 'number' ? path.at(-2) : last))
  if (whole === undefined) return ''
  const example =
    typeof last === 'number' ? whole.slice(whole.indexOf('{'), whole.lastIndexOf('}') + 1) : whole
  return example === '' ? '' : `, such as \`${example}\``
}

/** The names that scripts may refer to. If `agents` or `users` is absent, any name is allowed. */
export type KnownNames = {
  /** Names of scripts that are not among the compiled files. */
  readonly scripts?: readonly string[] | undefined
  readonly agents?: readonly string[] | undefined
  /** Emails and display names of users. */
  readonly users?: readonly string[] | undefined
}

/** Checks that the scripts, kinds, agents and users in the `match` of a script exist. */
function checkNames(
  drafts: readonly CompiledScript[],
  surroundings: KnownNames,
): readonly Problem[] {
  const names = drafts.map(({ script }) => script.name)
  const scripts = [...names, ...(surroundings.scripts ?? [])]
  const known = new Set(scripts)
  return drafts.flatMap(({ script, where }) => {
    const { after, state, agent, user } = script.match
    const problems: Problem[] = []
    const expect = (
      rule: RuleId,
      what: string,
      name: string,
      allowed: readonly string[],
      path: Path,
    ) => {
      if (allowed.includes(name)) return
      const right = didYouMean(name, allowed) ?? `available: ${allowed.slice(0, 12).join(', ')}`
      problems.push({
        place: where(path, rule === 'unknown-state' ? 'key' : 'value'),
        rule,
        says: `there is no ${what} "${name}"; ${right}`,
      })
    }
    if (after !== undefined && !known.has(after))
      expect('unknown-script', 'script', after, scripts, ['match', 'after'])
    for (const kind of Object.keys(state ?? {}))
      expect('unknown-state', 'kind of record', kind, recordKinds, ['match', 'state', kind])
    if (agent !== undefined && surroundings.agents !== undefined)
      expect('unknown-agent', 'agent', agent, surroundings.agents, ['match', 'agent'])
    if (user !== undefined && surroundings.users !== undefined)
      expect('unknown-user', 'user', user, surroundings.users, ['match', 'user'])
    return problems
  })
}

/** A query of an earlier script. */
type EarlierQuery = {
  readonly words: readonly string[]
  readonly draft: CompiledScript
  readonly path: Path
}

/** The queries of earlier scripts, indexed to find an earlier query that covers a later query. */
class QueryCatalogue {
  /** A trie of letters. Each query is stored at the end of its longest text. */
  readonly #trie: TrieNode = { next: new Map(), ending: [] }
  readonly #patterns = new Map<string, EarlierQuery>()
  /** The first earlier script without a query. A script without a query matches every question. */
  #scriptWithoutQuery: EarlierQuery | undefined

  /** Returns an earlier query that matches every question that the given query matches. */
  findCovering(query: Query | undefined): EarlierQuery | undefined {
    if (this.#scriptWithoutQuery !== undefined || query === undefined)
      return this.#scriptWithoutQuery
    const pattern = patternOf(query)
    if (pattern !== undefined) return this.#patterns.get(pattern)
    const texts = wordsOfQuery(query)
    for (const text of texts)
      for (const found of this.#within(text))
        if (found.words.every((word) => texts.some((one) => one.includes(word)))) return found
    return undefined
  }

  add(query: Query | undefined, draft: CompiledScript, path: Path): void {
    const pattern = query === undefined ? undefined : patternOf(query)
    const words = query === undefined || pattern !== undefined ? [] : wordsOfQuery(query)
    const earlier = { words, draft, path }
    if (query === undefined) this.#scriptWithoutQuery ??= earlier
    else if (pattern !== undefined) this.#patterns.set(pattern, earlier)
    else {
      const rarest = words.toSorted((a, b) => b.length - a.length)[0] ?? ''
      let node = this.#trie
      for (const letter of rarest) {
        const next = node.next.get(letter) ?? { next: new Map(), ending: [] }
        node.next.set(letter, next)
        node = next
      }
      node.ending.push(earlier)
    }
  }

  *#within(text: string): Generator<EarlierQuery> {
    const letters = [...text]
    for (let from = 0; from < letters.length; from++) {
      let node: TrieNode | undefined = this.#trie
      for (let at = from; node !== undefined && at < letters.length; at++) {
        node = node.next.get(letters[at] ?? '')
        if (node !== undefined) yield* node.ending
      }
    }
  }
}

type TrieNode = { readonly next: Map<string, TrieNode>; readonly ending: EarlierQuery[] }

const wordsOfQuery = (query: Query) =>
  (typeof query === 'string' ? [query] : query.all).map((word) => word.toLowerCase())

/** Reports each script that is never chosen, because earlier scripts match all its queries. */
function checkReachability(drafts: readonly CompiledScript[]): readonly Problem[] {
  const catalogues = new Map<string, QueryCatalogue>()
  return drafts.flatMap((draft): readonly Problem[] => {
    const { query: _query, like, endpoint, ...conditions } = draft.script.match
    const sortedConditions = Object.entries(conditions).toSorted(([a], [b]) => (a < b ? -1 : 1))
    const levels = [endpoint].flat().map((one) => {
      const key = JSON.stringify([one, sortedConditions])
      const catalogue = catalogues.get(key) ?? new QueryCatalogue()
      catalogues.set(key, catalogue)
      return catalogue
    })
    const queries: readonly (readonly [Query | undefined, Path])[] = queriesOf(draft.script)
    const isAny = queries.length === 0 && like === undefined
    const own = isAny ? ([[undefined, ['match']]] as const) : queries
    const covered = own.map(([query, path]) => {
      const found = levels.map((level) => level.findCovering(query))
      // A query is unreachable only if earlier queries cover it on each endpoint of its script.
      return {
        query,
        path,
        coveredBy: found.every((one) => one !== undefined) ? found[0] : undefined,
      }
    })
    for (const [query, path] of own) for (const level of levels) level.add(query, draft, path)
    return coverageProblems(draft, covered)
  })
}

type QueryCoverage = {
  readonly query: Query | undefined
  readonly path: Path
  readonly coveredBy: EarlierQuery | undefined
}

function coverageProblems(
  { script, where }: CompiledScript,
  covered: readonly QueryCoverage[],
): readonly Problem[] {
  const same = covered.filter(
    ({ query, coveredBy }) => coveredBy !== undefined && isSameQuery(query, coveredBy),
  )
  const [first] = covered
  if (
    // A script with unreachable queries can still be chosen by the sentences in `like`.
    script.match.like === undefined &&
    first?.coveredBy !== undefined &&
    covered.every(({ coveredBy }) => coveredBy !== undefined) &&
    same.length < covered.length
  ) {
    const { draft, path } = first.coveredBy
    const says = `"${script.name}" is never chosen: "${draft.script.name}" comes first and matches everything that "${script.name}" matches (${draft.where(path)}); make the match of "${script.name}" more specific, or rename its file so that "${script.name}" comes first`
    return [{ place: where(['match']), rule: 'unreachable', says }]
  }
  return same.flatMap(({ query, path, coveredBy }) => {
    if (coveredBy === undefined) return []
    const what = query === undefined ? 'any query' : showQuery(query)
    const says = `"${coveredBy.draft.script.name}" also matches ${what} (${coveredBy.draft.where(coveredBy.path)}); change one of the two, or add a condition to one`
    return [{ place: where(path), rule: 'same-call' as const, says }]
  })
}

const isSameQuery = (query: Query | undefined, { words, draft, path }: EarlierQuery) => {
  const other = queriesOf(draft.script).find(([, at]) => at.join() === path.join())?.[0]
  if (query === undefined || other === undefined) return query === other
  return patternOf(query) === undefined
    ? wordsOfQuery(query).toSorted().join('\n') === words.toSorted().join('\n')
    : query === other
}

const showQuery = (query: Query) =>
  typeof query === 'string' ? `"${query}"` : query.all.map((word) => `"${word}"`).join(' and ')
