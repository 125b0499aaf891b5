import { decodeSegment } from '../../../contract/operations/path-table.ts'
import { isIdLike } from '../../replay/id-map.ts'

/** The segments of a path; `{}` stands for a segment that differs between records. */
export type PathPattern = readonly string[]

/** The placeholder of a segment. */
export const anySegment = '{}'

/** The characters that the path of a profile can have. */
const literalSegment = /^[\w.~-]{1,60}$/

/** Whether a segment is an id by its form alone: no word of a path looks like that. */
const isOpaque = (segment: string): boolean =>
  !literalSegment.test(segment) ||
  isIdLike(segment) ||
  /^\d+$/.test(segment) ||
  /^[0-9a-f]{8,}$/i.test(segment) ||
  // A random text: capitals and digits between small letters.
  (segment.length >= 16 && /\d/.test(segment) && /[A-Z]/.test(segment) && /[a-z]/.test(segment)) ||
  /^\d{4}-\d\d(-\d\d)?$/.test(segment)

/** The pattern of a path by the forms of its segments, and the segments that it replaced. */
export function patternOf(path: string): {
  readonly pattern: PathPattern
  readonly values: readonly string[]
} {
  const values: string[] = []
  const segments = path.split('/').slice(1)
  while (segments.at(-1) === '') segments.pop()
  const pattern = segments.map((segment) => {
    if (!isOpaque(segment)) return segment
    values.push(decodeSegment(segment))
    return anySegment
  })
  return { pattern, values }
}

/** The names of the parameters of a path with `{name}` segments. */
export const parametersIn = (path: string): readonly string[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)

export const patternText = (pattern: PathPattern): string => `/${pattern.join('/')}`

/**
 * The names of the parameters of a pattern, unique in it. A name that a longer part of the path has
 * elsewhere is given by `known`; else it is made from the segment before it: `skill_id`.
 */
export function parametersOf(
  pattern: PathPattern,
  known: (prefix: string) => string | undefined,
): readonly string[] {
  const names: string[] = []
  for (const [at, segment] of pattern.entries()) {
    if (segment !== anySegment) continue
    const before = pattern[at - 1] ?? ''
    const word = before === anySegment || before === '' ? 'part' : singular(before)
    const base = known(patternText(pattern.slice(0, at + 1))) ?? `${word}_id`
    let name = base
    for (let number = 2; names.includes(name); number += 1) name = `${base}_${number}`
    names.push(name)
  }
  return names
}

function singular(segment: string): string {
  const word = segment.toLowerCase().replaceAll(/\W+/g, '_')
  if (word.endsWith('ies')) return word.replace(/ies$/, 'y')
  return /(?:ses|xes|ches)$/.test(word) ? word.replace(/es$/, '') : word.replace(/(?<!s)s$/, '')
}

/** The path of a profile, with the names of its parameters. */
export function namedPath(pattern: PathPattern, names: readonly string[]): string {
  const left = [...names]
  return patternText(
    pattern.map((segment) => (segment === anySegment ? `{${left.shift() ?? ''}}` : segment)),
  )
}
