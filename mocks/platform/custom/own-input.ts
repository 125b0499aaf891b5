import { isObject, type JsonObject, mapFields } from '../../../contract/json.ts'
import type { Field, Shape } from '../../../contract/profile/shape.ts'
import type { Expression, ExpressionScope } from '../../world/wire.ts'
import { familyError, lazyExpression } from '../expression.ts'

/** Returns the fields that were sent, and the default values of absent fields, nested ones too. */
export const withShapeDefaults = (
  fields: ReadonlyMap<string, Field>,
  given: unknown,
): JsonObject => ({
  ...Object.fromEntries(
    [...fields].flatMap(([name, { shape }]) =>
      shape.kind === 'scalar' && shape.default !== undefined ? [[name, shape.default]] : [],
    ),
  ),
  ...(isObject(given) &&
    mapFields(given, (value, name) => withNestedDefaults(fields.get(name)?.shape, value))),
})

/** Fills in the default values of absent fields within a value. */
export function withNestedDefaults(shape: Shape | undefined, value: unknown): unknown {
  switch (shape?.kind) {
    case 'object':
      return isObject(value) ? withShapeDefaults(shape.fields, value) : value
    case 'list':
      return Array.isArray(value)
        ? value.map((item) => withNestedDefaults(shape.item, item))
        : value
    case 'oneOf': {
      const [only, another] = shape.shapes.filter(({ kind }) => kind !== 'null')
      return another === undefined ? withNestedDefaults(only, value) : value
    }
    default:
      return value
  }
}

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
  throw familyError(place, 'the expression must give an object.')
}
