import { uuids } from '../../contract/uuid.ts'

/** A difference between two runs, as text. */
export type Difference = {
  /** The id of the check, or the kind of response, such as `GET /api/agents 200`. */
  readonly where: string
  /** The JSON pointer inside the response. */
  readonly pointer?: string
  readonly a: string
  readonly b: string
}

/** Differences with the same cause. */
export type Cause = {
  /** The ids of the checks, or the kinds of responses. */
  readonly where: readonly string[]
  /** The JSON pointers inside the responses. */
  readonly pointers?: readonly string[]
  readonly a: string
  readonly b: string
}

/**
 * Groups differences between verdicts by cause. Checks have the same cause if one run blocks them
 * for the same reason, or if they have the same verdicts and expectations.
 */
export function checkCauses(differences: readonly Difference[]): readonly Cause[] {
  const groups = Map.groupBy(differences, checkKey)
  return mostFirst(
    [...groups.values()].flatMap((group) => {
      const [first] = group
      return first ? [{ where: group.map(({ where }) => where), a: first.a, b: first.b }] : []
    }),
  )
}

/** Returns a text from both verdicts of a check. Checks with the same text have the same cause. */
function checkKey({ a, b }: Difference): string {
  const blocked = [a, b].map((side) => (side.startsWith('blocked: ') ? reasonOf(side) : ''))
  // If one run blocks a check, only the reason counts, not the verdict in the other run.
  if (blocked.some(Boolean)) return JSON.stringify(['blocked', ...blocked])
  return JSON.stringify([reasonOf(a), reasonOf(b)])
}

/** Returns the text of a verdict without actual values, ids, times and operations. */
const reasonOf = (side: string): string =>
  side
    .replace(/, got .*$/s, '')
    .slice(0, maxReason)
    .replaceAll(uuids, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+/g, '<time>')
    .replaceAll(/\b(?:GET|POST|PUT|PATCH|DELETE) \/\S+/g, '<operation>')

// Maximum characters of a reason, which may quote a whole response.
const maxReason = 500

/**
 * Groups differences between shapes by cause. Kinds of responses have the same cause if they differ
 * in the same pointers, or if one run received no response with this status.
 */
export const shapeCauses = (differences: readonly Difference[]): readonly Cause[] =>
  mostFirst(causesBy(differences, statusOf))

/** Groups differences between steps of `life.` checks: equal differences have the same cause. */
export const lifeCauses = (differences: readonly Difference[]): readonly Cause[] =>
  causesBy(differences, () => '')

/** Groups differences that have the same pointers, the same texts and the same `kindOf`. */
function causesBy(
  differences: readonly Difference[],
  kindOf: (where: string, all: readonly Difference[]) => string,
): readonly Cause[] {
  const byWhere = Map.groupBy(differences, ({ where }) => where)
  const groups = Map.groupBy(byWhere, ([name, all]) =>
    JSON.stringify([kindOf(name, all), all.map(({ pointer, a, b }) => [pointer, a, b])]),
  )
  return [...groups.values()].map((group) => {
    const where = group.map(([name]) => name)
    const all = group[0]?.[1] ?? []
    const pointers = all.flatMap(({ pointer }) => pointer ?? [])
    if (pointers.length === 0) return { where, a: all[0]?.a ?? '', b: all[0]?.b ?? '' }
    return { where, pointers, a: sideOf(all, 'a'), b: sideOf(all, 'b') }
  })
}

/**
 * Returns the status of a kind of response that one run never received; empty if both received it.
 */
const statusOf = (name: string, differences: readonly Difference[]): string =>
  differences.some(({ pointer }) => pointer === undefined) ? name.split(' ').slice(2).join(' ') : ''

const sideOf = (differences: readonly Difference[], side: 'a' | 'b'): string =>
  differences.length === 1
    ? (differences[0]?.[side] ?? '')
    : differences.map((each) => `${each.pointer || '/'} ${each[side]}`).join(', ')

const mostFirst = (causes: readonly Cause[]): readonly Cause[] =>
  causes.toSorted((one, other) => other.where.length - one.where.length)
