import type { Expression, ExpressionPlace } from '../world/wire.ts'

/** An expression of a profile that cannot be read or evaluated. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
}

/** Thrown when an expression of a profile fails. The message gives the path in the profile. */
export class ProfileExpressionError extends Error {
  override readonly name = 'ProfileExpressionError'
}

/**
 * Creates the error for an expression with a wrong value. `place` is its path, such as `tools ›
 * show`.
 */
export const familyError = (place: string, says: string): ProfileExpressionError =>
  new ProfileExpressionError(`operations › ${place}: ${says}`)

/**
 * Creates an expression that is compiled on first use. `place` is its path in the profile, for
 * errors. The compiler comes from the scope, so that reading a profile does not load the compiler.
 */
export function lazyExpression(place: ExpressionPlace, text: string): Expression {
  let compiled: Expression | undefined
  return (value, scope) => (compiled ??= scope.compile(place, text))(value, scope)
}
