import { bodyForm, type BodyPath } from '../../../contract/body-form.ts'
import * as z from 'zod/mini'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import type { AnswerKind, Operation } from '../../../contract/operations/operation.ts'

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
