import { isObject, isSameJson, type JsonObject } from '../../../contract/json.ts'
import { type OperationId, operations } from '../../../contract/operations.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import { type Profile, picksAt } from '../../../contract/picks.ts'
import { operationName } from '../../../contract/operations/operation-index.ts'
import { shapesOf, type Answer } from '../../../contract/profile/answers.ts'
import { shapeProblems } from '../../../contract/profile/shape-problems.ts'
import {
  namedFields,
  RecordTruth,
  answerExpression,
  type AnswerExpression,
  recordedFields,
} from './answer-expression.ts'
import {
  adaptBodyExpression,
  adaptValue,
  findRequestExpression,
  requestValues,
} from './recorded-over.ts'
import { isUninformative, shapeForStatus } from './base-families.ts'
import { recordsInBody, type BodyContent } from './collected-records.ts'
import { isOpenShape, shapeAt, shapeOfSchema } from './shape-of-values.ts'
import type { RecordedBodies } from './family-draft.ts'
import {
  type PlayedRoute,
  type RecordedRoute,
  type Sample,
  parametersIn,
  sentNames,
} from './recorded-route.ts'
import type { Shape } from '../../../contract/profile/shape.ts'
import * as z from 'zod/mini'
import { idText } from '../../replay/id-map.ts'
import { bodyForm } from '../../../contract/body-form.ts'
import {
  recordedBodyExpression,
  fieldName,
  isShort,
  literalExpression,
  pagingField,
} from './expression-text.ts'

export type InferredAnswers = {
  /** The answers by operation, in the form of a profile. */
  readonly answers: JsonObject
  /** The form of lists by operation, for `lists.envelope`. */
  readonly lists: Readonly<Record<string, string>>
  readonly changed: ReadonlyMap<RecordedRoute, string>
  readonly notes: readonly string[]
}

/**
 * Infers the deployment's own answers to operations of the contract, where they differ from a base.
 * An answer becomes an expression if the recorded values allow it. Otherwise it sends the recorded
 * body unchanged.
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
  const truth = recordTruthOf(played)
  for (const { route, known } of played) {
    const { operation: id } = known
    if (id === undefined) continue
    const samples = route.samples.filter(({ json }) => json !== undefined)
    if (samples.length === 0) continue
    const task = { profile, id, samples, truth, bodies }
    const made = fitsBaseShapes(profile, id, samples)
      ? answerOfRecordedFields(task)
      : inferAnswer(task)
    if (made === undefined) continue
    const name = operationName(id)
    if (made.list !== undefined) lists[name] = made.list
    if (made.answer !== undefined) {
      const { shape: _shape, ...usual } = profile.answers?.[id] ?? {}
      if (isSameJson(made.answer, usual)) continue
      answers[name] = made.answer
      if (made.isIncomplete) notes.push(`${name}: ${made.how}`)
    }
    if (made.answer !== undefined || made.list !== undefined) changed.set(route, made.how)
  }
  return { answers, lists, changed, notes }
}

/** Whether a base declares the fields of an operation, and all responses have them. */
function fitsBaseShapes(
  { answers = {} }: Profile,
  id: OperationId,
  samples: readonly Sample[],
): boolean {
  const answer = answers[id]
  const shapes = answer && shapesOf(answer)
  return (
    shapes !== undefined &&
    shapes.size > 0 &&
    samples.every(({ status, json }) => {
      const shape = shapes.get(status)
      return (
        shape !== undefined && !isUninformative(shape) && shapeProblems(shape, json).length === 0
      )
    })
  )
}

/** Collects the records' values, named as in the contract, from responses and from requests. */
function recordTruthOf(played: readonly PlayedRoute[]): RecordTruth {
  const truth = new RecordTruth()
  for (const { route, known } of played) {
    if (known.operation === undefined) continue
    const { answer, record: schema, body }: Operation = operations[known.operation]
    const shown = shapeOfSchema(schema)
    const accepted = shapeOfSchema(body)
    for (const { json, sent } of route.samples) {
      const content = recordsInBody(answer, json)
      for (const record of content?.records ?? []) {
        const id = idText(record['id'])
        if (id === undefined) continue
        truth.note(id, namedFields(shown, record), Object.keys(record))
        if (isObject(sent) && content?.kind === 'one') truth.note(id, namedFields(accepted, sent))
      }
    }
  }
  return truth
}

/** An operation of the contract with its recorded success responses. */
type AnswerTask = {
  readonly profile: Profile
  readonly id: OperationId
  readonly samples: readonly Sample[]
  readonly truth: RecordTruth
  readonly bodies: RecordedBodies
}

/** The answer of an operation, in the form of a profile, and a description of it. */
type MadeAnswer = {
  readonly answer?: JsonObject
  /** The form of the list, for `lists.envelope`. */
  readonly list?: string
  readonly how: string
  /** Whether the answer may be incomplete compared to the deployment. */
  readonly isIncomplete?: true
}

/**
 * Reduces the answer of a base to the recorded fields. Records get all their extra fields, also
 * fields that only other operations show. Undefined if there are no extra fields.
 */
function answerOfRecordedFields({
  profile,
  id,
  samples,
  truth,
}: AnswerTask): MadeAnswer | undefined {
  const base = profile.answers?.[id]
  const { answer }: Operation = operations[id]
  const records = samples.flatMap(({ json }) => recordsInBody(answer, json)?.records ?? [])
  if (base?.record === undefined || !truth.hasMoreFields(records)) return undefined
  const record = `(${base.record}) | ${recordedFields(records)}`
  return isShort(record)
    ? { answer: { ...base, record }, how: 'just the recorded fields' }
    : undefined
}

/**
 * Infers the answer that creates the recorded bodies from the values of the contract, or of a base.
 */
function inferAnswer(task: AnswerTask): MadeAnswer {
  const { profile, id, samples, truth } = task
  const row: Operation = operations[id]
  const base = profile.answers?.[id]
  const latest = samples.at(-1)
  const contents = samples.map(({ json }) => recordsInBody(row.answer, json))
  const [content] = contents
  if (row.answer === 'stream' || row.answer === 'download' || row.answer === 'created-key')
    return { how: 'as in the base profile' }
  if (content === undefined || contents.some((one) => one?.path.join() !== content.path.join()))
    return recordedTemplate(task)
  const declared = base && latest && shapeForStatus(shapesOf(base), latest.status)
  if (base?.body !== undefined) return replaceBody(task, base.body) ?? recordedTemplate(task)
  if (base?.record !== undefined && isUninformative(declared)) return recordedTemplate(task)
  const given =
    base?.record === undefined
      ? shapeOfSchema(row.record)
      : shapeAt(contentShape(declared), content.kind === 'page' ? ['items'] : [])
  const isList = content.kind === 'list'
  // If the contract has a list and the recording an object, they can't be merged.
  if (content.kind !== 'page' && !isOpenShape(given) && (given.kind === 'list') !== isList)
    return recordedTemplate(task)
  const itemShape = isList && given.kind === 'list' ? given.item : given
  const records = contents.flatMap((one) => one?.records ?? [])
  const isRecord = records.every(({ id: own }) => idText(own) !== undefined)
  const recorded = isRecord ? undefined : recordedField(task, content)
  const parameters = requestValues(parametersIn(row.path), samples)
  const sent = (values: readonly unknown[]) => findRequestExpression(parameters, values)
  const made =
    base?.record === undefined
      ? answerExpression(itemShape, records, { truth, recorded, ...(!isRecord && { sent }) })
      : extendBaseBody(itemShape, records)
  const status = statusSettings(row, latest)
  const rest = { ...withoutBody(base), ...status, ...(made && acceptedInput(row, samples, made)) }
  const how =
    made === undefined
      ? 'in another envelope'
      : made.renamed.size > 0
        ? `renamed fields: ${[...made.renamed].map(([from, to]) => `${from} as ${to}`).join(', ')}`
        : 'other fields'
  const list = content.kind === 'page' ? bodyForm(latest?.json).list?.form : undefined
  const body = bodyExpression(row, content, latest?.json, base?.record, made?.text)
  const record = extendRecord(content, base?.record, made?.text)
  const isLong = [body, record].some((text) => text !== undefined && !isShort(text))
  if (isLong) return recordedTemplate(task)
  const usual = picksAt(profile, id)['lists.envelope'].option
  const expression = body === undefined ? record && { record } : { body }
  const answer = { ...rest, ...expression }
  return {
    ...(Object.keys(answer).length > 0 && { answer }),
    ...(list !== undefined && list !== usual && { list }),
    how,
    ...(made !== undefined && made.renamed.size === 0 && { isIncomplete: true }),
  }
}

/** The shape of the content inside a declared envelope. */
const contentShape = (declared: Shape | undefined): Shape | undefined =>
  declared?.kind === 'object' && declared.fields.has('success')
    ? declared.fields.get('data')?.shape
    : declared

/** Adds recorded fields to the base's body; undefined if the body already has this shape. */
function extendBaseBody(shape: Shape, records: readonly unknown[]): AnswerExpression | undefined {
  const text = adaptValue(records, { shape })
  return text === '@' ? undefined : { text: `(${text})`, renamed: new Map(), kept: [] }
}

/** Applies an expression for a record after that of the base; undefined if there is neither. */
function extendRecord(
  { kind }: BodyContent,
  base: string | undefined,
  made: string | undefined,
): string | undefined {
  const each = made !== undefined && kind === 'list' ? `map(&(${made}), @)` : made
  if (base === undefined || each === undefined) return base ?? each
  return `(${base}) | ${each}`
}

/** An expression for the whole body, for an envelope that profiles have no name for. */
function bodyExpression(
  { answer }: Operation,
  content: BodyContent,
  body: unknown,
  base: string | undefined,
  made: string | undefined,
): string | undefined {
  if (content.kind === 'page') {
    if (bodyForm(body).list?.form !== undefined) return undefined
    const items = [base, made].reduce<string>(
      (list, each) => (each === undefined ? list : `map(&(${each}), ${list})`),
      'items',
    )
    return recordedBodyExpression(body, content.path, items, pagingField)
  }
  if ((answer === 'envelope') === content.path.length > 0) return undefined
  return recordedBodyExpression(body, content.path, extendRecord(content, base, made) ?? '@')
}

/** The base's answer, with a body that has the recorded fields; undefined if it is too long. */
function replaceBody({ profile, id, samples }: AnswerTask, text: string): MadeAnswer | undefined {
  const base = profile.answers?.[id]
  const latest = samples.at(-1)
  const shape = base && latest && shapeForStatus(shapesOf(base), latest.status)
  const values = samples.map(({ json }) => json)
  const body = adaptBodyExpression(text, values, {
    shape: isUninformative(shape) ? undefined : shape,
    parameters: requestValues(parametersIn(operations[id].path), samples),
  })
  if (!isShort(body)) return undefined
  const answer = { ...withoutBody(base), body, ...statusSettings(operations[id], latest) }
  return { answer, how: 'other fields', isIncomplete: true }
}

/**
 * Compares recorded requests with the contract. Returns fields that the deployment names differently,
 * and additional fields that it stores, because responses show them.
 */
function acceptedInput(
  { body: schema }: Operation,
  samples: readonly Sample[],
  { renamed, kept }: AnswerExpression,
): JsonObject {
  if (!(schema instanceof z.ZodMiniObject)) return {}
  const known = new Set(Object.keys(schema.shape))
  const sent = sentNames(samples)
  const names = [...renamed].filter(
    ([from, to]) => sent.has(to) && known.has(from) && !known.has(to),
  )
  const extra = kept.filter((name) => sent.has(name) && !known.has(name) && /^\w+$/.test(name))
  const accepts = {
    ...(names.length > 0 && { body: Object.fromEntries(names.map(([from, to]) => [to, from])) }),
    ...(extra.length > 0 && {
      extra: { body: Object.fromEntries(extra.map((name) => [`${name}?`, 'any'])) },
    }),
  }
  return {
    ...(Object.keys(accepts).length > 0 && { accepts }),
    ...(extra.length > 0 && { keeps: extra }),
  }
}

/** An answer that sends the recorded body unchanged. */
function recordedTemplate({ profile, id, samples, bodies }: AnswerTask): MadeAnswer {
  const row: Operation = operations[id]
  const body = bodies.add(row.method, row.path, parametersIn(row.path), samples)
  if (body === undefined) return { how: 'as in the base profile' }
  const base = withoutBody(profile.answers?.[id])
  const answer = { ...base, body, ...statusSettings(row, samples.at(-1)) }
  return { answer, how: 'sends the recorded body', isIncomplete: true }
}

/** An expression for a field of the recorded body. The first use stores the body. */
function recordedField(
  { id, samples, bodies }: AnswerTask,
  { path: place, kind }: BodyContent,
): (name: string) => string {
  const { method, path } = operations[id]
  let kept: string | undefined
  return (name) => {
    if (kind !== 'one') return literalExpression(null)
    kept ??= bodies.add(method, path, parametersIn(path), samples)
    if (kept === undefined) return literalExpression(null)
    return [kept, ...place.map(fieldName), fieldName(name)].join('.')
  }
}

const statusSettings = ({ status, answer }: Operation, latest: Sample | undefined): JsonObject => {
  const usual = status ?? (answer === 'empty' ? 204 : 200)
  return latest === undefined || latest.status === usual ? {} : { status: latest.status }
}

/** The base's answer to an operation, without the expression for the body. */
const withoutBody = (base: Answer | undefined): JsonObject =>
  Object.fromEntries(
    Object.entries(base ?? {}).filter(
      ([key]) => !['record', 'body', 'shape', 'status'].includes(key),
    ),
  )
