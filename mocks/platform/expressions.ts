// The library names the parts of its functions `_func` and `_signature`.
// oxlint-disable no-underscore-dangle
import {
  compile,
  type JSONValue,
  TreeInterpreter,
  TYPE_ARRAY,
  TYPE_NULL,
  TYPE_NUMBER,
  TYPE_STRING,
} from '@jmespath-community/jmespath'
import { jsonLength } from '../../contract/json.ts'
import { ownLimits } from '../../contract/limits.ts'
import { ApiError } from '../world/api-error.ts'
import type { ExpressionScope } from '../world/wire.ts'
import { csvText } from './csv-text.ts'
import { listFunctions } from './list-functions.ts'

/** An expression of a profile that cannot be read or evaluated. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
}

/** Evaluates an expression on a value. Throws `ExpressionError`. */
export type Expression = (value: unknown, scope: ExpressionScope) => unknown

const { expressionCharacters, expressionOutput } = ownLimits

/**
 * Compiles a JMESPath expression. All evaluations of a response together take a bounded number of
 * steps and of values, and each gives a bounded result. Throws `ExpressionError` for an expression that cannot be read.
 */
export function compileExpression(text: string): Expression {
  if (text.length > expressionCharacters)
    throw new ExpressionError(
      `it has ${text.length} characters; the maximum is ${expressionCharacters}`,
    )
  const node = parse(text)
  return (value, scope) => {
    const result = evaluate(node, value as JSONValue, scope)
    if (jsonLength(result, expressionOutput) > expressionOutput)
      throw new ExpressionError(`its result has more than ${expressionOutput} characters`)
    return result
  }
}

function parse(text: string): ExpressionNode {
  try {
    return compile(text)
  } catch (error) {
    throw new ExpressionError(reasonOf(error))
  }
}

function evaluate(node: ExpressionNode, value: JSONValue, scope: ExpressionScope): unknown {
  const interpreter = new Interpreter()
  const spend = budgetOf(scope)
  limitVisits(interpreter, spend)
  const table = interpreter.runtime._functionTable
  Object.assign(
    table,
    listFunctions,
    seededFunctions(scope.seeded),
    recordFunctions(scope),
    requestFunctions(scope),
  )
  for (const [name, costOf] of Object.entries(costs)) {
    const { _func: call, ...entry } = table[name] as FunctionEntry
    table[name] = {
      ...entry,
      _func(args: readonly unknown[]) {
        spend(costOf(args as never))
        return call(args)
      },
    }
  }
  try {
    return interpreter.withScope({ ...scope.variables } as never).visit(node, value)
  } catch (error) {
    if (error instanceof ExpressionError || error instanceof ApiError) throw error
    throw new ExpressionError(reasonOf(error))
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The library exports one instance. Each evaluation has its own, because it keeps its variables. */
const Interpreter = TreeInterpreter.constructor as new () => typeof TreeInterpreter

type ExpressionNode = ReturnType<typeof compile>
type FunctionEntry = (typeof TreeInterpreter)['runtime']['_functionTable'][string]

/** Counts the steps of a response. Throws `ExpressionError` when there are too many. */
function budgetOf(scope: ExpressionScope): (steps: number) => void {
  return (steps) => {
    scope.stepsLeft -= steps
    if (scope.stepsLeft < 0) throw new ExpressionError('it makes too many or too large values')
  }
}

/** Counts each visited node, and the size of its value: a list can double with each step. */
function limitVisits(
  interpreter: typeof TreeInterpreter,
  spend: (steps: number) => void,
  sizeOf = createSizes(),
  outer: object = {},
): void {
  const { visit, withScope } = interpreter
  interpreter.visit = (node, value) => {
    spend(1)
    const result = visit.call(interpreter, withSize(node, value as JSONValue), value)
    spend(sizeOf(result))
    return result
  }
  interpreter.withScope = (scope) => {
    // With the outer variables, because the library takes an outer null, 0 or '' for undefined.
    const all = { ...outer, ...scope }
    const inner = withScope.call(interpreter, all)
    limitVisits(inner, spend, sizeOf, all)
    return inner
  }
  /** Counts the whole sizes of both sides of a comparison before it is made. */
  const withSize = (node: ExpressionNode, value: JSONValue): ExpressionNode => {
    if (node.type !== 'Comparator') return node
    const sides = [node.left, node.right].map((side) => interpreter.visit(side, value) as JSONValue)
    for (const side of sides)
      if (typeof side === 'object') spend(jsonLength(side, expressionOutput))
    const [left, right] = sides.map((side) => ({ type: 'Literal', value: side }) as ExpressionNode)
    return { ...node, left, right } as ExpressionNode
  }
}

/** Returns a function for the number of characters, items or fields of a value. */
function createSizes(): (value: unknown) => number {
  const fields = new WeakMap<object, number>()
  return (value) => {
    if (typeof value === 'string' || Array.isArray(value)) return value.length
    if (typeof value !== 'object' || value === null) return 0
    const known = fields.get(value) ?? Object.keys(value).length
    fields.set(value, known)
    return known
  }
}

/** The sizes of what functions make, as far as these can be much larger than their arguments. */
const costs: Readonly<Record<string, (args: never) => number>> = {
  // Parts can be shared: 60 nested pairs would be 2^60 values as text.
  to_string: ([value]: [unknown]) => jsonLength(value, expressionOutput),
  seeded: () => 20,
  seeded_item: () => 20,
  join: ([glue, parts]: [string, readonly string[]]) => glue.length * parts.length,
  replace: ([, by, text]: [string, string, string]) => (by.length + 1) * (text.length + 1),
  pad_left: ([, width]: [string, number]) => width,
  pad_right: ([, width]: [string, number]) => width,
  csv: ([list]: [readonly unknown[]]) => jsonLength(list, expressionOutput),
  since: ([list]: [readonly unknown[]]) => list.length,
  where: ([list]: [readonly unknown[]]) => list.length,
  random_text: ([length]: [number]) => length,
}

/** `seeded(text, from, to)`: a whole number; `seeded_item(text, list)`: an item of a list. */
const seededFunctions = (seeded: ExpressionScope['seeded']) => ({
  seeded: {
    _func: ([text, from, to]: [string, number, number]) =>
      Math.floor(from + seeded(text) * (to - from + 1)),
    _signature: [TYPE_STRING, TYPE_NUMBER, TYPE_NUMBER].map((type) => ({ types: [type] })),
  },
  seeded_item: {
    _func: ([text, list]: [string, readonly JSONValue[]]) =>
      list[Math.floor(seeded(text) * list.length)] ?? null,
    _signature: [TYPE_STRING, TYPE_ARRAY].map((type) => ({ types: [type] })),
  },
})

/**
 * `record(kind, id)`: a record of the world, or null; `existing(kind, id)`: the same, or a 404;
 * `records(kind)`: all records of a kind. Secrets are in none of them. `file_text(kind, id)`: the
 * content of a file.
 */
function recordFunctions({ recordKinds, record, records, existing, fileText }: ExpressionScope) {
  const requireKind = (kind: string) => {
    if (!recordKinds.includes(kind))
      throw new ExpressionError(
        `there are no records \`${kind.slice(0, 40)}\`; use ${recordKinds.join(', ')}`,
      )
    return kind
  }
  return {
    record: {
      _func: ([kind, id]: [string, string | null]) =>
        id === null ? null : ((record(requireKind(kind), id) ?? null) as JSONValue),
      _signature: [{ types: [TYPE_STRING] }, { types: [TYPE_STRING, TYPE_NULL] }],
    },
    records: {
      _func: ([kind]: [string]) => records(requireKind(kind)) as JSONValue[],
      _signature: [{ types: [TYPE_STRING] }],
    },
    existing: {
      _func: ([kind, id]: [string, string | null]) =>
        existing(requireKind(kind), id ?? '') as JSONValue,
      _signature: [{ types: [TYPE_STRING] }, { types: [TYPE_STRING, TYPE_NULL] }],
    },
    file_text: {
      _func: ([kind, id]: [string, string]) => fileText(requireKind(kind), id),
      _signature: [{ types: [TYPE_STRING] }, { types: [TYPE_STRING] }],
    },
  }
}

const mostRandomText = 1000

/**
 * `page(list)`, `csv(list)`, `moment(seconds)`, `random_text(length)` and `tokens(user_id)`. Without a
 * request, `page` and `tokens` fail.
 */
const requestFunctions = ({ page, tokens, moment, randomText }: ExpressionScope) => ({
  page: {
    _func: ([list]: [readonly unknown[]]) => {
      if (page === undefined) throw new ExpressionError('`page` needs a request')
      return page(list) as JSONValue
    },
    _signature: [{ types: [TYPE_ARRAY] }],
  },
  csv: {
    _func: ([list]: [readonly unknown[]]) => csvText(list),
    _signature: [{ types: [TYPE_ARRAY] }],
  },
  moment: {
    _func: ([seconds]: [number]) => moment(seconds),
    _signature: [{ types: [TYPE_NUMBER] }],
  },
  random_text: {
    _func: ([length]: [number]) => {
      if (length < 0 || length > mostRandomText)
        throw new ExpressionError(`\`random_text\` takes 0 to ${mostRandomText} characters`)
      return randomText(length)
    },
    _signature: [{ types: [TYPE_NUMBER] }],
  },
  tokens: {
    _func: ([user]: [string | null]) => {
      if (tokens === undefined) throw new ExpressionError('`tokens` needs a request')
      return ((user === null ? undefined : tokens(user)) ?? null) as JSONValue
    },
    _signature: [{ types: [TYPE_STRING, TYPE_NULL] }],
  },
})
