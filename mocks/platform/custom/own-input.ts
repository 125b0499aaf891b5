import { isObject, type JsonObject } from '../../../contract/json.ts'
import type { Field } from '../../../contract/profile/shape.ts'
import { readShape } from '../../../contract/profile/shape.ts'
import type { Expression, ExpressionScope } from '../../world/wire.ts'
import { lazyExpression, ProfileExpressionError } from '../expression.ts'

/** The fields of an object shape; an empty map for any other shape. */
export function shapeFields(document: unknown): ReadonlyMap<string, Field> {
  if (document === undefined) return new Map()
  const shape = readShape(document)
  return shape.kind === 'object' ? shape.fields : new Map()
}

/** Returns the fields that were sent, and the default values of absent fields. */
export const withShapeDefaults = (
  fields: ReadonlyMap<string, Field>,
  given: unknown,
): JsonObject => ({
  ...Object.fromEntries(
    [...fields].flatMap(([name, { shape }]) =>
      shape.kind === 'scalar' && shape.default !== undefined ? [[name, shape.default]] : [],
    ),
  ),
  ...(isObject(given) ? given : {}),
})

/** An expression of a family, compiled on first use; `undefined` if the family has none. */
export const compileFamilyPart = (
  name: string,
  part: string,
  text: string | undefined,
): Expression | undefined =>
  text === undefined ? undefined : lazyExpression(`operations › ${name} › ${part}`, text)

/** The value of an expression. Throws `ProfileExpressionError` if it is not an object. */
export function evaluateToObject(
  place: string,
  expression: Expression,
  value: unknown,
  scope: ExpressionScope,
): JsonObject {
  const made = expression(value, scope)
  if (isObject(made)) return made
  throw new ProfileExpressionError(`operations › ${place}: the expression must give an object.`)
}
