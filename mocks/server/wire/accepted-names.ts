import { isObject } from '../../../contract/json.ts'
import type { OperationId } from '../../../contract/operations.ts'
import type { OperationInput } from '../../../contract/operations/operation.ts'
import { type Answer, extraFields } from '../../../contract/profile/answers.ts'
import { objectSchema } from '../../../contract/profile/shape-schema.ts'
import { lazyExpression, ProfileExpressionError } from '../../platform/expression.ts'
import { InvalidInput } from '../../world/api-error.ts'
import type { Expression, ExpressionScope } from '../../world/wire.ts'
import type { AcceptedNames } from '../../world/behaviour.ts'

type Accepts = NonNullable<Answer['accepts']>

const renamed = (names: Readonly<Record<string, string>>, name: string) =>
  (Object.hasOwn(names, name) ? names[name] : undefined) ?? name

function extraSchema(accepts: Accepts, place: 'query' | 'body'): OperationInput {
  const fields = extraFields({ accepts }, place)
  return fields.size === 0 ? {} : { [place]: objectSchema(fields, () => true) }
}

/** Our body for a sent one. Throws `InvalidInput` if it does not fit the expression. */
function converted(convert: Expression, given: unknown, scope: ExpressionScope): unknown {
  try {
    return convert(given, scope)
  } catch (error) {
    if (!(error instanceof ProfileExpressionError)) throw error
    const msg = `Value error, ${error.message}`
    throw new InvalidInput([{ type: 'value_error', loc: ['body'], msg, input: given }])
  }
}

/** Compiles the names and values that a deployment accepts for those of the contract. */
export function compileAccepts(answerOf: OperationId, accepts: Accepts): AcceptedNames {
  const { query = {}, body = {}, values = {}, from } = accepts
  const convert =
    from === undefined ? undefined : lazyExpression({ answerOf, part: 'accepts › from' }, from)
  const valueOf = (name: string, value: unknown) => {
    const known = Object.hasOwn(values, name) ? values[name] : undefined
    const key = String(value)
    return known !== undefined && Object.hasOwn(known, key) ? known[key] : value
  }
  return {
    extra: { ...extraSchema(accepts, 'query'), ...extraSchema(accepts, 'body') },
    query(text) {
      const found = [...new URLSearchParams(text)].map(([given, value]) => {
        const name = renamed(query, given)
        return [name, String(valueOf(name, value))] as [string, string]
      })
      return new URLSearchParams(found).toString()
    },
    body(sent, scope) {
      if (!isObject(sent)) return sent
      const value = convert === undefined ? sent : converted(convert, sent, scope())
      if (!isObject(value)) return value
      const found = Object.entries(value).map(([given, item]) => {
        const name = renamed(body, given)
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
