import type { JsonObject } from '../../../contract/json.ts'
import { kindProperties } from '../../../contract/kinds.ts'
import { nearestWord } from '../../../contract/nearest.ts'
import { fixtureRecordDefaults } from '../../../contract/new-records.ts'

export type Path = readonly PropertyKey[]

/** A problem at a path of a fixture, and how to solve it. */
export type FixtureProblem = {
  readonly path: Path
  readonly wrong: 'missing' | 'key' | 'value'
  readonly says: string
}

/**
 * The default values of fields that a record of a hand-written fixture omits. By default, users
 * have completed the onboarding, and agents are published.
 */
export const recordDefaults = {
  ...fixtureRecordDefaults,
  users: { ...fixtureRecordDefaults.users, onboarding_completed: true },
  agents: { ...fixtureRecordDefaults.agents, status: 'published', suggest_followups: true },
} as const

/** The default records for kinds that a fixture omits. */
export const defaultRecords: Readonly<Record<string, readonly object[]>> = {
  users: [{ email: 'demo@example.com', password: 'demo-password', is_admin: true }],
  models: [
    { name: 'general-model', role: 'general' },
    { name: 'fast-model', role: 'fast' },
  ],
}

export type FixtureRecordKind = keyof typeof recordDefaults
export type RecordWithId = JsonObject & { readonly id: string }

/** The name by which other records refer to a record: the email of a user, else the name. */
export const recordNameOf = (kind: FixtureRecordKind, record: JsonObject): string =>
  String(record[kindProperties(kind).key ?? 'name'] ?? '')

export const definedFieldsOf = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** The valid settings of a knowledge base for splitting texts. */
export const chunkSettings = ({
  chunk_strategy,
  chunk_size,
  chunk_overlap,
}: JsonObject): object => ({
  ...(typeof chunk_strategy === 'string' && { chunk_strategy }),
  ...(Number.isInteger(chunk_size) && { chunk_size }),
  ...(Number.isInteger(chunk_overlap) && { chunk_overlap }),
})

/** The newest date of a past event. Planned dates, such as an expiry, don't count. */
export function newestDate(value: unknown, field = ''): string | undefined {
  if (typeof value === 'string')
    return /^(created|updated|published|joined|reviewed)_at$/.test(field) ? value : undefined
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value)
    .flatMap(([name, inner]) => newestDate(inner, name) ?? [])
    .reduce<string | undefined>(
      (best, one) => (best === undefined || one > best ? one : best),
      undefined,
    )
}

export function unknownNameProblem(
  name: string,
  kind: FixtureRecordKind,
  path: Path,
  records: readonly RecordWithId[],
): FixtureProblem {
  const names = records.map((one) => recordNameOf(kind, one))
  const guess = nearestWord(name, names)
  const hint =
    guess === undefined
      ? names.length === 0
        ? `add it to \`${kind}\``
        : `choose one of ${names.slice(0, 5).join(', ')}`
      : `did you mean "${guess}"?`
  return {
    path,
    wrong: 'value',
    says: `there is no ${kindProperties(kind).name} "${name}"; ${hint}`,
  }
}

/** The ids of the API keys that a server prints, by name. A key with full access is `full`. */
export const showcaseKeys = (keys: readonly RecordWithId[]): Readonly<Record<string, string>> => {
  const full = keys.find(({ scopes, is_active }) => scopes === null && is_active !== false)
  return Object.fromEntries([
    ...(full === undefined ? [] : [['full', full.id]]),
    ...keys.filter((key) => key !== full).map(({ name, id }) => [name, id]),
  ])
}
