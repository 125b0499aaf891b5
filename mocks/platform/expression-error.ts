/** An expression of a profile that cannot be read or evaluated. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
}
