import * as z from 'zod/mini'
import {
  type Condition,
  conditions,
  credentialConditions,
  errorCodes,
  worksUnderMaintenance,
} from '../errors.ts'
import type { OperationWithInput } from '../operations.ts'

/** The error envelope (7). */
export const errorBody = z.object({
  success: z.literal(false),
  /** The code that programs read. */
  error: z.string(),
  /** A sentence for people. */
  message: z.string(),
})

/** The validation error body (2.4). */
export const validationBody = z.object({
  detail: z.array(
    z.object({
      loc: z.array(z.union([z.string(), z.int()])),
      msg: z.string(),
      type: z.string(),
      input: z.optional(z.unknown()),
      ctx: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
})

const ofBodies: readonly Condition[] = ['body-unreadable', 'body-not-json', 'body-too-large']

/** Every condition under which an operation refuses a call; invalid input is none of them. */
export function conditionsOf(endpoint: OperationWithInput): readonly Condition[] {
  const { access, scope, adminOnly, body, finds, refuses = [], path } = endpoint
  return [
    ...(access === 'public' ? [] : credentialConditions),
    ...(scope === undefined || scope === 'unlisted' ? [] : (['scope-missing'] as const)),
    ...(adminOnly === true ? (['admin-only'] as const) : []),
    ...(body === undefined ? [] : ofBodies),
    ...(finds === undefined ? [] : [finds.missing]),
    ...refuses,
    ...(worksUnderMaintenance(path) ? [] : (['maintenance'] as const)),
    'crash',
  ]
}

/** The codes that an operation answers, by their statuses in rising order. */
export function codesByStatus(
  endpoint: OperationWithInput,
): ReadonlyMap<number, readonly string[]> {
  const codes = [...new Set(conditionsOf(endpoint).map((condition) => conditions[condition]))]
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code])
  return new Map([...byStatus].toSorted(([a], [b]) => a - b))
}
