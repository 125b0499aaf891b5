import { type ChoiceId, choiceIds, unmetConditions } from '../choices.ts'
import { isSameJson, type JsonObject } from '../json.ts'
import { kindOfFamily } from '../kinds.ts'
import { operationName } from '../operations/operation-index.ts'
import type { OperationId } from '../operations.ts'
import { choiceApplies, type Pick, picksAt, type Profile } from '../picks.ts'
import type { Answer } from './answers.ts'
import { hasRecords, operationsOf } from './family-paths.ts'
import { isHiddenBy } from './hidden-picks.ts'
import type { Family } from './own-operations.ts'
import { type ProfileSection, withoutFields } from './read-entries.ts'
import { withoutParameterNames } from '../operations/path-table.ts'

/** A changed pick of an operation; without `place`, of all operations that have no own pick. */
export type PickChange = {
  readonly place: OperationId | undefined
  readonly before: Pick
  readonly after: Pick
}

/** An entry in which two profiles differ. `undefined` stands for an entry that a profile lacks. */
export type Difference =
  | {
      readonly section: 'picks'
      readonly id: string
      readonly name: ChoiceId
      readonly changes: readonly PickChange[]
    }
  | {
      readonly section: 'answers'
      readonly id: string
      readonly name: OperationId
      readonly before: Answer | undefined
      readonly after: Answer | undefined
    }
  | {
      readonly section: 'operations'
      readonly id: string
      readonly name: string
      readonly before: Family | undefined
      readonly after: Family | undefined
    }

/**
 * Names the families of a profile as another one does, if both play the same operation: two imports
 * can name it differently. Families with records keep their names, because expressions have them.
 */
export function withFamilyNamesOf(other: Profile, profile: Profile): Profile {
  const families = Object.entries(profile.operations ?? {})
  const fixed = new Set(families.flatMap(([name, family]) => (hasRecords(family) ? name : [])))
  const names = new Map(
    Object.entries(other.operations ?? {}).flatMap(([name, family]) =>
      hasRecords(family) || fixed.has(name) ? [] : [[firstOperation(name, family), name] as const],
    ),
  )
  const newName = (name: string, family: Family) =>
    hasRecords(family) ? name : names.get(firstOperation(name, family))
  const taken = new Set(families.map((family) => newName(...family)))
  const freeName = (name: string): string => (taken.has(name) ? freeName(`${name}_2`) : name)
  const named = families.map(([name, family]) => {
    const found = newName(name, family) ?? freeName(name)
    taken.add(found)
    return [found, family] as const
  })
  return { ...profile, ...(profile.operations && { operations: Object.fromEntries(named) }) }
}

/** The first operation of a family, without the names of parameters. */
const firstOperation = (name: string, family: Family): string | undefined =>
  operationsOf(name, family)
    .map(({ method, path }) => `${method} ${withoutParameterNames(path)}`)
    .at(0)

/** Lists the changes from the profile `given` to the profile `next`. */
export function profileDifferences(given: Profile, next: Profile): readonly Difference[] {
  const today = withFamilyNamesOf(next, given)
  const answers = changedNames(today.answers, next.answers).map((name): Difference => ({
    section: 'answers',
    id: `answer:${operationName(name)}`,
    name,
    before: today.answers?.[name],
    after: next.answers?.[name],
  }))
  const operations = changedNames(today.operations, next.operations).map((name): Difference => ({
    section: 'operations',
    id: `operation:${name}`,
    name,
    before: today.operations?.[name],
    after: next.operations?.[name],
  }))
  return [...pickDifferences(today, next), ...answers, ...operations]
}

/** Copies a profile, and takes the entries of `differences` from the profile `next`. */
export function withDifferences(
  given: Profile,
  next: Profile,
  differences: readonly Difference[],
): Profile {
  const profile = withFamilyNamesOf(next, given)
  const namesIn = (section: ProfileSection) =>
    differences.flatMap((one) => (one.section === section ? [one.name] : []))
  const choiceNames = namesIn('picks')
  const places = Object.keys({ ...profile.at, ...next.at }) as OperationId[]
  const at = places.map((place) => [
    place,
    mergeEntries(profile.at[place], next.at[place], choiceNames),
  ])
  const has = (section: 'answers' | 'operations') =>
    (profile[section] ?? next[section]) !== undefined
  return {
    name: profile.name,
    picks: mergeEntries(profile.picks, next.picks, choiceNames),
    at: Object.fromEntries(at) as Profile['at'],
    ...(has('answers') && {
      answers: mergeEntries(profile.answers, next.answers, namesIn('answers')),
    }),
    ...(has('operations') && {
      operations: mergeEntries(profile.operations, next.operations, namesIn('operations')),
    }),
  }
}

/** Copies `ownEntries`, but takes the named entries from `otherEntries`, or else removes them. */
const mergeEntries = <Entries extends object>(
  ownEntries: Entries = {} as Entries,
  otherEntries: Entries = {} as Entries,
  names: readonly string[],
): Entries =>
  ({
    ...withoutFields(ownEntries as Record<string, unknown>, names),
    ...Object.fromEntries(Object.entries(otherEntries).filter(([name]) => names.includes(name))),
  }) as Entries

/** Returns the names of the entries that differ. */
function changedNames<Entries extends object>(
  before: Entries = {} as Entries,
  after: Entries = {} as Entries,
): (keyof Entries & string)[] {
  const names = Object.keys({ ...before, ...after }) as (keyof Entries & string)[]
  return names.filter((name) => {
    const [one, other] = comparedParts(before[name] as object, after[name] as object)
    return !isSameJson(one, other)
  })
}

/**
 * Returns the fields of two entries that are compared. Leaves out shapes that only one entry has,
 * and seed records and initial values, because they are data.
 */
export function comparedParts(
  before: object | undefined,
  after: object | undefined,
): readonly [before: JsonObject, after: JsonObject] {
  const [one, other]: readonly Entry[] = [{ ...before }, { ...after }]
  return [comparableFields(one, other), comparableFields(other, one)]
}

type Entry = { readonly shape?: JsonObject } & JsonObject

function comparableFields({ shape = {}, ...entry }: Entry = {}, { shape: known = {} }: Entry = {}) {
  const parts = withoutFields(entry, ['seeds', 'value'])
  const statuses = Object.keys(shape).filter((status) => Object.hasOwn(known, status))
  const shared = Object.fromEntries(statuses.map((status) => [status, shape[status]]))
  return statuses.length === 0 ? parts : { ...parts, shape: shared }
}

function pickDifferences(today: Profile, next: Profile): readonly Difference[] {
  const own = Object.keys({ ...today.at, ...next.at }) as OperationId[]
  const places = [undefined, ...own].map((place) => ({
    place,
    before: picksAt(today, place),
    after: picksAt(next, place),
  }))
  return choiceIds.flatMap((name): readonly Difference[] => {
    const isPlaced = (place: OperationId | undefined) =>
      place === undefined || (today.at[place]?.[name] ?? next.at[place]?.[name]) !== undefined
    const changes = places
      .filter(
        ({ place, before, after }) =>
          isPlaced(place) &&
          !isSameJson(before[name], after[name]) &&
          choiceApplies(name, after) &&
          !isHiddenBy(next, name, place),
      )
      .map(({ place, before, after }) => ({ place, before: before[name], after: after[name] }))
    return changes.length === 0
      ? []
      : [{ section: 'picks', id: pickId(name, changes), name, changes }]
  })
}

function pickId(name: ChoiceId, changes: readonly PickChange[]): string {
  const [first] = changes
  const id = `${name}=${first?.after.option}`
  if (first?.place === undefined) return id
  return changes.length > 1
    ? `${id} at ${changes.length} operations`
    : `${id} at ${operationName(first.place)}`
}

/** Whether a difference changes responses of the fake; a `shape` only describes them. */
export function changesResponses(difference: Difference): boolean {
  if (difference.section === 'picks') return true
  const [before, after] = comparedParts(difference.before, difference.after)
  return !isSameJson(withoutFields(before, ['shape']), withoutFields(after, ['shape']))
}

/**
 * Returns the differences that this one depends on: the picks under which a choice applies, the
 * families whose records an entry names, and the entries that name records of a removed family.
 */
export function neededDifferences(
  difference: Difference,
  allDifferences: readonly Difference[],
  today: Profile,
): readonly Difference[] {
  const needed = new Set([difference])
  // The loop adds to this set, and also visits the added items.
  for (const one of needed)
    for (const other of allDifferences) if (dependsOn(one, other, today)) needed.add(other)
  needed.delete(difference)
  return [...needed]
}

function dependsOn(difference: Difference, otherDifference: Difference, today: Profile): boolean {
  if (difference.section === 'picks')
    return (
      otherDifference.section === 'picks' &&
      difference.changes.some(({ place }) => {
        const picks = picksAt(today, place)
        const unmet = unmetConditions(difference.name, (other) => picks[other].option)
        return unmet.some(([other]) => other === otherDifference.name)
      })
    )
  if (otherDifference.section === 'picks') return false
  return (
    (changesRecords(otherDifference, 'before', 'after') &&
      namesRecords(difference.after, otherDifference)) ||
    (changesRecords(difference, 'after', 'before') &&
      namesRecords(otherDifference.before, difference))
  )
}

/** Whether a family has records in the profile `having`, but not in the profile `lacking`. */
const changesRecords = (
  one: Difference,
  lacking: 'before' | 'after',
  having: 'before' | 'after',
): boolean => one.section === 'operations' && !hasRecords(one[lacking]) && hasRecords(one[having])

/** Whether an entry names the records of a family, in an expression or as a kind. */
function namesRecords(entry: Answer | Family | undefined, { name }: Difference): boolean {
  const text = JSON.stringify(entry) ?? ''
  const kind = kindOfFamily(name)
  return [`'${kind}'`, `"${kind}",`, `"${kind}"}`, `"${kind}"]`].some((word) => text.includes(word))
}
