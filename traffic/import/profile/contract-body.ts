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
  readonly isList: boolean
  readonly records: readonly JsonObject[]
}

const listPaths: readonly BodyPath[] = [['items'], ['data', 'items'], ['data'], []]

/** The records in a body of an operation of the contract, in any of its envelopes. */
export function contentOf(answer: AnswerKind, body: unknown): BodyContent | undefined {
  if (answer === 'page') {
    const path = listPaths.find((one) => Array.isArray(valueAt(body, one)))
    const items = path && (valueAt(body, path) as readonly unknown[])
    return path && items?.every(isObject) ? { path, isList: true, records: items } : undefined
  }
  if (answer !== 'envelope' && answer !== 'record' && answer !== 'session') return undefined
  if (!isObject(body)) return undefined
  const data = body['data']
  if (isObject(data) && 'success' in body) return { path: ['data'], isList: false, records: [data] }
  return answer === 'envelope' && 'success' in body
    ? undefined
    : { path: [], isList: false, records: [body] }
}
