import { idFieldOf, sharedList } from '../../../contract/body-form.ts'
import { isObject } from '../../../contract/json.ts'
import { decodeSegment } from '../../../contract/operations/path-table.ts'
import { anySegment, type PathPattern, patternText } from './path-patterns.ts'
import { joinRoutes, type RecordedRoute, routeKey } from './recorded-route.ts'

/** After so many siblings whose bodies have the same form, a segment is taken for an id. */
const mostSiblings = 12

/**
 * Joins routes that differ in a word that is an id: a value of a record in the list before it, such
 * as `shop` in `/api/skills/shop`, or one of very many words with the same kind of body.
 */
export function mergeRoutes(
  routes: readonly RecordedRoute[],
  isKnown: (method: string, pattern: PathPattern) => boolean,
): readonly RecordedRoute[] {
  const ids = idsByList(routes)
  const crowds = crowdedPrefixes(routes)
  const merged = new Map<string, RecordedRoute>()
  for (const route of routes) {
    const found = isKnown(route.method, route.pattern)
      ? route
      : withIds(
          route,
          (prefix, segment) => ids.get(prefix)?.has(segment) === true || crowds.has(prefix),
        )
    const key = routeKey(found.method, found.pattern)
    const other = merged.get(key)
    merged.set(key, other === undefined ? found : joinRoutes(other, found))
  }
  return [...merged.values()]
}

/** The values by which lists of records know their records, by the pattern of the list. */
function idsByList(routes: readonly RecordedRoute[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = routes.flatMap(({ method, pattern, samples }) => {
    if (method !== 'GET' || samples.length === 0) return []
    const list = sharedList(samples.map(({ json }) => json))
    if (list === undefined || list.items.length === 0) return []
    const fields = new Set(['id', 'slug', 'key', 'code', idFieldOf(list.items) ?? 'id'])
    const values = list.items.flatMap((item) => [...fields].map((field) => String(item[field])))
    return [[patternText(pattern), new Set(values)] as const]
  })
  return new Map(found)
}

/** The prefixes below which very many words have bodies of the same form. */
function crowdedPrefixes(routes: readonly RecordedRoute[]): ReadonlySet<string> {
  const forms = new Map<string, Set<string>>()
  for (const { method, pattern, samples } of routes) {
    const [sample] = samples
    const last = pattern.at(-1)
    if (sample === undefined || last === anySegment || pattern.length < 3) continue
    const form = formOf(sample.json, 3)
    if (form.length < 20) continue
    const key = `${patternText(pattern.slice(0, -1))}\n${method} ${form}`
    const known = forms.get(key) ?? new Set()
    forms.set(key, known.add(last ?? ''))
  }
  return new Set(
    [...forms].flatMap(([key, words]) =>
      words.size >= mostSiblings ? [key.slice(0, key.indexOf('\n'))] : [],
    ),
  )
}

/** The names of the fields of a value, down to some levels. */
function formOf(value: unknown, levels: number): string {
  if (Array.isArray(value)) return `[${formOf(value[0], levels - 1)}]`
  if (!isObject(value) || levels === 0) return ''
  return Object.keys(value)
    .toSorted()
    .map((key) => key + formOf(value[key], levels - 1))
    .join(',')
}

/** A route in which the words that are ids are parameters. */
function withIds(
  route: RecordedRoute,
  isId: (prefix: string, segment: string) => boolean,
): RecordedRoute {
  const pattern: string[] = []
  const added = new Map<number, string>()
  for (const segment of route.pattern) {
    const word = decodeSegment(segment)
    const isOne = segment !== anySegment && pattern.length >= 2 && isId(patternText(pattern), word)
    if (isOne) added.set(pattern.length, word)
    pattern.push(isOne ? anySegment : segment)
  }
  if (added.size === 0) return route
  const samples = route.samples.map((sample) => {
    const left = [...sample.values]
    const values = pattern.flatMap((segment, at) =>
      segment === anySegment ? [added.get(at) ?? left.shift() ?? ''] : [],
    )
    return { ...sample, values }
  })
  return { ...route, pattern, samples }
}
