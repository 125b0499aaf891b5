import { isObject } from '../../../contract/json.ts'
import type { OperationId } from '../../../contract/operations.ts'
import type { Answer } from '../../../contract/profile/answers.ts'
import type { AcceptedNames, KeptFields } from '../../world/behaviour.ts'
import type { ExpressionScope, Page } from '../../world/wire.ts'
import { lazyExpression } from '../../platform/expression.ts'
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
  readonly keeps: KeptFields | undefined
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
    keeps: answer.keeps === undefined ? undefined : compileKeeps(answerOf, answer.keeps),
  }
}

/** Compiles the fields that are stored beside a record: some of those sent, or those of an expression. */
function compileKeeps(answerOf: OperationId, keeps: NonNullable<Answer['keeps']>): KeptFields {
  if (typeof keeps !== 'string')
    return (body) =>
      Object.fromEntries(
        Object.entries(isObject(body) ? body : {}).filter(
          ([name, value]) => value !== null && value !== undefined && keeps.includes(name),
        ),
      )
  const evaluate = lazyExpression({ answerOf, part: 'keeps' }, keeps)
  return (_body, outcome, scope) => {
    const fields = evaluate(outcome, scope())
    return isObject(fields) ? fields : {}
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
