import { type BodyPath, idOf, sharedRecordPath, valueAt } from '../../../contract/body-form.ts'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import { bodyWith, projection } from './expression-text.ts'
import type { Sample } from './recorded-route.ts'

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
