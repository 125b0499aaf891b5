import * as z from 'zod/mini'
import { described } from '../described.ts'
import { headerValues } from '../choices/choice.ts'
import { type Condition, conditions } from '../errors.ts'
import type { OperationId } from '../operations.ts'
import { effects, expression, refusals } from './effects.ts'
import { type Field, readShape, type Shape, ShapeError } from './shape.ts'

const stringMap = z.record(z.string(), z.string())
const shapes = z.record(z.string(), z.unknown())
const status = z.int().check(z.gte(200), z.lte(599))
const scalarValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

const errorStatus = status.check(
  z.refine((given) => ![204, 205, 304].includes(given), 'it has no body: use another status'),
)
const errorAnswer = z.strictObject({
  status: z.optional(errorStatus),
  code: described(z.optional(z.nullable(z.string())), '`null` sends no code.'),
  detail: described(z.optional(z.string()), 'The message, instead of ours.'),
})

/** A deployment's own answer to an operation of the contract. */
export const answer = z.strictObject({
  record: described(
    z.optional(expression),
    'The record, or each item of the page, from ours. The envelope stays.',
  ),
  body: described(
    z.optional(expression),
    'The whole body, from our record or from { items, total, page, size, pages }.',
  ),
  status: z.optional(status),
  headers: z.optional(headerValues),
  errors: z.optional(z.partialRecord(z.enum(Object.keys(conditions) as Condition[]), errorAnswer)),
  accepts: z.optional(
    z.strictObject({
      query: described(z.optional(stringMap), 'Our parameters by the names of the deployment.'),
      body: described(z.optional(stringMap), 'Our fields by the names of the deployment.'),
      from: described(
        z.optional(expression),
        'Our body, from the body that the deployment accepts. It comes before names.',
      ),
      values: described(
        z.optional(z.record(z.string(), z.record(z.string(), scalarValue))),
        'Our values of a field or parameter, by the values of the deployment.',
      ),
      extra: described(
        z.optional(z.strictObject({ query: z.optional(shapes), body: z.optional(shapes) })),
        'The shapes of parameters and fields that the contract lacks. They are validated, and expressions find them in `$query` and `$body`.',
      ),
    }),
  ),
  keeps: described(
    z.optional(z.union([z.array(z.string()), expression])),
    'Fields that are stored beside the record, and read with it: the names of fields of the body, or an expression that makes an object.',
  ),
  refuses: described(
    z.optional(refusals),
    'The requests that business rules of the deployment refuse.',
  ),
  shares: described(
    z.optional(expression),
    'For a list of records that can be shared: the ids of the only shared records of others that a user can see, in all operations.',
  ),
  also: described(
    z.optional(effects),
    'Changes of further records, at once or when some time has passed.',
  ),
  shape: described(
    z.optional(z.record(z.string().check(z.regex(/^[1-5]\d\d$/)), z.unknown())),
    'The shape of the body by status.',
  ),
})

export type Answer = z.infer<typeof answer>
export type Answers = { readonly [Id in OperationId]?: Answer }

/** Returns the shapes of an answer by status. Throws `ShapeError`. */
export const shapesOf = ({ shape = {} }: Pick<Answer, 'shape'>): ReadonlyMap<number, Shape> =>
  new Map(
    Object.entries(shape).map(([of, document]) => [Number(of), readShape(document, ['shape', of])]),
  )

/**
 * Returns the fields or parameters that an answer adds to the input of the contract. Throws
 * `ShapeError`, also for a pattern, which the validation of input does not support.
 */
export function extraFields(
  { accepts }: Pick<Answer, 'accepts'>,
  place: 'query' | 'body',
): ReadonlyMap<string, Field> {
  const document = accepts?.extra?.[place]
  if (document === undefined) return new Map()
  const path = ['accepts', 'extra', place]
  for (const [name, text] of Object.entries(document))
    if (JSON.stringify(text).includes('~^'))
      throw new ShapeError([...path, name], 'A pattern cannot be used here: use `string{a|b}`')
  const shape = readShape(document, path)
  return shape.kind === 'object' ? shape.fields : new Map()
}
