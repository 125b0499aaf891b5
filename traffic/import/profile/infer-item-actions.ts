import type { JsonObject } from '../../../contract/json.ts'
import { kindOfFamily } from '../../../contract/kinds.ts'
import { platformFields } from '../../../contract/profile/shape.ts'
import { isShort, literal, objectOf, projection, valueWith } from './expression-text.ts'
import { accessOf, type FamilyDraft, parentsOf } from './family-draft.ts'
import type { InferredCollection } from './collected-records.ts'
import { inferAction } from './infer-action.ts'
import { type OneBody, oneBodyOf, oneExpression } from './one-body.ts'
import { anySegment } from './path-patterns.ts'
import { type RecordedRoute, sentNames } from './recorded-route.ts'

/** Adds the operations on the records of a collection that the collection itself can't play. */
export function inferItemActions(
  draft: FamilyDraft,
  collection: InferredCollection,
  routes: readonly RecordedRoute[],
): void {
  for (const route of routes)
    if (!addRecordAction(draft, collection, route)) inferAction(draft, route)
}

/** Adds an action whose response shows a record of the collection; false if it has none. */
function addRecordAction(
  draft: FamilyDraft,
  collection: InferredCollection,
  route: RecordedRoute,
): boolean {
  const { pattern, seen, shown, fields } = collection
  const { method, samples } = route
  const [first] = samples
  if (first === undefined || samples.some(({ json }) => json === undefined)) {
    return method === 'DELETE' && first !== undefined && addRemoval(draft, collection, route)
  }
  const isCreation = route.pattern.length === pattern.length
  const place = pattern.filter((segment) => segment === anySegment).length
  const body = oneBodyOf(samples, seen.idField, ({ values }) =>
    isCreation ? undefined : values[place],
  )
  if (method === 'DELETE')
    return route.pattern.length === pattern.length + 1 && addRemoval(draft, collection, route)
  if (body === undefined || !showsRecord(body, fields)) return false
  const { path, names } = draft.pathFor(route.pattern)
  const parents = parentsOf(draft, pattern, names)
  const kind = kindOfFamily(collection.name)
  const latest = samples.at(-1)
  const answer = oneExpression(body, latest?.json, isCreation ? '$created' : '@', shown)
  if (!isShort(answer)) return false
  const sent = sentFields(samples)
  const by = names[place]
  const part = isCreation
    ? {
        ...(Object.keys(parents).length > 0 && { within: parents }),
        creates: creationIn(collection, kind, parents),
      }
    : {
        on: kind,
        ...(by !== undefined && by !== names.at(-1) && { by }),
        ...(method !== 'GET' && { reach: 'visible' }),
        ...(sent.length > 0 && { changes: changesOf(sent) }),
      }
  const status = latest?.status ?? 200
  const family = {
    kind: 'action',
    method,
    path,
    ...accessOf(route),
    ...part,
    ...(sent.length > 0 && { body: Object.fromEntries(sent.map((name) => [`${name}?`, 'any'])) }),
    answer,
    ...(status !== 200 && { status }),
  }
  const name = draft.nameFor(route.pattern, method.toLowerCase())
  return draft.add(
    name,
    family,
    [route],
    `${isCreation ? 'creates' : 'shows'} a record of ${collection.name}`,
  )
}

/** Whether a response shows a record, and not only an object with its id. */
const showsRecord = (body: OneBody, fields: ReadonlySet<string>): boolean =>
  [...body.fields].filter((field) => fields.has(field)).length * 2 > body.fields.size ||
  body.fields.size === 1

function creationIn(
  { defaults }: InferredCollection,
  kind: string,
  parents: Readonly<Record<string, string>>,
): JsonObject {
  const inside = Object.keys(parents).map((name) => [name, `$params.${name}`] as const)
  const parts = [
    ...(Object.keys(defaults).length > 0 && isShort(literal(defaults)) ? [literal(defaults)] : []),
    '$body',
    ...(inside.length > 0 ? [objectOf(inside)] : []),
  ]
  return { in: kind, record: parts.length === 1 ? '$body' : `merge(${parts.join(', ')})` }
}

/** What clients sent, without the fields that the platform sets. */
const sentFields = (samples: RecordedRoute['samples']): readonly string[] =>
  [...sentNames(samples)].filter(
    (name) => !platformFields.has(name) && !/\?$|^(\*|nullable|oneOf)$/.test(name),
  )

/** The sent fields that are not left out. */
const changesOf = (sent: readonly string[]): string => `merge(@, $body) | ${projection(sent)}`

function addRemoval(
  draft: FamilyDraft,
  { name: of, pattern }: InferredCollection,
  route: RecordedRoute,
): boolean {
  const latest = route.samples.at(-1)
  if (latest === undefined || route.pattern.length !== pattern.length + 1) return false
  const { path } = draft.pathFor(route.pattern)
  const id = latest.values.at(-1) ?? ''
  // A text that is the id of the record is its id again.
  const answer = valueWith(latest.json, (value) => (value === id ? 'id' : undefined))
  const family = {
    kind: 'action',
    method: 'DELETE',
    path,
    ...accessOf(route),
    on: kindOfFamily(of),
    reach: 'visible',
    removes: true,
    answer: isShort(answer) ? answer : literal(null),
    ...(latest.status !== 200 && { status: latest.status }),
  }
  return draft.add(
    draft.nameFor(route.pattern, 'delete'),
    family,
    [route],
    `removes a record of ${of}`,
  )
}
