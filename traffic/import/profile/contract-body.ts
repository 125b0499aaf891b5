import * as z from 'zod/mini'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import type { AnswerKind, Operation } from '../../../contract/operations/operation.ts'
import { type BodyPath, valueAt } from './expression-text.ts'

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

const listPaths: readonly BodyPath[] = [['items'], ['data', 'items'], ['data'], []]

/** The records in a body of an operation of the contract, in any of its envelopes. */
export function contentOf(answer: AnswerKind, body: unknown): BodyContent | undefined {
  if (answer === 'page') {
    const path = listPaths.find((one) => Array.isArray(valueAt(body, one)))
    const items = path && (valueAt(body, path) as readonly unknown[])
    return path && items?.every(isObject) ? { path, kind: 'page', records: items } : undefined
  }
  if (answer !== 'envelope' && answer !== 'record' && answer !== 'session') return undefined
  const isEnveloped = isObject(body) && 'success' in body && 'data' in body
  const path = isEnveloped ? ['data'] : []
  const value = valueAt(body, path)
  if (Array.isArray(value))
    return value.every(isObject) ? { path, kind: 'list', records: value } : undefined
  return isObject(value) ? { path, kind: 'one', records: [value] } : undefined
}
