import * as z from 'zod/mini'
import { described } from '../described.ts'
import { duration } from '../duration.ts'
import { ownLimits } from '../limits.ts'

/** An expression of a profile, in JMESPath. */
export const expression = described(
  z.string().check(z.minLength(1), z.maxLength(ownLimits.expressionCharacters)),
  'A JMESPath expression, such as `{ model_name: name }`.',
)
const text = z.string().check(z.minLength(1))

/** A condition under which a request is refused, before the request changes anything. */
export const refusal = z.strictObject({
  /** The request is refused if this expression is true. `@` is the record before the request. */
  when: expression,
  /** The status: 400 by default, or 422 if `at` is set. */
  status: z.optional(z.int().check(z.gte(400), z.lte(599))),
  /** The error code; `null` sends no code. */
  code: z.optional(z.nullable(text)),
  /** Computes the parameters of the message, as an object, for error formats that send them. */
  args: z.optional(expression),
  /** The error message; by default, it is made from the words of the error code. */
  detail: z.optional(text),
  /** The path of the wrong value, such as `[body, cron]`. If it is set, the response is a 422. */
  at: z.optional(z.array(text).check(z.minLength(1), z.maxLength(10))),
  /** The `type` in the 422 response; `value_error` by default. */
  type: z.optional(text),
})

/** The refusals of an operation, in order. */
export const refusals = z.array(refusal).check(z.maxLength(ownLimits.ownEffects))

/** A change of other records, immediately or when the clock of the world reaches a time. */
const effect = z.strictObject({
  in: z.string(),
  /** Computes the ids of the records that are changed or removed. */
  each: z.optional(expression),
  changes: z.optional(expression),
  keeps: z.optional(expression),
  removes: z.optional(z.boolean()),
  /** Computes the record to add, or a list of records to add. */
  creates: z.optional(expression),
  /** The delay before records change or are added. Their values are computed at once. */
  after: z.optional(duration),
})

/** The effects of an operation, in order. */
export const effects = z.array(effect).check(z.maxLength(ownLimits.ownEffects))

export type Refusal = z.infer<typeof refusal>
export type Effect = z.infer<typeof effect>

type EffectLists = { readonly refuses?: unknown; readonly also?: unknown }
type PlacedText = { readonly path: readonly string[]; readonly text: unknown }

/** Returns the expressions of refusals and effects, with their paths. */
export const effectExpressions = (lists: EffectLists): readonly PlacedText[] =>
  placedParts(lists, ['when', 'args', 'each', 'changes', 'keeps', 'creates'])

/** Returns the kinds of records that effects change, each with its path. */
export const effectKinds = (lists: EffectLists): readonly PlacedText[] => placedParts(lists, ['in'])

function placedParts(
  { refuses = [], also = [] }: EffectLists,
  names: readonly string[],
): readonly PlacedText[] {
  const groups = Object.entries({ refuses, also }).flatMap(([word, part]) =>
    Array.isArray(part)
      ? [{ path: [word], list: part as unknown[] }]
      : Object.entries(part as Readonly<Record<string, unknown[]>>).map(([of, list]) => ({
          path: [word, of],
          list,
        })),
  )
  return groups.flatMap(({ path, list }) =>
    (list as readonly Readonly<Record<string, unknown>>[]).flatMap((entry, index) =>
      names
        .filter((part) => entry[part] !== undefined)
        .map((part) => ({ path: [...path, String(index), part], text: entry[part] })),
    ),
  )
}
