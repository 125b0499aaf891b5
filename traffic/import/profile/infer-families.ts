import { idFieldOf, recordPath, sharedList } from '../../../contract/body-form.ts'
import type { FamilyDraft } from './family-draft.ts'
import { inferAction, inferDocument } from './infer-action.ts'
import { inferCollection } from './infer-collection.ts'
import { anySegment, patternText } from './path-patterns.ts'
import { bodiesFamily } from './recorded-bodies.ts'
import type { RecordedRoute } from './recorded-route.ts'

/**
 * Makes families of a profile for operations that were recorded and that nothing else plays: lists
 * with the operations on their records become collections, other values documents, and the rest
 * actions that send what was recorded. Records are made first, because other operations name them.
 */
export function inferFamilies(draft: FamilyDraft, routes: readonly RecordedRoute[]): void {
  const open = routes.filter(({ samples }) => samples.length > 0)
  const byPattern = Map.groupBy(open, ({ pattern }) => patternText(pattern))
  const lists = open
    .filter((route) => isCollection(route, open))
    .map(({ pattern }) => patternText(pattern))
  const collections = [...new Set(lists)].toSorted(
    (a, b) => a.split('/').length - b.split('/').length,
  )
  /** The longest list whose records a route is about. */
  const listOf = ({ pattern }: RecordedRoute) =>
    collections.findLast((list) => `${patternText(pattern)}/`.startsWith(`${list}/${anySegment}/`))
  for (const text of collections) {
    const here = byPattern.get(text) ?? []
    const [list, create] = ['GET', 'POST'].map((method) =>
      here.find((one) => one.method === method),
    )
    const items = open.filter(
      (route) =>
        !here.includes(route) &&
        listOf(route) === text &&
        !collections.includes(patternText(route.pattern)),
    )
    const [first] = here
    if (first !== undefined) inferCollection(draft, first.pattern, { list, create, items })
  }
  const left = open.filter((route) => !draft.played.has(route))
  for (const route of left) {
    if (draft.played.has(route)) continue
    const same = byPattern.get(patternText(route.pattern)) ?? []
    const changing = same.find(({ method }) => method === 'PUT' || method === 'PATCH')
    if (route.method !== 'GET' || !inferDocument(draft, route, changing)) inferAction(draft, route)
  }
  const bodies = draft.bodies.family()
  if (bodies !== undefined) draft.add(bodiesFamily, bodies, [], '')
}

/** Whether a route is a list of records, or creates some, and other routes use these. */
function isCollection(route: RecordedRoute, all: readonly RecordedRoute[]): boolean {
  const { method, pattern, samples } = route
  if (pattern.at(-1) === anySegment || pattern.length < 2) return false
  const text = patternText(pattern)
  const items = all.filter((one) => patternText(one.pattern).startsWith(`${text}/${anySegment}`))
  const bodies = samples.map(({ json }) => json)
  if (method === 'POST') return items.length > 0 && hasRecord(route)
  if (method !== 'GET') return false
  const list = sharedList(bodies)
  if (list === undefined) return false
  const creation = all.find((one) => one.method === 'POST' && patternText(one.pattern) === text)
  if (list.items.length === 0) return items.length > 0
  return (
    idFieldOf(list.items) !== undefined &&
    (items.length > 0 || (creation !== undefined && hasRecord(creation)))
  )
}

/** Whether each response shows one record. */
const hasRecord = ({ samples: made }: RecordedRoute) =>
  made.length > 0 &&
  made.every(({ json }) => recordPath(json, (value) => idFieldOf([value]) === 'id') !== undefined)
