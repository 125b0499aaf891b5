import * as z from 'zod/mini'
import { observedFields } from './choices/choice.ts'
import type { CallOutcome } from './choices/shown-choices.ts'
import { conditions } from './errors.ts'
import { operationIds } from './operations.ts'

const count = z.int().check(z.gte(0))
const body = z.strictObject({ text: z.string(), length: count })

/** Milliseconds since 1970, within the range of a date. */
const moment = z.number().check(z.gte(-8.64e15), z.lte(8.64e15))

const callOutcomes = ['success', 'invalid', 'fault', ...Object.keys(conditions)] as CallOutcome[]

/** The data that a stream sent. */
const stream = z.strictObject({
  state: z.enum(['open', 'end', 'left', 'cut']),
  events: count,
  bytes: count,
  ended_at: z.optional(moment),
  frames: z.array(
    z.strictObject({ event: z.string(), cursor: z.optional(z.number()), at: moment, bytes: count }),
  ),
})

/** A request of the journal, as a snapshot stores it. Its secrets are masked. */
export const storedCall = z.strictObject({
  number: count,
  at: moment,
  method: z.string(),
  path: z.string(),
  query: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  endpoint: z.optional(z.enum(operationIds)),
  own: z.optional(z.strictObject({ name: z.string(), isTemplate: z.boolean() })),
  caller: z.optional(
    z.strictObject({
      email: z.string(),
      key: z.optional(z.strictObject({ id: z.string(), prefix: z.string(), name: z.string() })),
    }),
  ),
  fields: z.array(z.enum(observedFields)),
  scenario: z.optional(z.string()),
  turn: z.optional(z.string()),
  request_body: z.optional(body),
  status: z.optional(z.int()),
  outcome: z.enum(callOutcomes),
  faults: z.array(z.string()),
  explanation: z.optional(z.string()),
  response_body: z.optional(body),
  ms: z.number(),
  stream: z.optional(stream),
})

export type StoredCall = z.infer<typeof storedCall>
