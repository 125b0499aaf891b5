/** A difference between two runs, as text. */
export type Difference = {
  /** The check, or the kind of response. */
  readonly where: string
  /** The JSON pointer inside the response. */
  readonly pointer?: string
  readonly a: string
  readonly b: string
}

/** Differences with the same cause. */
export type Cause = {
  /** Checks, or kinds of responses. */
  readonly where: readonly string[]
  /** JSON pointers inside these responses. */
  readonly pointers?: readonly string[]
  readonly a: string
  readonly b: string
}

/**
 * Groups differences between verdicts: checks that one side blocks for the same reason, or that fail
 * with the same expectation, have one cause.
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

/** The key of two verdicts: checks with the same key have the same cause. */
function checkKey({ a, b }: Difference): string {
  const blocked = [a, b].map((side) => (side.startsWith('blocked: ') ? reasonOf(side) : ''))
  // The verdicts of the other side differ from check to check.
  if (blocked.some(Boolean)) return JSON.stringify(['blocked', ...blocked])
  return JSON.stringify([reasonOf(a), reasonOf(b)])
}

/** A verdict without the values that differ from check to check: actual values, ids, times. */
const reasonOf = (side: string): string =>
  side
    .replace(/, got .*$/s, '')
    .slice(0, maxReason)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+/g, '<time>')
    .replaceAll(/\b(?:GET|POST|PUT|PATCH|DELETE) \/\S+/g, '<operation>')

// A reason may quote a whole response.
const maxReason = 500

/**
 * Groups differences between shapes: kinds of responses that differ in the same pointers have one
 * cause, and so have all responses of one status that one run never received.
 */
export const shapeCauses = (differences: readonly Difference[]): readonly Cause[] =>
  mostFirst(causesBy(differences, statusOf))

/** Groups differences of lives: those of one step, and equal ones of several steps. */
export const lifeCauses = (differences: readonly Difference[]): readonly Cause[] =>
  causesBy(differences, () => '')

/** Groups differences with the same pointers and texts, if they are also of one kind. */
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

/** The status of a kind of responses that one run never received. */
const statusOf = (name: string, differences: readonly Difference[]): string =>
  differences.some(({ pointer }) => pointer === undefined) ? name.split(' ').slice(2).join(' ') : ''

const sideOf = (differences: readonly Difference[], side: 'a' | 'b'): string =>
  differences.length === 1
    ? (differences[0]?.[side] ?? '')
    : differences.map((each) => `${each.pointer || '/'} ${each[side]}`).join(', ')

const mostFirst = (causes: readonly Cause[]): readonly Cause[] =>
  causes.toSorted((one, other) => other.where.length - one.where.length)
