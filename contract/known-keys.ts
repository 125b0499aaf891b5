import * as z from 'zod/mini'
import { mostSuggestions, nearest } from './nearest.ts'

/** What is known of keys besides those of a map. */
type Beside = {
  /** Keys of other forms of the same map. */
  readonly known?: readonly string[]
  /** Where keys of other maps stand, such as `under "stream"`. */
  readonly elsewhere?: Readonly<Record<string, string>>
}

/** A map of these keys alone, which says of any other what was meant: see `cureOf`. */
export function mapOf<const Shape extends z.core.$ZodShape>(
  shape: Shape,
  { known = [], elsewhere = {} }: Beside = {},
) {
  const own = Object.keys(shape)
  const cure = (key: string): string => {
    const name = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const place = Object.hasOwn(elsewhere, name) ? elsewhere[name] : undefined
    if (place !== undefined) return `it stands ${place}`
    if (known.includes(key))
      return 'it does not go with what stands beside it; leave one of the two out'
    const all = [...new Set([...own, ...known])]
    const guess = all.includes(name) ? name : nearest(key, all)
    return guess === undefined ? `known here: ${all.join(', ')}` : `did you mean "${guess}"?`
  }
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys
            .slice(0, mostSuggestions)
            .map((key) => `"${key}": ${cure(key)}`)
            .join('\n')
        : undefined,
  })
}

/** What the map itself says of a key that is none of its own, if it is one of `mapOf`. */
export const cureOf = (message: string, key: string): string | undefined =>
  message
    .split('\n')
    .find((line) => line.startsWith(`"${key}": `))
    ?.slice(`"${key}": `.length)
