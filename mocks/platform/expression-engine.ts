import type { OperationId } from '../../contract/operations.ts'
import { ExpressionError } from './expression-error.ts'
import type { Expression } from './expressions.ts'

type Engine = typeof import('./expressions.ts')
let engine: Engine | undefined
let operationName: ((id: OperationId) => string) | undefined

/** The place of an expression in the answer of an operation. */
type AnswerPlace = { readonly answerOf: OperationId; readonly part: string }

const placeText = (place: string | AnswerPlace) =>
  typeof place === 'string' ? place : `answers › ${operationName?.(place.answerOf)} › ${place.part}`

/** Thrown when an expression of a profile fails. The message says where. */
export class ProfileExpressionError extends Error {
  override readonly name = 'ProfileExpressionError'
}

/** Imports the engine of expressions; `undefined` if it is loaded. */
export const loadExpressions = (): Promise<void> | undefined =>
  engine === undefined ? importEngine() : undefined

async function importEngine(): Promise<void> {
  // The names need the table of operations, which a page does not load at start.
  ;({ operationName } = await import('../../contract/operations/operation-index.ts'))
  engine = await import('./expressions.ts')
}

/**
 * Creates an expression that is compiled on first use. `place` says where it is in the profile, for
 * errors. Await `loadExpressions()` before it is used.
 */
export function lazyExpression(place: string | AnswerPlace, text: string): Expression {
  let compiled: Expression | undefined
  return (value, scope) => {
    if (engine === undefined) throw new Error('The engine of expressions is not loaded.')
    try {
      return (compiled ??= engine.compileExpression(text))(value, scope)
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      throw new ProfileExpressionError(`${placeText(place)}: ${error.message}`)
    }
  }
}
