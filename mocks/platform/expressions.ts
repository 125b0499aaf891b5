// The library names the parts of its functions `_func` and `_signature`.
// oxlint-disable no-underscore-dangle
import { messageOf } from '../../contract/realm-safe.ts'
import {
  compile,
  type FunctionSignature,
  type JSONValue,
  TreeInterpreter,
} from '@jmespath-community/jmespath'
import { jsonLength } from '../../contract/json.ts'
import { ownLimits } from '../../contract/limits.ts'
import { unknownWord } from '../../contract/profile/profile-error.ts'
import { ApiError } from '../world/api-error.ts'
import type { Expression, ExpressionPlace, ExpressionScope } from '../world/wire.ts'
import { operationName } from '../../contract/operations/operation-index.ts'
import { ExpressionError, ProfileExpressionError } from './expression.ts'
import { expressionFunctions } from './expression-functions.ts'

const { expressionCharacters, expressionOutput } = ownLimits

/**
 * Compiles a JMESPath expression. All evaluations for one response share a limit of steps, and the
 * size of each result is limited. Throws `ExpressionError` for an expression that cannot be parsed.
 */
export function compileExpression(text: string): Expression {
  if (text.length > expressionCharacters)
    throw new ExpressionError(
      `it has ${text.length} characters; the maximum is ${expressionCharacters}`,
    )
  const node = parse(text)
  requireKnownFunctions(node)
  return (value, scope) => {
    const result = evaluate(node, value as JSONValue, scope)
    if (jsonLength(result, expressionOutput) > expressionOutput)
      throw new ExpressionError(`its result has more than ${expressionOutput} characters`)
    return result
  }
}

/** Compiles an expression of a profile. Throws `ProfileExpressionError`, which names its path. */
export function compileAtPlace(place: ExpressionPlace, text: string): Expression {
  const named = <Result>(work: () => Result): Result => {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      throw new ProfileExpressionError(`${placeText(place)}: ${error.message}`)
    }
  }
  const expression = named(() => compileExpression(text))
  return (value, scope) => named(() => expression(value, scope))
}

const placeText = (place: ExpressionPlace) =>
  typeof place === 'string' ? place : `answers › ${operationName(place.answerOf)} › ${place.part}`

function parse(text: string): ExpressionNode {
  try {
    return compile(text)
  } catch (error) {
    throw new ExpressionError(messageOf(error))
  }
}

let functionNames: ReadonlySet<string> | undefined

/** The names of all functions that expressions can call, from the library and from this project. */
function knownFunctions(): ReadonlySet<string> {
  return (functionNames ??= new Set([
    ...Object.keys(new Interpreter().runtime._functionTable),
    ...Object.keys(expressionFunctions({} as ExpressionScope)),
  ]))
}

/** Refuses unknown functions at compile time. The library would only find them when they run. */
function requireKnownFunctions(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) return node.forEach(requireKnownFunctions)
  const { type, name, ...parts } = node as Readonly<Record<string, unknown>>
  if (type === 'Literal') return
  if (type === 'Function' && !knownFunctions().has(String(name)))
    throw new ExpressionError(
      unknownWord('function', String(name), [...knownFunctions()].toSorted()),
    )
  requireKnownFunctions(Object.values(parts))
}

function evaluate(node: ExpressionNode, value: JSONValue, scope: ExpressionScope): unknown {
  const interpreter = new Interpreter()
  const spend = createStepCounter(scope)
  limitInterpreter(interpreter, spend)
  const table = interpreter.runtime._functionTable
  Object.assign(table, expressionFunctions(scope))
  const { _func: sortTexts, ...sort } = table['sort'] as FunctionSignature
  table['sort'] = { ...sort, _func: (args) => sortNumbers(args) ?? sortTexts(args) }
  for (const [name, costOf] of Object.entries(resultSizes)) {
    const { _func: call, ...entry } = table[name] as FunctionSignature
    table[name] = {
      ...entry,
      _func(args: readonly unknown[]) {
        spend(costOf(args as never))
        return call(args)
      },
    }
  }
  const { callFunction } = interpreter.runtime
  interpreter.runtime.callFunction = (name, args) => {
    spend(textSteps(args))
    return callFunction.call(interpreter.runtime, name, args)
  }
  try {
    return interpreter.withScope({ ...scope.variables } as never).visit(node, value)
  } catch (error) {
    if (error instanceof ExpressionError || error instanceof ApiError) throw error
    throw new ExpressionError(messageOf(error))
  }
}

/** Sorts a list of numbers, which the library would sort as texts: 10 before 9. */
const sortNumbers = ([items]: readonly unknown[]): JSONValue | undefined =>
  typeof (items as readonly unknown[])[0] === 'number'
    ? (items as readonly number[]).toSorted((one, other) => one - other)
    : undefined

/** The library's exported instance stores variables, so each evaluation creates a new instance. */
const Interpreter = TreeInterpreter.constructor as new () => typeof TreeInterpreter

type ExpressionNode = ReturnType<typeof compile>
type NodeOf<Type extends ExpressionNode['type']> = Extract<ExpressionNode, { readonly type: Type }>

/** Creates a counter for evaluation steps. The counter throws `ExpressionError` at the limit. */
function createStepCounter(scope: ExpressionScope): (steps: number) => void {
  return (steps) => {
    scope.stepsLeft -= steps
    if (scope.stepsLeft < 0)
      throw new ExpressionError('it makes too many or too large values; simplify it')
  }
}

/**
 * Makes an interpreter count its steps and the sizes of values, because a list can double per step.
 */
function limitInterpreter(
  interpreter: typeof TreeInterpreter,
  spend: (steps: number) => void,
  sizeOf = createSizeCache(),
  outerScope: object = {},
  // All interpreters of an evaluation share the functions of the first interpreter.
  functions = interpreter.runtime,
): void {
  const { visit, withScope } = interpreter
  interpreter.visit = (node, value) => {
    spend(1)
    const before = functions._interpreter
    // An `&expression` argument reads the variables that are defined where the function is called.
    functions._interpreter = interpreter
    let read = value as JSONValue
    if (node.type === 'Slice') {
      read = reachableText(node, read)
      spend(textSteps([read]))
    }
    const visited = node.type === 'Comparator' ? withSize(node, read) : node
    const result = visit.call(interpreter, visited, read)
    functions._interpreter = before
    // Texts are counted where they are made or read, because most nodes only pass them on.
    if (typeof result !== 'string') spend(sizeOf(result))
    else if (node.type === 'Function') spend(textSteps([result]))
    return result
  }
  interpreter.withScope = (scope) => {
    // The outer variables are added, because the library treats an outer null, 0 or '' as undefined.
    const all = { ...outerScope, ...scope }
    const inner = withScope.call(interpreter, all)
    limitInterpreter(inner, spend, sizeOf, all, functions)
    return inner
  }
  /** Counts the full sizes of both sides before a comparison. */
  const withSize = (node: NodeOf<'Comparator'>, value: JSONValue): ExpressionNode => {
    const sides = [node.left, node.right].map((side) => interpreter.visit(side, value) as JSONValue)
    spend(textSteps(sides))
    for (const side of sides)
      if (typeof side === 'object') spend(jsonLength(side, expressionOutput))
    const [left, right] = sides.map((side) => ({ type: 'Literal', value: side }) as ExpressionNode)
    return { ...node, left, right } as ExpressionNode
  }
}

/**
 * Returns the start of a text that a slice can reach, because the library splits the whole text.
 */
function reachableText({ start, stop, step }: NodeOf<'Slice'>, value: JSONValue): JSONValue {
  if (typeof value !== 'string') return value
  if (stop === null || Math.min(start ?? 0, stop, step ?? 1) < 0) return value
  // A character has at most two UTF-16 code units.
  return value.slice(0, stop * 2)
}

/** Copying or reading this many characters takes less time than visiting a node. */
const charactersPerStep = 8

/** Converts the total length of the texts among some values to steps. */
const textSteps = (values: readonly unknown[]): number =>
  values.reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length / charactersPerStep : 0),
    0,
  )

/** Returns a function that counts the items or fields of a value. */
function createSizeCache(): (value: unknown) => number {
  const fields = new WeakMap<object, number>()
  return (value) => {
    if (Array.isArray(value)) return value.length
    if (typeof value !== 'object' || value === null) return 0
    const known = fields.get(value) ?? Object.keys(value).length
    fields.set(value, known)
    return known
  }
}

/** The sizes of function results that can be much larger than their arguments. */
const resultSizes: Readonly<Record<string, (args: never) => number>> = {
  // A pair can contain the same value twice, so 60 nested pairs would be 2^60 values as text.
  to_string: ([value]: [unknown]) => jsonLength(value, expressionOutput),
  seeded: () => 20,
  seeded_item: () => 20,
  join: ([glue, parts]: [string, readonly string[]]) =>
    glue.length * parts.length + textSteps(parts),
  replace: ([, by, text]: [string, string, string]) => (by.length + 1) * (text.length + 1),
  pad_left: ([, width]: [string, number]) => width,
  pad_right: ([, width]: [string, number]) => width,
  csv: ([list]: [readonly unknown[]]) => jsonLength(list, expressionOutput),
  since: ([list]: [readonly unknown[]]) => list.length,
  where: ([list]: [readonly unknown[]]) => list.length,
  random_text: ([length]: [number]) => length,
}
