import { bodyForm, unwrapEnvelope, isEnvelope } from '../../../contract/body-form.ts'
import { kindOfFamily } from '../../../contract/kinds.ts'
import { isObject, isSameJson } from '../../../contract/json.ts'
import type {
  ActionFamily,
  CollectionFamily,
  Families,
  Family,
  FilesFamily,
} from '../../../contract/profile/own-operations.ts'
import { readShape, type Shape } from '../../../contract/profile/shape.ts'
import { shapeProblems } from '../../../contract/profile/shape-problems.ts'
import { isShort } from './expression-text.ts'
import { requestValues, adaptBodyExpression } from './recorded-over.ts'
import { parametersIn, type KnownRoute, type PlayedRoute, type Sample } from './recorded-route.ts'
import { shapeAt, shapeOfValues } from './shape-of-values.ts'

/** Whether the bodies of an operation have the shape that the base declares. */
export type Likeness = 'like' | 'unlike' | 'unknown'

/** A played route, with the base's declaration of it. */
export type JudgedRoute = PlayedRoute & {
  readonly likeness: Likeness
  readonly shape: Shape | undefined
}

/** Whether the response of an operation changed between two versions of its family. */
export function isChanged(before: Family, after: Family, action: KnownRoute['action']): boolean {
  if (before.kind !== 'collection' || after.kind !== 'collection') return before !== after
  const parts = { create: 'created', delete: 'deleted', list: 'lists' } as const
  const part = Object.entries(parts).find(([name]) => name === action)?.[1]
  if (part !== undefined && before[part] !== after[part]) return true
  return (['show', 'one', 'list'] as const).some((name) => before[name] !== after[name])
}

/** Updates a family with the recorded statuses, forms and fields. */
export function withRecordedAnswers(
  family: Family,
  played: readonly JudgedRoute[],
  families: Families,
): Family {
  if (family.kind === 'collection' || family.kind === 'files')
    return withRecordedRecords(family, played)
  const [one] = played
  return family.kind !== 'action' || one === undefined
    ? family
    : withRecordedAction(family, one, families)
}

function withRecordedAction(
  family: ActionFamily,
  { route: { samples }, known, likeness, shape: declared }: JudgedRoute,
  families: Families,
): ActionFamily {
  const { answer = '@', one: _form, shape = {}, status: usual = 200, ...rest } = family
  const status = samples.at(-1)?.status ?? usual
  if (rest.redirect !== undefined || rest.type !== undefined || status >= 300) return family
  if (likeness === 'like')
    return status === usual ? family : { ...family, status, shape: { [status]: shape[usual] } }
  const others = { ...rest, ...(status !== 200 && { status }) }
  if (status === 204) return { ...others, answer }
  const bodies = bodiesOfSamples(samples)
  const isEnveloped = bodies.every(isEnvelope)
  const values = isEnveloped ? bodies.map(unwrapEnvelope) : bodies
  const made =
    declared === undefined
      ? recordShape(family, families)
      : shapeAt(declared, family.one === 'envelope' ? ['data'] : [])
  const effects = [family.changes, family.removes, family.creates, family.keeps, family.also]
  const hasEffect = effects.some((effect) => effect !== undefined)
  // If the recorded bodies lack most fields of the base, the import creates a new operation.
  if (
    likeness === 'unlike' &&
    !hasEffect &&
    !values.every((value) => hasRequiredFields(made, value))
  )
    return family
  const parameters = requestValues(
    parametersIn(known.path),
    samples.filter(({ json }) => json !== undefined),
  )
  const recorded = adaptBodyExpression(answer, values, { shape: made, parameters })
  if (bodies.length === 0 || !isShort(recorded)) return family
  return { ...others, answer: recorded, one: isEnveloped ? 'envelope' : 'bare' }
}

/** The shape of the record in an action's response. */
function recordShape({ on, creates, answer = '@' }: ActionFamily, families: Families) {
  const kind =
    answer === '@' ? on : answer === '$created' && !Array.isArray(creates) ? creates?.in : undefined
  const [, family] = Object.entries(families).find(([name]) => kindOfFamily(name) === kind) ?? []
  return family?.kind === 'collection' ? readShape(family.shown ?? family.record) : undefined
}

/** Whether a value has at least half of a shape's required fields. */
function hasRequiredFields(shape: Shape | undefined, value: unknown): boolean {
  if (shape?.kind !== 'object' || !isObject(value)) return false
  const required = [...shape.fields].filter(([, { isOptional }]) => !isOptional)
  return required.filter(([name]) => Object.hasOwn(value, name)).length * 2 >= required.length
}

/** Updates a collection or files with the recorded forms and fields of records. */
function withRecordedRecords<Records extends CollectionFamily | FilesFamily>(
  family: Records,
  played: readonly JudgedRoute[],
): Records {
  const samplesOf = (wanted: KnownRoute['action']) =>
    played.find(({ known }) => known.action === wanted)?.route.samples ?? []
  const creations = samplesOf(family.kind === 'files' ? 'upload' : 'create')
  const created = creations.at(-1)?.status
  const removals = samplesOf('delete')
  const listings = bodiesOfSamples(samplesOf('list'))
  const single = played.flatMap(({ known: { action = 'list' }, route: { samples } }) =>
    ['list', 'batch', 'delete', 'download'].includes(action) ? [] : bodiesOfSamples(samples),
  )
  const one = recordFormOf([
    ...single,
    ...(family.deleted === undefined ? [] : bodiesOfSamples(removals)),
  ])
  const isEnveloped = (one ?? family.one ?? 'envelope') === 'envelope'
  const content = (body: unknown) => (isEnveloped ? unwrapEnvelope(body) : body)
  const removed = bodiesOfSamples(removals).map(content)
  const lists = family.kind === 'collection' ? family.lists : undefined
  const bodies = listings.map((body) => bodyForm(body).list)
  const listed = lists === undefined ? bodies.flatMap((list) => list?.items ?? []) : []
  const list = lists === undefined ? listFormOf(bodies.map((found) => found?.form)) : undefined
  const changes = {
    ...shownSettings(family, [...single.map(content), ...listed]),
    ...(created !== undefined &&
      (created === 200 || family.created !== undefined) &&
      created < 300 && { created }),
    ...(removals.length > 0 && {
      deleted:
        removed.length === 0 ? undefined : adaptBodyExpression(family.deleted ?? '@', removed),
    }),
    ...(lists !== undefined &&
      listings.length > 0 && { lists: adaptBodyExpression(lists, listings) }),
    ...(one !== undefined && family.one !== undefined && { one }),
    ...(list !== undefined && list !== (family.list ?? 'page') && { list }),
  }
  const { shape: _shape, ...rest } = { ...family, ...changes }
  return Object.entries(changes).every(([name, part]) => isSameJson(part, family[name as 'show']))
    ? family
    : (rest as Records)
}

/** The settings for the response form of records, if some do not have the declared shape. */
function shownSettings(family: CollectionFamily | FilesFamily, records: readonly unknown[]) {
  const declared = family.shown ?? (family.kind === 'collection' ? family.record : undefined)
  const shape = declared && readShape(declared)
  const own = records.filter((record) => hasRequiredFields(shape, record))
  const isAsDeclared = (record: unknown) => shape && shapeProblems(shape, record).length === 0
  const show = adaptBodyExpression(family.show ?? '@', own, { shape })
  if (own.every(isAsDeclared) || !isShort(show)) return {}
  return { show, shown: mergedRecordShape(declared, own) }
}

/** The shape of records. Fields whose recorded values fit the base keep the shape of the base. */
function mergedRecordShape(declared: unknown, records: readonly unknown[]) {
  const recorded = shapeOfValues(records)
  const shape = declared === undefined ? undefined : readShape(declared)
  if (!isObject(recorded) || !isObject(declared) || shape?.kind !== 'object') return recorded
  const fields = Object.entries(recorded).map(([written, own]) => {
    const name = written.replace(/\?$/, '')
    const field = shape.fields.get(name)
    const values = records.flatMap((one) => (isObject(one) && name in one ? [one[name]] : []))
    const isKept = field && values.every((value) => shapeProblems(field.shape, value).length === 0)
    if (!isKept) return [written, own]
    return [field.isOptional ? `${name}?` : written, declared[name] ?? declared[`${name}?`]]
  })
  return Object.fromEntries(fields) as typeof recorded
}

/** The form that all bodies with one record have; undefined if their forms differ. */
function recordFormOf(bodies: readonly unknown[]): 'envelope' | 'bare' | undefined {
  const count = bodies.filter(isEnvelope).length
  if (bodies.length === 0 || !bodies.every(isObject)) return undefined
  return count === bodies.length ? 'envelope' : count === 0 ? 'bare' : undefined
}

type ListForm = NonNullable<ReturnType<typeof bodyForm>['list']>['form']

/** The form that all lists have, as a family names it; undefined if their forms differ. */
function listFormOf([form, ...others]: readonly ListForm[]): CollectionFamily['list'] {
  if (form === 'wrapped' || others.some((other) => other !== form)) return undefined
  return form === 'data' ? 'envelope' : form
}

const bodiesOfSamples = (samples: readonly Sample[]): unknown[] =>
  samples.flatMap(({ json }) => (json === undefined ? [] : [json]))
