import { isObject, objectIn, ownField } from '../../../contract/json.ts'
import type { OperationId } from '../../../contract/operations.ts'
import { type Answer, extraFields } from '../../../contract/profile/answers.ts'
import type { AcceptedNames, CompiledAnswer, KeptFields } from '../../world/behaviour.ts'
import type { ExpressionScope, Page, Expression } from '../../world/wire.ts'
import { lazyExpression, ProfileExpressionError } from '../../platform/expression.ts'
import type { OperationInput } from '../../../contract/operations/operation.ts'
import { objectSchema, querySchema } from '../../../contract/profile/shape-schema.ts'
import { InvalidInput } from '../../world/api-error.ts'

/** Compiles the answer of an operation. Its expressions are compiled on first use. */
export function compileAnswer(answerOf: OperationId, answer: Answer): CompiledAnswer {
  const part = (name: 'record' | 'body' | 'shares') => {
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
    keeps: answer.keeps === undefined ? undefined : compileKeptFields(answerOf, answer.keeps),
    shares: compileShares(part('shares')),
    refuses: answer.refuses,
    also: answer.also,
  }
}

const compileShares = (evaluate: Expression | undefined): CompiledAnswer['shares'] =>
  evaluate &&
  ((scope) => {
    const ids = evaluate({}, scope)
    return new Set(Array.isArray(ids) ? (ids as unknown[]) : [])
  })

/** Compiles the further fields to store for a record: body fields by name, or an expression. */
function compileKeptFields(answerOf: OperationId, keeps: NonNullable<Answer['keeps']>): KeptFields {
  if (typeof keeps !== 'string')
    return (body) =>
      Object.fromEntries(
        Object.entries(objectIn(body)).filter(
          ([name, value]) => value !== null && value !== undefined && keeps.includes(name),
        ),
      )
  const evaluate = lazyExpression({ answerOf, part: 'keeps' }, keeps)
  return (_body, outcome, scope) => objectIn(evaluate(outcome, scope()))
}

/** Converts a page to the value that expressions of a profile read. */
export const pageValue = ({ items, total, page, size }: Page) => ({
  items,
  total,
  page,
  size,
  pages: Math.ceil(total / size),
})

type Accepts = NonNullable<Answer['accepts']>

function extraSchema(accepts: Accepts, place: 'query' | 'body'): OperationInput {
  const fields = extraFields({ accepts }, place)
  if (fields.size === 0) return {}
  return { [place]: (place === 'query' ? querySchema : objectSchema)(fields, () => true) }
}

/**
 * Converts a sent body to a body of the contract. Throws `InvalidInput` if the expression does not
 * accept it.
 */
function convertBody(convert: Expression, given: unknown, scope: ExpressionScope): unknown {
  try {
    return convert(given, scope)
  } catch (error) {
    if (!(error instanceof ProfileExpressionError)) throw error
    const msg = `Value error, ${error.message}`
    throw new InvalidInput([{ type: 'value_error', loc: ['body'], msg, input: given }])
  }
}

/** Compiles the names and values that a deployment accepts in place of those of the contract. */
function compileAccepts(answerOf: OperationId, accepts: Accepts): AcceptedNames {
  const { query = {}, body = {}, values = {}, from } = accepts
  const convert =
    from === undefined ? undefined : lazyExpression({ answerOf, part: 'accepts › from' }, from)
  const valueOf = (name: string, value: unknown) => {
    const known = ownField(values, name)
    // An object of a client may have a `toString` that is no function.
    if (known === undefined || (typeof value === 'object' && value !== null)) return value
    const key = String(value)
    return Object.hasOwn(known, key) ? known[key] : value
  }
  return {
    extra: { ...extraSchema(accepts, 'query'), ...extraSchema(accepts, 'body') },
    query(text) {
      const found = [...new URLSearchParams(text)].map(([given, value]) => {
        const name = ownField(query, given) ?? given
        return [name, String(valueOf(name, value))] as [string, string]
      })
      return new URLSearchParams(found).toString()
    },
    body(sent, scope) {
      if (!isObject(sent)) return sent
      const value = convert === undefined ? sent : convertBody(convert, sent, scope())
      if (!isObject(value)) return value
      const found = Object.entries(value).map(([given, item]) => {
        const name = ownField(body, given) ?? given
        return [name, valueOf(name, item)]
      })
      return Object.fromEntries(found) as unknown
    },
    sentName(place, field) {
      const names = place === 'query' ? query : body
      return Object.keys(names).find((name) => names[name] === field) ?? field
    },
  }
}
