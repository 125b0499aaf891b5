import * as z from 'zod/mini'
import { headerValues } from '../choices/choice.ts'
import { type Condition, conditions } from '../errors.ts'
import { ownLimits } from '../limits.ts'
import type { OperationId } from '../operations.ts'
import { readShape, type Shape } from './shape.ts'

const expression = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(ownLimits.expressionCharacters),
    z.describe('A JMESPath expression, such as `{ model_name: name }`.'),
  )
const names = z.record(z.string(), z.string())
const status = z.int().check(z.gte(200), z.lte(599))
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])

const errorStatus = status.check(
  z.refine((given) => ![204, 205, 304].includes(given), 'has no body: use another status'),
)
const errorAnswer = z.strictObject({
  status: z.optional(errorStatus),
  code: z.optional(z.nullable(z.string())).check(z.describe('`null` sends no code.')),
})

/** How a deployment answers an operation of the contract, where it differs from the contract. */
export const answer = z.strictObject({
  record: z
    .optional(expression)
    .check(z.describe('The record, or each item of the page, from ours. The envelope stays.')),
  body: z
    .optional(expression)
    .check(
      z.describe('The whole body, from our record or from { items, total, page, size, pages }.'),
    ),
  status: z.optional(status),
  headers: z.optional(headerValues),
  errors: z.optional(z.partialRecord(z.enum(Object.keys(conditions) as Condition[]), errorAnswer)),
  accepts: z.optional(
    z.strictObject({
      query: z.optional(names).check(z.describe('Our parameters by the names of the deployment.')),
      body: z.optional(names).check(z.describe('Our fields by the names of the deployment.')),
      from: z
        .optional(expression)
        .check(
          z.describe('Our body, from the body that the deployment accepts. It comes before names.'),
        ),
      values: z
        .optional(z.record(z.string(), z.record(z.string(), scalar)))
        .check(z.describe('Our values of a field or parameter, by the values of the deployment.')),
    }),
  ),
  shape: z
    .optional(z.record(z.string().check(z.regex(/^[1-5]\d\d$/)), z.unknown()))
    .check(z.describe('The shape of the body by status.')),
})

export type Answer = z.infer<typeof answer>
export type Answers = { readonly [Id in OperationId]?: Answer }

/** The shapes of an answer by status. Throws `ShapeError`. */
export const shapesOf = ({ shape = {} }: Pick<Answer, 'shape'>): ReadonlyMap<number, Shape> =>
  new Map(
    Object.entries(shape).map(([of, document]) => [Number(of), readShape(document, ['shape', of])]),
  )
