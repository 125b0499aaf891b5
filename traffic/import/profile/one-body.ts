import {
  type BodyPath,
  idOf,
  sharedRecordPath,
  valueAt,
  bodyForm,
} from '../../../contract/body-form.ts'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import { bodyWith, projection } from './expression-text.ts'
import type { Sample } from './recorded-route.ts'
import * as z from 'zod/mini'
import type { AnswerKind, Operation } from '../../../contract/operations/operation.ts'

/** The record in the responses of one operation: where it is, and which fields it has. */
export type OneBody = {
  readonly path: BodyPath
  readonly fields: ReadonlySet<string>
  /** The form that a family can name. */
  readonly form: 'bare' | 'envelope' | undefined
  readonly latest: JsonObject
}

/** Finds the record in all responses of an operation; undefined if they have none. */
export function oneBodyOf(
  samples: readonly Sample[],
  idField: string,
  idFor: (sample: Sample) => string | undefined,
  isEnvelope: (body: unknown) => boolean = () => false,
): OneBody | undefined {
  const path = sharedRecordPath(
    samples.map(({ json }) => json),
    (record, index) => {
      const sample = samples[index]
      const wanted = sample && idFor(sample)
      const id = idOf(record, idField)
      return id !== undefined && (wanted === undefined || id === wanted)
    },
  )
  const latest = samples.at(-1)?.json
  if (path === undefined || latest === undefined) return undefined
  const records = samples.map(({ json }) => valueAt(json, path)).filter(isObject)
  const record = records.at(-1)
  if (record === undefined) return undefined
  const form =
    path.length === 0
      ? 'bare'
      : isEnvelope(latest) && path.join() === 'data'
        ? 'envelope'
        : undefined
  return { path, fields: new Set(records.flatMap(Object.keys)), form, latest: record }
}

/** An expression for the whole body, with the record that another expression gives. */
export function oneExpression(
  { path, fields }: OneBody,
  body: unknown,
  record: string,
  shown: ReadonlyMap<string, string>,
): string {
  const inner = projection(fields, shown)
  const made = record === '@' ? inner : `${record}.${inner}`
  return bodyWith(body, path, made)
}

/** The fields of the record of an operation, and whether they may be absent. */
export function contractFields({ record }: Operation): ReadonlyMap<string, boolean> | undefined {
  if (!(record instanceof z.ZodMiniObject)) return undefined
  const { shape } = record
  return new Map(
    Object.entries(shape).map(([name, field]) => [
      name,
      (field as z.ZodMiniType) instanceof z.ZodMiniOptional,
    ]),
  )
}

/** The records of a body, and where they are in it. */
export type BodyContent = {
  readonly path: BodyPath
  /** A page of records, a list that has no pages, or one record. */
  readonly kind: 'page' | 'list' | 'one'
  readonly records: readonly JsonObject[]
}

/** The records in a body of an operation of the contract, in any of its envelopes. */
export function contentOf(answer: AnswerKind, body: unknown): BodyContent | undefined {
  const { content, path, list } = bodyForm(body)
  if (answer === 'page') {
    if (list === undefined || !/^(data|items|data,items|)$/.test(list.path.join())) return undefined
    const { items } = list
    return items.every(isObject) ? { path: list.path, kind: 'page', records: items } : undefined
  }
  if (answer !== 'envelope' && answer !== 'record' && answer !== 'session') return undefined
  if (Array.isArray(content))
    return content.every(isObject) ? { path, kind: 'list', records: content } : undefined
  return isObject(content) ? { path, kind: 'one', records: [content] } : undefined
}
