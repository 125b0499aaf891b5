import { choices } from '../../contract/choices.ts'
import { isSameJson } from '../../contract/json.ts'
import { apiPath, methodTable, withoutQuery } from '../../contract/operations/path-table.ts'
import { picksAt, type Picks, type Profile } from '../../contract/picks.ts'
import { describeDifference } from '../../contract/profile/describe-difference.ts'
import {
  type Difference,
  changesResponses,
  neededDifferences,
  profileDifferences,
  withFamilyNamesOf,
} from '../../contract/profile/differences.ts'
import { operationsOf } from '../../contract/profile/family-paths.ts'
import type { RunCall } from '../run/run-document.ts'
import type { Selection, Variant } from './variant.ts'

/**
 * The maximum lines of a difference in a report. The migration guide of `compare` has all lines.
 */
const maxLines = 4

type IsShownBy = (call: RunCall) => boolean

/** The differences between the current and the next deployment, each as a variant. */
export function differenceVariants(given: Profile, next: Profile): Selection {
  const today = withFamilyNamesOf(next, given)
  const all = profileDifferences(today, next)
  const played = all.filter(changesResponses)
  const sides = [today, next].map((profile) => ({
    picksAt: picksTable(profile),
    familyOf: familyTable(profile),
  }))
  const variants = played.map((difference): Variant => {
    const { id } = difference
    const needed = neededDifferences(difference, played, today)
    return {
      id,
      says: differenceText(difference),
      picks: {},
      faults: [],
      marks: [`difference:${id}`],
      nextProfile: { profile: next, differences: [difference, ...needed] },
      neededVariants: needed.map((one) => one.id),
      isShownBy: createIsShownBy(difference, sides),
      ...(difference.section === 'picks' && { option: optionOfDifference(difference) }),
    }
  })
  const reason = 'only the shapes of its bodies are known to differ, which no run plays'
  return {
    // Variants that need no other variant come first, because a search blames the first one.
    variants: variants.toSorted(
      (a, b) => (a.neededVariants?.length ?? 0) - (b.neededVariants?.length ?? 0),
    ),
    leftOut: all.filter((one) => !changesResponses(one)).map(({ id }) => ({ id, reason })),
  }
}

function differenceText(difference: Difference): string {
  const lines = describeDifference(difference)
  const more = lines.length - maxLines
  return [...lines.slice(0, maxLines), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

function optionOfDifference({ name, changes }: Difference & { readonly section: 'picks' }) {
  const { question, clause } = choices[name]
  return { choice: name, name: changes[0]?.after.option ?? '', question, clause }
}

/** The picks and the families of the current or the next profile. */
type ProfileSide = {
  readonly picksAt: (endpoint: RunCall['endpoint']) => Picks
  readonly familyOf: (call: RunCall) => string | undefined
}

/** Returns a function that tells whether a call shows a difference between the two profiles. */
function createIsShownBy(difference: Difference, sides: readonly ProfileSide[]): IsShownBy {
  if (difference.section === 'picks') {
    const { name } = difference
    return ({ endpoint, shown }) => {
      const [before, after] = sides.map((side) => side.picksAt(endpoint)[name])
      return shown.includes(`${name}=${after?.option}`) && !isSameJson(before, after)
    }
  }
  if (difference.section === 'operations')
    return (call) => sides.some(({ familyOf }) => familyOf(call) === difference.name)
  const { name, before, after } = difference
  const isOfRefusals = (['accepts', 'errors', 'refuses'] as const).some(
    (part) => !isSameJson(before?.[part], after?.[part]),
  )
  // An error response shows only differences of refusals, not of successful responses.
  return ({ endpoint, status }) => endpoint === name && (isOfRefusals || (status ?? 0) < 400)
}

/** The picks of a profile for operations, computed once for each. */
function picksTable(profile: Profile): ProfileSide['picksAt'] {
  const cachedPicks = new Map<string | null, Picks>()
  return (endpoint) => {
    const picks = cachedPicks.get(endpoint) ?? picksAt(profile, (endpoint ?? undefined) as never)
    cachedPicks.set(endpoint, picks)
    return picks
  }
}

/** Finds the family of a profile to which a call belongs, if that profile has it. */
function familyTable({ operations = {} }: Profile): ProfileSide['familyOf'] {
  const table = methodTable(
    Object.entries(operations).flatMap(([name, family]) =>
      operationsOf(name, family).map(({ method, path }) => [method, path, name] as const),
    ),
  )
  return ({ method, path, endpoint }) =>
    endpoint === null ? table.find(apiPath(withoutQuery(path)))?.value.get(method) : undefined
}
