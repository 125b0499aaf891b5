import type { Path } from './yaml.ts'

const place = /\{\{\s*([^{}\s]+)\s*\}\}/g

/** What stands between the braces of each place in a text. */
export const placesIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(place), ([, name = '']) => name)

/** Every text in plain data that has a place, and where it is. */
export function* textsWithPlaces(value: unknown, path: Path = []): Generator<[string, Path]> {
  if (typeof value === 'string') {
    if (value.includes('{{')) yield [value, path]
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value))
      yield* textsWithPlaces(inner, [...path, Array.isArray(value) ? Number(key) : key])
  }
}

/** Plain data with values in the places that have their names; other places stay. */
export function fillPlaces(value: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (typeof value === 'string')
    return value.replaceAll(place, (whole, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : whole,
    )
  if (Array.isArray(value)) return value.map((item) => fillPlaces(item, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, fillPlaces(inner, values)]),
  )
}
