import type { Scenario } from '../scenario.ts'
import type { ScenarioProblem } from './problem.ts'

type Path = readonly PropertyKey[]

export type Query = Exclude<NonNullable<Scenario['match']['query']>, readonly unknown[]>

/** The queries of a script, and where each of them stands in it. */
export const queriesOf = ({
  match,
}: Pick<Scenario, 'match'>): readonly (readonly [Query, Path])[] =>
  Array.isArray(match.query)
    ? match.query.map((query, index) => [query, ['match', 'query', index]])
    : match.query === undefined
      ? []
      : [[match.query, ['match', 'query']]]

/** The pattern between the slashes of a query that is a regular expression. */
export const patternOf = (query: Query): string | undefined =>
  typeof query === 'string' ? /^\/(.+)\/$/s.exec(query)?.[1] : undefined

/** The names of the groups in the queries of a script: each is a place that it can fill. */
export const groupsOf = (script: Pick<Scenario, 'match'>): readonly string[] =>
  queriesOf(script).flatMap(([query]) =>
    Array.from(
      (patternOf(query) ?? '').matchAll(/\(\?<([\p{L}_$][\p{L}\p{N}_$]*)>/gu),
      ([, name = '']) => name,
    ),
  )

/** Regular expressions compile, and answer soon whatever they are asked. */
export const queryProblems = (script: Scenario): ScenarioProblem[] =>
  queriesOf(script).flatMap(([query, path]): readonly ScenarioProblem[] => {
    const pattern = patternOf(query)
    if (pattern === undefined) return []
    const reason = whyNotCompiling(pattern)
    if (reason !== undefined) {
      const says = `${String(query)} is no regular expression (${reason}); escape what is meant literally`
      return [{ path, part: 'value', rule: 'regular-expression', says }]
    }
    const slow = repeatedRepetition(pattern)
    if (slow === undefined) return []
    const says = `${slow} repeats what repeats already, which can take for ever on some queries; repeat once`
    return [{ path, part: 'value', rule: 'slow-expression', says }]
  })

function whyNotCompiling(pattern: string): string | undefined {
  try {
    RegExp(pattern, 'i')
    return undefined
  } catch (cause) {
    return cause instanceof Error ? cause.message.replace(/^.*: /, '') : String(cause)
  }
}

/** The first group that holds an unbounded repetition and is repeated without bound itself. */
function repeatedRepetition(pattern: string): string | undefined {
  const open: { readonly from: number; repeats: boolean }[] = []
  const tokens = /\\.|\[(?:\\.|[^\]\\])*\]|[()]|[*+]|\{\d+,\}/gs
  for (const { 0: token, index } of pattern.matchAll(tokens)) {
    const group = open.at(-1)
    if (token === '(') open.push({ from: index, repeats: false })
    else if (token === ')') {
      const { from, repeats } = open.pop() ?? { from: 0, repeats: false }
      const isRepeated = /^(?:[*+]|\{\d+,\})/.exec(pattern.slice(index + 1))?.[0]
      if (repeats && isRepeated !== undefined)
        return pattern.slice(from, index + 1 + isRepeated.length)
      const outer = open.at(-1)
      if (outer !== undefined) outer.repeats ||= repeats
    } else if (group !== undefined && /^[*+{]/.test(token)) group.repeats = true
  }
  return undefined
}
