import * as z from 'zod/mini'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import type { AnswerExpression } from './answer-expression.ts'
import type { Sample } from './recorded-route.ts'

/**
 * What an operation accepts beyond the contract, as clients sent it: renamed fields, and fields that
 * are kept beside the record because its responses show them.
 */
export function acceptedInput(
  { body: schema }: Operation,
  samples: readonly Sample[],
  { renamed, kept }: AnswerExpression,
): JsonObject {
  if (!(schema instanceof z.ZodMiniObject)) return {}
  const known = new Set(Object.keys(schema.shape))
  const sent = new Set(
    samples.flatMap((sample) => (isObject(sample.sent) ? Object.keys(sample.sent) : [])),
  )
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
