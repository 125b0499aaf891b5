import type { JsonObject } from '../json.ts'
import { nearest } from '../nearest.ts'
import { asObject, ProfileError, quote } from './profile-error.ts'

/** The parts of a profile that have entries by names. */
export const profileSections = ['picks', 'answers', 'operations'] as const

export type ProfileSection = (typeof profileSections)[number]

/** What a document says about a section: the entries that it gives, and those of its base that it removes. */
export type OwnEntries = { readonly given: JsonObject; readonly removed: readonly string[] }

const kinds = {
  answers: { entry: 'answer', all: 'It must be an object of operations and their answers' },
  operations: { entry: 'family', all: 'It must be an object of families by their names' },
} as const

/**
 * Reads the answers or families of a document, which `null` removes from its base. `inherited` has the
 * names in the base; it is `undefined` without one. Throws `ProfileError` for a `null` that removes
 * nothing.
 */
export function readEntries(
  root: JsonObject,
  section: keyof typeof kinds,
  inherited: readonly string[] | undefined,
): OwnEntries {
  const { entry, all: expected } = kinds[section]
  const all = Object.entries(asObject(root[section] ?? {}, [section], expected))
  const removed = all.flatMap(([name, value]) => (value === null ? [name] : []))
  for (const name of removed)
    if (inherited?.includes(name) !== true)
      throw new ProfileError([section, name], nothingRemoved(entry, name, inherited), 'key')
  return { given: Object.fromEntries(all.filter(([, value]) => value !== null)), removed }
}

function nothingRemoved(
  entry: string,
  name: string,
  inherited: readonly string[] | undefined,
): string {
  if (inherited === undefined)
    return `\`null\` removes the ${entry} of a base, and this profile has no \`base\`. Add \`base\`, or remove this line`
  const guess = nearest(name, inherited)
  const hint = guess === undefined ? '' : ` Did you mean ${quote(guess)}?`
  return `The base has no ${entry} ${quote(name)}, so \`null\` removes nothing.${hint} Remove this line`
}

/** A copy of an object without some of its fields. */
export const without = <Value>(
  object: Readonly<Record<string, Value>> = {},
  names: readonly string[] = [],
): Record<string, Value> =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))
