import type { Scenario } from '../scenario.ts'

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
