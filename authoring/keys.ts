import type * as z from 'zod/mini'
import type { Path } from './yaml.ts'

export type JsonSchema = z.core.JSONSchema.JSONSchema

/** The keys that a schema knows at a path, of all alternatives that the path can lead through. */
export const knownKeys = (schema: JsonSchema, path: Path): readonly string[] => {
  const schemas = path.reduce<readonly JsonSchema[]>(
    (level, step) => level.flatMap((one) => alternatives(childOf(one, step))),
    alternatives(schema),
  )
  return [...new Set(schemas.flatMap(({ properties }) => Object.keys(properties ?? {})))]
}

const childOf = (schema: JsonSchema, step: PropertyKey) =>
  typeof step === 'number' ? schema.items : schema.properties?.[String(step)]

const alternatives = (schema: JsonSchema['items']): readonly JsonSchema[] =>
  typeof schema !== 'object' || Array.isArray(schema)
    ? []
    : schema.anyOf
      ? schema.anyOf.flatMap(alternatives)
      : [schema]

/** The name that was probably meant: at most two slips away, and less than half of it. */
export const nearest = (name: string, names: readonly string[]): string | undefined => {
  const [best] = names
    .map((candidate) => ({ candidate, slips: slipsBetween(name, candidate) }))
    .filter(({ candidate, slips }) => slips <= 2 && slips * 2 <= candidate.length)
    .toSorted((a, b) => a.slips - b.slips)
  return best?.candidate
}

/** How many letters must be added, dropped or changed to make one word of the other. */
const slipsBetween = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1]
    for (const [column, other] of [...to].entries()) {
      const changed = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
