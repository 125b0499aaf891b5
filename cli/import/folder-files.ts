import { basename, join } from 'node:path'
import { isObject, type JsonObject, objectIn, withoutUndefined } from '../../contract/json.ts'
import { toYaml } from '../../contract/authoring/yaml.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { foldCase } from '../../contract/scripts/queries.ts'
import { questionOf, RecordedQuestions } from '../../traffic/import/turns/recorded-questions.ts'
import type { SchemaName } from '../schema-line.ts'
import { documentsIn, type EarlierFolder } from './folder.ts'
import { ownLimits } from '../../contract/limits.ts'
import { documented, type Profile } from '../../contract/picks.ts'
import { ProfileError, readProfile, toProfileDocument } from '../../contract/profile.ts'
import {
  effectivePicks,
  entriesOverBase,
  type ProfileEntries,
} from '../../contract/profile/over-base.ts'
import type { ProfileSection } from '../../contract/profile/read-entries.ts'
import { knownProfiles } from '../../contract/shipped-names.ts'
import type { Imported } from '../../traffic/import/import.ts'
import type {
  BaseProfile,
  ImportedProfile,
  RecordedEntries,
} from '../../traffic/import/profile/choose-base.ts'
import { leftOutNote } from '../../traffic/import/profile/collected-records.ts'
import { mergeRecordedPicks } from '../../traffic/import/profile/pick-places.ts'
import { UsageError } from '../command-line.ts'
import { baseName } from '../profile-text.ts'
import { loadPlacedProfile } from '../world-data.ts'
import { kindOfFamily } from '../../contract/kinds.ts'
import { operationsOf } from '../../contract/profile/family-paths.ts'
import {
  type Families,
  type Family,
  family as familySchema,
} from '../../contract/profile/own-operations.ts'
import { routeName } from '../../traffic/import/profile/recorded-route.ts'

/** Creates a file as its path and text. The first line of the text names the schema. */
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

const matchOf = ({ document }: ScriptFile): JsonObject => objectIn(document['match'])

const questionIn = (script: ScriptFile) => questionOf(matchOf(script)['query'])

/** Returns a key for the turns that a script plays. */
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
 * Creates a file for each script. If two scripts match the same turn, that of the newer recording
 * wins. A kept script changes if another recorded question contains its question.
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

const size = (value: unknown) => JSON.stringify(value).length

const emptyProfileEntries: ProfileEntries = { picks: {}, answers: {}, operations: {} }

/** The folder of an import, and how its profile relates to others. */
export type ProfileContext = {
  readonly folder: string
  /** The profile that the imported profile is based on. */
  readonly base: BaseProfile
  readonly isNewer: boolean
}

/**
 * Creates the files of the profile: the name of its base, and the entries that differ from the
 * base. Also returns notes on what the profile lacks. Throws `UsageError` if `serve` would refuse
 * it.
 */
export async function profileFiles(
  { document: whole, deleted, recorded }: Imported['profile'],
  earlier: EarlierFolder | undefined,
  { folder, base, isNewer }: ProfileContext,
): Promise<{
  readonly files: Readonly<Record<string, JsonObject>>
  readonly notes: readonly string[]
}> {
  const place = join(folder, 'profile')
  // Uses the base only if this makes the profile shorter: a very different base needs many
  // removals.
  const hasBase =
    base.name !== documented.name && size(entriesOverBase(whole, base.profile)) < size(whole)
  const target = hasBase
    ? { name: baseName(base.name, place), profile: base.profile }
    : { name: undefined, profile: documented }
  const imported = hasBase
    ? entriesOverBase(whole, target.profile)
    : { ...emptyProfileEntries, ...whole }
  const { recorded: shown, deleted_seeds: gone = {} } = earlier?.marker ?? {}
  const added = { entries: imported, recorded, deleted }
  const known = {
    entries: await earlierEntries(earlier, place, target),
    recorded: shown,
    deleted: gone,
  }
  const [older, newer] = isNewer ? [known, added] : [added, known]
  const notes: string[] = []
  const merged = mergeEntries(older, newer, target.profile, notes)
  const { answers, operations } = merged
  const picks = effectivePicks(merged, target.profile)
  readMerged(place, { ...merged, picks }, target.profile)
  const knownFamilies = base.profile.operations ?? {}
  const part = (isKnown: boolean) =>
    Object.fromEntries(
      Object.entries(operations).filter(([name]) => Object.hasOwn(knownFamilies, name) === isKnown),
    )
  const parts = {
    'answers.yaml': { answers },
    'operations.yaml': { operations: part(true) },
    'operations-recorded.yaml': { operations: part(false) },
  }
  const filledParts = Object.entries(parts).filter(([, sections]) =>
    Object.values(sections).some((entries) => Object.keys(entries).length > 0),
  )
  const files = {
    'picks.yaml': {
      name: whole.name,
      ...(target.name !== undefined && { base: target.name }),
      picks,
    },
    ...Object.fromEntries(filledParts),
  }
  return { files, notes }
}

/** Reads entries over a base. Throws `UsageError` for entries that no profile can have. */
function readMerged(place: string, entries: ProfileEntries, base: Profile | undefined): Profile {
  try {
    return readProfile({ ...entries, ...(base && { base: '' }) }, '', base)
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    throw new UsageError(`${place}: ${error.path.join('.')}: ${error.message}`)
  }
}

/** The entries in one section of an earlier import's profile. */
export const earlierSection = (
  earlier: EarlierFolder | undefined,
  name: ProfileSection,
): JsonObject =>
  Object.assign(
    {},
    ...documentsIn(earlier, 'profile').map(({ document }) => document[name] ?? {}),
  ) as JsonObject

/** The entries of an earlier import's profile that differ from a base. Throws `UsageError`. */
async function earlierEntries(
  earlier: EarlierFolder | undefined,
  place: string,
  newBase: { readonly name: string | undefined; readonly profile: Profile },
): Promise<ProfileEntries> {
  const documents = documentsIn(earlier, 'profile').map(({ document }) => document)
  const entries = {
    picks: earlierSection(earlier, 'picks'),
    answers: earlierSection(earlier, 'answers'),
    operations: earlierSection(earlier, 'operations'),
  }
  const base = documents.map((document) => document['base']).find((name) => name !== undefined)
  if (base === newBase.name) return entries
  const old = typeof base === 'string' ? await loadNamedBase(base, place) : undefined
  const whole = toProfileDocument(readMerged(place, entries, old))
  const overBase = entriesOverBase(whole, newBase.profile)
  // Omits removals of base entries that the earlier import did not know.
  const part = (name: ProfileSection) =>
    Object.fromEntries(
      Object.entries(overBase[name]).filter(([entry]) => Object.hasOwn(whole[name] ?? {}, entry)),
    )
  return { picks: part('picks'), answers: part('answers'), operations: part('operations') }
}

const loadNamedBase = async (name: string, place: string): Promise<Profile> =>
  (await loadPlacedProfile(knownProfiles.includes(name) ? name : join(place, name))).profile

/**
 * Removes from an older import the answers of operations that a newer recording shows: for an
 * operation as in the base, the newer import has no entry. Learned refusals stay, because successes
 * do not contradict them.
 */
function withoutRecorded(answers: JsonObject, recorded: readonly string[] = []): JsonObject {
  const shown = new Set(recorded)
  const left = Object.entries(answers).flatMap(([name, answer]) => {
    if (!shown.has(name)) return [[name, answer] as const]
    const { errors, refuses } = isObject(answer) ? answer : {}
    const rest = withoutUndefined({ errors, refuses })
    return Object.keys(rest).length > 0 ? [[name, rest] as const] : []
  })
  return Object.fromEntries(left) as JsonObject
}

/** The profile entries of an import, and the names of the entries that its recordings show. */
type RecordedProfile = Pick<ImportedProfile, 'deleted'> & {
  readonly entries: ProfileEntries
  readonly recorded: RecordedEntries | undefined
}

/**
 * Merges two imports with the same base. Entries of the newer import replace older ones. An
 * operation that it plays is removed from other families of the older import. Seeds contain the
 * records of both, without those that the newer recording deleted.
 */
function mergeEntries(
  { entries: older, recorded: olderShown }: RecordedProfile,
  { entries: newer, recorded: shown, deleted }: RecordedProfile,
  base: Profile,
  notes: string[],
): ProfileEntries {
  const families = Object.entries(newer.operations).map(([name, family]) => {
    const gone = deleted[kindOfFamily(name)] ?? []
    return [name, withEarlierSeeds(family, older.operations[name], gone, notes)] as const
  })
  const routesIn = (entries: JsonObject) =>
    Object.entries(entries).flatMap((entry) => routeKeysOf(...entry))
  const restored = restoredFamilies(older, newer, base, {
    older: new Set([...routesIn(older.operations), ...(olderShown?.operations ?? [])]),
    newer: new Set(shown?.operations),
  })
  const played = new Set([...routesIn(newer.operations), ...routesIn(restored)])
  const left = Object.entries(older.operations).flatMap(([name, family]) => {
    if (Object.hasOwn(restored, name)) return []
    if (Object.hasOwn(newer.operations, name)) return [[name, family]]
    const rest = withoutRoutes(name, family, played)
    return rest === undefined ? [] : [[name, rest]]
  })
  return {
    picks: mergeRecordedPicks(
      toProfileDocument(base).picks,
      { picks: older.picks, shown: olderShown?.picks },
      { picks: newer.picks, shown: shown?.picks },
    ),
    answers: { ...withoutRecorded(older.answers, shown?.answers), ...newer.answers },
    operations: { ...Object.fromEntries(left), ...Object.fromEntries(families) },
  }
}

/**
 * Finds families of the base that an older import changed or removed, but a newer recording shows
 * as in the base. It must show each of their operations that the older recording shows.
 */
function restoredFamilies(
  older: ProfileEntries,
  newer: ProfileEntries,
  { operations = {} }: Profile,
  shown: { readonly older: ReadonlySet<string>; readonly newer: ReadonlySet<string> },
): Families {
  const found = Object.entries(operations).filter(([name, family]) => {
    const routes = routeKeysOf(name, family)
    return (
      Object.hasOwn(older.operations, name) &&
      !Object.hasOwn(newer.operations, name) &&
      routes.some((route) => shown.newer.has(route)) &&
      routes.every((route) => shown.newer.has(route) || !shown.older.has(route))
    )
  })
  return Object.fromEntries(found)
}

/**
 * Adds the seeds that an earlier import has for a family, without known and deleted ones. Seeds
 * above the limit of a family only get a note.
 */
function withEarlierSeeds(
  family: unknown,
  earlier: unknown,
  deleted: readonly string[],
  notes: string[],
): unknown {
  if (!isObject(family) || !isObject(earlier)) return family
  const [seeds, old] = [family['seeds'], earlier['seeds']]
  if (!Array.isArray(old)) return family
  const own = Array.isArray(seeds) ? seeds : []
  const without = new Set<unknown>([...deleted, ...own.map((seed) => isObject(seed) && seed['id'])])
  const rest = old.filter((seed) => isObject(seed) && !without.has(seed['id']))
  const all = [...own, ...rest]
  const kept = all.slice(0, ownLimits.ownSeeds)
  if (kept.length < all.length)
    notes.push(`${String(family['path'])}: ${leftOutNote(all.length - kept.length)}`)
  return { ...family, seeds: kept }
}

// Validates a family, because a user may have edited the files of the earlier import.
const isFamily = (value: unknown): value is Family => familySchema.safeParse(value).success

/** The keys of the routes that a family plays. */
const routeKeysOf = (name: string, family: unknown): readonly string[] =>
  isFamily(family) ? operationsOf(name, family).map(routeName) : []

/** Removes these routes from a family; undefined if nothing is left that other families may use. */
function withoutRoutes(name: string, family: unknown, played: ReadonlySet<string>): unknown {
  if (!isFamily(family)) return family
  const all = operationsOf(name, family)
  const left = all.filter((operation) => !played.has(routeName(operation)))
  if (left.length === all.length) return family
  if (family.kind === 'collection')
    return {
      ...family,
      only: left.flatMap(({ action }) => (action === 'toggle' ? [] : (action ?? []))),
    }
  const isRead = left.some(({ method }) => method === 'GET')
  return family.kind === 'document' && isRead ? { ...family, replace: 'none' } : undefined
}
