import { isObject, isSameJson, type JsonObject } from '../../contract/json.ts'

/** The documents of a profile folder, by the names of their files. */
export type ProfileFiles = Readonly<Record<string, JsonObject>>

const sections = ['picks', 'answers', 'operations'] as const
type Section = (typeof sections)[number]

/**
 * Merges the profile of a second import into that of the first: entries of the second win, unless
 * they are those of the base. The records of the first stay in the seeds of both.
 */
export function mergeProfiles(
  before: ProfileFiles,
  after: ProfileFiles,
  base: JsonObject,
): ProfileFiles {
  const merged: Record<string, JsonObject> = { ...after }
  for (const section of sections) {
    const known = entriesIn(after, section)
    const usual = sectionOf(base, section)
    for (const [file, name, entry] of entriesIn(before, section).values()) {
      const there = known.get(name)
      if (there === undefined) {
        merged[file] = withEntry(merged[file] ?? {}, section, name, entry)
        continue
      }
      const [place, , newer] = there
      const isUsual = isSameJson(newer, usual[name]) && !isSameJson(entry, usual[name])
      const value = isUsual ? entry : withSeedsOf(newer, entry)
      merged[place] = withEntry(merged[place] ?? {}, section, name, value)
    }
  }
  return merged
}

type Entry = readonly [file: string, name: string, value: unknown]

const sectionOf = (document: JsonObject, section: Section): JsonObject => {
  const value = document[section]
  return isObject(value) ? value : {}
}

const entriesIn = (files: ProfileFiles, section: Section): ReadonlyMap<string, Entry> =>
  new Map(
    Object.entries(files).flatMap(([file, document]) =>
      Object.entries(sectionOf(document, section)).map(
        ([name, value]) => [name, [file, name, value] as const] as const,
      ),
    ),
  )

const withEntry = (
  document: JsonObject,
  section: Section,
  name: string,
  value: unknown,
): JsonObject => ({
  ...document,
  [section]: { ...sectionOf(document, section), [name]: value },
})

/** A family with the seeds of an earlier one that it lacks. */
function withSeedsOf(family: unknown, earlier: unknown): unknown {
  if (!isObject(family) || !isObject(earlier)) return family
  const [seeds, old] = [family['seeds'], earlier['seeds']]
  if (!Array.isArray(old)) return family
  const own = Array.isArray(seeds) ? seeds : []
  const ids = new Set(own.map((seed) => (isObject(seed) ? seed['id'] : undefined)))
  const rest = old.filter((seed) => isObject(seed) && !ids.has(seed['id']))
  return { ...family, seeds: [...own, ...rest] }
}
