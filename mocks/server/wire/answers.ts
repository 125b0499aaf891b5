import type { Answer } from '../../../contract/profile/answers.ts'
import type { AcceptedNames } from '../../world/behaviour.ts'
import type { ExpressionScope, Page } from '../../world/wire.ts'
import { compileAccepts } from './accepted-names.ts'
import type { Expression } from './expressions.ts'

/** How a deployment writes the successes of one operation, where its profile says so. */
export type CompiledAnswer = {
  /** The value of the whole body; `undefined` keeps the envelope. */
  readonly body: ((canonical: unknown, scope: ExpressionScope) => unknown) | undefined
  /** The record, or an item of a page. */
  readonly record: (canonical: unknown, scope: ExpressionScope) => unknown
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>
  /** The statuses and codes of errors by their condition. */
  readonly errors: NonNullable<Answer['errors']>
  readonly accepts: AcceptedNames | undefined
}

/** Thrown when an expression of a profile fails. The message says where. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError'
}

type Engine = typeof import('./expressions.ts')
let engine: Engine | undefined

/** Imports the engine of expressions; `undefined` if it is loaded. */
export const loadExpressions = (): Promise<void> | undefined =>
  engine === undefined ? importEngine() : undefined

async function importEngine(): Promise<void> {
  engine = await import('./expressions.ts')
}

/** Compiles the answer of an operation. Its expressions are compiled on first use. */
export function compileAnswer(operation: string, answer: Answer): CompiledAnswer {
  const part = (name: 'record' | 'body') => {
    const text = answer[name]
    return text === undefined ? undefined : lazily(`answers › ${operation} › ${name}`, text)
  }
  return {
    body: part('body'),
    record: part('record') ?? ((canonical) => canonical),
    status: answer.status,
    headers: answer.headers ?? {},
    errors: answer.errors ?? {},
    accepts: answer.accepts && compileAccepts(answer.accepts),
  }
}

function lazily(place: string, text: string): Expression {
  let compiled: Expression | undefined
  return (value, scope) => {
    if (engine === undefined) throw new Error('Await loadExpressions() first.')
    try {
      return (compiled ??= engine.compileExpression(text))(value, scope)
    } catch (error) {
      if (!(error instanceof engine.ExpressionError)) throw error
      throw new AnswerError(`${place}: ${error.message}`)
    }
  }
}

/** A page as expressions see it. */
export const pageValue = ({ items, total, page, size }: Page) => ({
  items,
  total,
  page,
  size,
  pages: Math.ceil(total / size),
})
