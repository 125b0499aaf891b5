import { isObject, type JsonObject } from '../../../contract/json.ts'
import { type OperationId, operations } from '../../../contract/operations.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import type { Profile } from '../../../contract/picks.ts'
import { operationName } from '../../../contract/profile-operations.ts'
import { shapesOf } from '../../../contract/profile/answers.ts'
import { shapeProblems } from '../../../contract/profile/shape-problems.ts'
import type { Shape } from '../../../contract/profile/shape.ts'
import { answerExpression, namedFields, recordedFields } from './answer-expression.ts'
import { acceptedInput } from './accepted-input.ts'
import type { PlayedRoute } from './base-seeds.ts'
import { type BodyContent, contentOf } from './contract-body.ts'
import { pagingField } from './body-parts.ts'
import { listOption } from './recorded-picks.ts'
import { bodyWith, fieldName, isShort, literal } from './expression-text.ts'
import { treeAt, treeOf, treeOfShape } from './field-tree.ts'
import type { RecordedBodies } from './recorded-bodies.ts'
import type { RecordedRoute, Sample } from './recorded-route.ts'
import { createRecordTruth, type RecordTruth } from './record-truth.ts'

export type InferredAnswers = {
  /** The answers by operation, as a profile has them. */
  readonly answers: JsonObject
  /** The form of lists by operation, for `lists.envelope`. */
  readonly lists: Readonly<Record<string, string>>
  readonly changed: ReadonlyMap<RecordedRoute, string>
  readonly notes: readonly string[]
}

/**
 * How the deployment answers operations of the contract, where it differs from a base: the inverse
 * of `answers`, as far as the recorded values show it. Where they don't, the recorded body is sent.
 */
export function inferAnswers(
  profile: Profile,
  played: readonly PlayedRoute[],
  bodies: RecordedBodies,
): InferredAnswers {
  const answers: Record<string, JsonObject> = {}
  const lists: Record<string, string> = {}
  const changed = new Map<RecordedRoute, string>()
  const notes: string[] = []
  const truth = truthOf(played)
  for (const { route, known } of played) {
    const { operation: id } = known
    if (id === undefined) continue
    const samples = route.samples.filter(({ json }) => json !== undefined)
    if (samples.length === 0) continue
    const task = { profile, id, samples, truth, bodies }
    const made = fitsBase(profile, id, samples) ? sealedAnswer(task) : answerOf(task)
    if (made === undefined) continue
    const name = operationName(id)
    if (made.list !== undefined) lists[name] = made.list
    if (made.answer !== undefined) {
      answers[name] = made.answer
      notes.push(`${name}: ${made.how}`)
    }
    if (made.answer !== undefined || made.list !== undefined) changed.set(route, made.how)
  }
  return { answers, lists, changed, notes }
}

/** Whether a base declares the shape of an operation, and all responses have it. */
function fitsBase({ answers = {} }: Profile, id: OperationId, samples: readonly Sample[]): boolean {
  const answer = answers[id]
  const shapes = answer && shapesOf(answer)
  return (
    shapes !== undefined &&
    shapes.size > 0 &&
    samples.every(({ status, json }) => {
      const shape = shapes.get(status)
      return shape !== undefined && shapeProblems(shape, json).length === 0
    })
  )
}

/** The values of records under the names of the contract: of responses, and of what clients sent. */
function truthOf(played: readonly PlayedRoute[]): RecordTruth {
  const truth = createRecordTruth()
  for (const { route, known } of played) {
    if (known.operation === undefined) continue
    const { answer, record: schema, body }: Operation = operations[known.operation]
    const tree = treeOf(schema)
    const sentTree = treeOf(body)
    for (const { json, sent } of route.samples) {
      const content = contentOf(answer, json)
      for (const record of content?.records ?? []) {
        const id = record['id']
        if (typeof id !== 'string') continue
        truth.note(id, namedFields(tree, record))
        truth.see(id, Object.keys(record))
        if (isObject(sent) && content?.isList === false) truth.note(id, namedFields(sentTree, sent))
      }
    }
  }
  return truth
}

type Task = {
  readonly profile: Profile
  readonly id: OperationId
  readonly samples: readonly Sample[]
  readonly truth: RecordTruth
  readonly bodies: RecordedBodies
}

type Made = { readonly answer?: JsonObject; readonly list?: string; readonly how: string }

/**
 * The answer of a base, with just the recorded fields: records have all fields that are kept beside
 * them, also those that only other operations show. Undefined if there are none of those.
 */
function sealedAnswer({ profile, id, samples, truth }: Task): Made | undefined {
  const base = profile.answers?.[id]
  const records = samples.flatMap(
    ({ json }) => contentOf(operations[id].answer, json)?.records ?? [],
  )
  if (base?.record === undefined || !truth.hasMore(records)) return undefined
  const record = `(${base.record}) | ${recordedFields(records)}`
  return isShort(record)
    ? { answer: { ...base, record }, how: 'just the recorded fields' }
    : undefined
}

function answerOf({ profile, id, samples, truth, bodies }: Task): Made {
  const row: Operation = operations[id]
  const base = profile.answers?.[id]
  const latest = samples.at(-1)
  const contents = samples.map(({ json }) => contentOf(row.answer, json))
  const [content] = contents
  const records = contents.flatMap((one) => one?.records ?? [])
  const template = (): Made => {
    const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter)
    const body = bodies.add(row.method, row.path, names, samples)
    return body === undefined || row.answer === 'stream' || row.answer === 'download'
      ? { how: 'left as it is' }
      : {
          answer: { ...withoutBody(base), body, ...statusOf(row, latest) },
          how: 'sends the recorded body',
        }
  }
  /** What the base makes of the whole body, with the recorded fields. */
  const overBody = (text: string, shape: Shape | undefined): Made | undefined => {
    const values = samples.map(({ json }) => json)
    const whole: BodyContent = { path: [], isList: false, records: values.filter(isObject) }
    const recorded = recordedField(row, samples, whole, bodies)
    const made = answerExpression(treeOfShape(shape), values, { truth, recorded })
    const body = made && `(${text}) | ${made.text}`
    if (shape === undefined || body === undefined || !isShort(body)) return undefined
    return { answer: { ...withoutBody(base), body, ...statusOf(row, latest) }, how: 'other fields' }
  }
  if (row.answer === 'stream' || row.answer === 'download' || row.answer === 'created-key')
    return { how: 'left as it is' }
  if (content === undefined || contents.some((one) => one?.path.join() !== content.path.join()))
    return template()
  const declared = base && latest && shapesOf(base).get(latest.status)
  if (base?.body !== undefined) return overBody(base.body, declared) ?? template()
  if (base?.record !== undefined && declared === undefined) return template()
  const tree =
    base?.record === undefined ? treeOf(row.record) : treeAt(treeOfShape(declared), content.path)
  /** The expression, after that of the base. */
  const after = (text: string) => (base?.record === undefined ? text : `(${base.record}) | ${text}`)
  const given = withoutBody(base)
  const isRecord = records.every(({ id: own }) => typeof own === 'string')
  const recorded = isRecord ? undefined : recordedField(row, samples, content, bodies)
  const made = answerExpression(tree, records, { truth, recorded })
  if (made !== undefined && !isShort(after(made.text))) return template()
  const status = statusOf(row, latest)
  const input = made && acceptedInput(row, samples, made)
  const list = content.isList ? listOption(latest?.json) : undefined
  const how =
    made === undefined
      ? 'another form'
      : made.renamed.size > 0
        ? `renamed fields: ${[...made.renamed].map(([from, to]) => `${from} as ${to}`).join(', ')}`
        : 'other fields'
  const isUsualList = list !== undefined
  if (content.isList && !isUsualList) {
    const body = bodyWith(
      latest?.json,
      content.path,
      itemsText(base?.record, made?.text),
      pagingField,
    )
    return isShort(body) ? { answer: { ...given, body, ...status, ...input }, how } : template()
  }
  const isMoved = !content.isList && (row.answer === 'envelope') !== content.path.length > 0
  if (isMoved) {
    const body = bodyWith(latest?.json, content.path, after(made?.text ?? '@'))
    return isShort(body) ? { answer: { ...given, body, ...status, ...input }, how } : template()
  }
  const own = made === undefined ? base?.record : after(made.text)
  const answer = { ...given, ...(own !== undefined && { record: own }), ...status, ...input }
  return {
    ...(Object.keys(answer).length > 0 && { answer }),
    ...(list !== undefined && list !== 'page' && { list }),
    how,
  }
}

/** The items of a page, as the base makes them, with the recorded fields. */
const itemsText = (base: string | undefined, made: string | undefined): string =>
  [base, made].reduce<string>(
    (items, each) => (each === undefined ? items : `map(&(${each}), ${items})`),
    'items',
  )

/** An expression for a field of the recorded body, which is kept only if one needs it. */
function recordedField(
  { method, path }: Operation,
  samples: readonly Sample[],
  content: BodyContent,
  bodies: RecordedBodies,
): (name: string) => string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter)
  let kept: string | undefined
  return (name) => {
    kept ??= bodies.add(method, path, names, samples)
    if (kept === undefined || content.isList) return literal(null)
    return [kept, ...content.path.map(fieldName), fieldName(name)].join('.')
  }
}

const statusOf = ({ status, answer }: Operation, latest: Sample | undefined): JsonObject => {
  const usual = status ?? (answer === 'empty' ? 204 : 200)
  return latest === undefined || latest.status === usual ? {} : { status: latest.status }
}

/** What a base says about an operation, without what it makes of the body. */
const withoutBody = (base: object = {}): JsonObject =>
  Object.fromEntries(
    Object.entries(base).filter(([key]) => !['record', 'body', 'shape', 'status'].includes(key)),
  )
