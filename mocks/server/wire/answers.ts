import type { OperationId } from '../../../contract/operations.ts'
import type { Answer } from '../../../contract/profile/answers.ts'
import type { AcceptedNames } from '../../world/behaviour.ts'
import type { ExpressionScope, Page } from '../../world/wire.ts'
import { lazyExpression } from '../../platform/expression-engine.ts'
import { compileAccepts } from './accepted-names.ts'

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

/** Compiles the answer of an operation. Its expressions are compiled on first use. */
export function compileAnswer(answerOf: OperationId, answer: Answer): CompiledAnswer {
  const part = (name: 'record' | 'body') => {
    const text = answer[name]
    return text === undefined ? undefined : lazyExpression({ answerOf, part: name }, text)
  }
  return {
    body: part('body'),
    record: part('record') ?? ((canonical) => canonical),
    status: answer.status,
    headers: answer.headers ?? {},
    errors: answer.errors ?? {},
    accepts: answer.accepts && compileAccepts(answerOf, answer.accepts),
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
