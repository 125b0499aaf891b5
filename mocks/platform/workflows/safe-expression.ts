import { isObject, isSameJson, ownField } from '../../../contract/json.ts'
import {
  callFunction,
  ExpressionFailure,
  type ExpressionValues,
  isTruthy,
  compareOrdered,
  toNumber,
} from './python-values.ts'

export type Evaluate = (values: ExpressionValues) => unknown

const maxCharacters = 4000
const maxDepth = 60

const tokenPattern =
  /\s*(?:(?<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?)|(?<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(?<name>[A-Za-z_]\w*)|(?<sign>\/\/|\*\*|[=!<>]=|[-+*/%<>()[\],.|]))/y

type Token = { readonly kind: 'number' | 'text' | 'name' | 'sign' | 'end'; readonly value: string }

function tokenize(source: string): Token[] {
  if (source.length > maxCharacters) throw new ExpressionFailure('the expression is too long')
  const tokens: Token[] = []
  tokenPattern.lastIndex = 0
  const end = source.trimEnd().length
  while (tokenPattern.lastIndex < end) {
    const at = tokenPattern.lastIndex
    const groups = tokenPattern.exec(source)?.groups
    const [kind, value] = Object.entries(groups ?? {}).find(([, part]) => part !== undefined) ?? []
    if (kind === undefined || value === undefined)
      throw new ExpressionFailure(`invalid syntax at \`${source.slice(at, at + 20).trim()}\``)
    tokens.push({ kind: kind as Token['kind'], value })
  }
  return tokens
}

const namedConstants = new Map<string, unknown>([
  ['True', true],
  ['true', true],
  ['False', false],
  ['false', false],
  ['None', null],
  ['none', null],
])
const operatorWords = new Set(['and', 'or', 'not', 'in', 'is', 'if', 'else'])

/** Parses a safe subset of Python: comparisons, arithmetic, `and`, `or`, `not`, `in`. */
export function parseSafeExpression(source: string): Evaluate {
  const parser = new ExpressionParser(tokenize(source))
  const evaluate = parser.ternary()
  if (parser.next.kind !== 'end')
    throw new ExpressionFailure(`invalid syntax at \`${parser.next.value}\``)
  return evaluate
}

/** Evaluates an expression. Throws `ExpressionFailure`. */
export const evaluateSafely = (source: string, values: ExpressionValues): unknown =>
  parseSafeExpression(source)(values)

const endToken: Token = { kind: 'end', value: 'end' }

class ExpressionParser {
  // Text tokens keep their quotes, so that no text is taken for an operator.
  readonly #tokens: readonly Token[]
  #position = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  get next(): Token {
    return this.#tokens[this.#position] ?? endToken
  }

  /** Parses an expression of any kind, also `a if b else c`. */
  ternary(): Evaluate {
    const value = this.#expression(bindingStrengths.if)
    if (!this.#takeIf('if')) return value
    const test = this.#expression(bindingStrengths.if)
    this.#require('else')
    const other = this.ternary()
    return (values) => (isTruthy(test(values)) ? value(values) : other(values))
  }

  /** Parses a value, and the operators after it that bind more strongly than `strength`. */
  #expression(strength: number): Evaluate {
    if (++this.#depth > maxDepth) throw new ExpressionFailure('the expression is nested too deeply')
    let left = this.#prefix()
    for (;;) {
      const name = this.#operator()
      const [own = 0, operate] = operators.get(name) ?? []
      if (own <= strength) break
      if (own === bindingStrengths.comparison) {
        left = this.#test(name, left) ?? this.#comparisons(left)
        continue
      }
      this.#position += name.includes(' ') ? 2 : 1
      // Powers are computed from right to left.
      const [first, second] = [left, this.#expression(name === '**' ? own - 1 : own)]
      left = (values) => {
        const value = first(values)
        if (operate === undefined)
          return isTruthy(value) === (name === 'or') ? value : second(values)
        values.spend(1)
        return operate(value, second(values), values)
      }
    }
    this.#depth--
    return left
  }

  /** Parses a Jinja test after a value: `is defined`, `is undefined`, and these with `not`. */
  #test(operator: string, value: Evaluate): Evaluate | undefined {
    if (operator !== 'is' && operator !== 'is not') return undefined
    const at = this.#position + operator.split(' ').length
    const { kind, value: test } = this.#tokens[at] ?? endToken
    if (kind !== 'name' || namedConstants.has(test) || operatorWords.has(test)) return undefined
    if (test !== 'defined' && test !== 'undefined')
      throw new ExpressionFailure(`the test \`${test}\` is not supported`)
    this.#position = at + 1
    const holds = (test === 'defined') === (operator === 'is')
    return (values) => {
      requireExtensions(values, `is ${test}`)
      return isDefined(value, values) === holds
    }
  }

  /** Parses comparisons such as `0 < x < 10`, which hold if each pair of neighbors holds. */
  #comparisons(first: Evaluate): Evaluate {
    const pairs: (readonly [BinaryOperation, Evaluate])[] = []
    for (;;) {
      const name = this.#operator()
      const [own, operate] = operators.get(name) ?? []
      if (own !== bindingStrengths.comparison || operate === undefined) break
      this.#position += name.includes(' ') ? 2 : 1
      pairs.push([operate, this.#expression(own)])
    }
    return (values) => {
      let left = first(values)
      return pairs.every(([operate, next]) => {
        values.spend(1)
        const right = next(values)
        const holds = isTruthy(operate(left, right, values))
        left = right
        return holds
      })
    }
  }

  /** Reads the next operator. It may have two words, such as `not in`. */
  #operator(): string {
    const { value } = this.next
    const words = `${value} ${this.#tokens[this.#position + 1]?.value}`
    return operators.has(words) ? words : value
  }

  #prefix(): Evaluate {
    if (this.#takeIf('not')) {
      const inner = this.#expression(bindingStrengths.not)
      return (values) => !isTruthy(inner(values))
    }
    if (!this.#takeIf('-')) return this.#postfix()
    const inner = this.#expression(bindingStrengths.minus)
    return (values) => -toNumber(inner(values))
  }

  /** Parses a value with the indices, fields and filters after it. */
  #postfix(): Evaluate {
    let value = this.#primary()
    for (;;) {
      const inner = value
      if (this.#takeIf('[')) {
        const index = this.ternary()
        this.#require(']')
        value = (values) => itemAtIndex(inner(values), index(values))
      } else if (this.#takeIf('.')) {
        const field = this.#take().value
        value = (values) => {
          requireExtensions(values, `.${field}`)
          return fieldOf(inner(values), field)
        }
      } else if (this.#takeIf('|')) {
        const name = this.#take().value
        const args = this.#takeIf('(') ? this.#listUntil(')') : []
        value = (values) => {
          requireExtensions(values, `|${name}`)
          const all = [inner(values), ...args.map((arg) => arg(values))]
          return callFunction(name, all, values)
        }
      } else return value
    }
  }

  #primary(): Evaluate {
    const { kind, value } = this.#take()
    if (kind === 'number') return () => Number(value)
    if (kind === 'text') {
      const text = unquote(value)
      return () => text
    }
    if (value === '(') {
      const inner = this.ternary()
      this.#require(')')
      return inner
    }
    if (value === '[') {
      const items = this.#listUntil(']')
      return (values) => {
        requireExtensions(values, 'a list')
        return items.map((item) => item(values))
      }
    }
    if (kind !== 'name' || operatorWords.has(value))
      throw new ExpressionFailure(`invalid syntax at \`${value}\``)
    if (namedConstants.has(value)) return () => namedConstants.get(value)
    if (!this.#takeIf('('))
      return (values) => {
        values.spend(1)
        return values.name(value)
      }
    const args = this.#listUntil(')')
    return (values) =>
      callFunction(
        value,
        args.map((arg) => arg(values)),
        values,
      )
  }

  #listUntil(close: string): Evaluate[] {
    const items: Evaluate[] = []
    while (!this.#takeIf(close)) {
      if (items.length > 0) this.#require(',')
      items.push(this.ternary())
    }
    return items
  }

  #take(): Token {
    const { next } = this
    this.#position++
    return next
  }

  #takeIf(value: string): boolean {
    if (this.next.value !== value) return false
    this.#position++
    return true
  }

  #require(value: string): void {
    if (!this.#takeIf(value)) throw new ExpressionFailure(`expected \`${value}\``)
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
const unquote = (text: string) =>
  text.slice(1, -1).replaceAll(/\\(.)/gs, (_written, letter: string) => escapes[letter] ?? letter)

function requireExtensions({ hasExtensions }: ExpressionValues, what: string): void {
  if (!hasExtensions) throw new ExpressionFailure(`\`${what}\` is not supported`)
}

function itemAtIndex(value: unknown, index: unknown): unknown {
  if (isObject(value) && typeof index === 'string') return ownField(value, index) ?? null
  const list = typeof value === 'string' || Array.isArray(value) ? value : []
  const item = list.at(typeof index === 'number' ? index : Number.NaN)
  if (typeof index !== 'number' || item === undefined || index >= list.length)
    throw new ExpressionFailure('index out of range')
  return item
}

const fieldOf = (value: unknown, field: string): unknown =>
  isObject(value) ? (ownField(value, field) ?? null) : null

/** Whether a value is known and not null. */
function isDefined(value: Evaluate, values: ExpressionValues): boolean {
  try {
    return (value(values) ?? null) !== null
  } catch (error) {
    // Outside of templates, an unknown name is a failure.
    if (error instanceof ExpressionFailure) return false
    throw error
  }
}

function isContainedIn(item: unknown, list: unknown): boolean {
  if (typeof list === 'string' && typeof item === 'string') return list.includes(item)
  if (isObject(list)) return typeof item === 'string' && Object.hasOwn(list, item)
  if (!Array.isArray(list)) throw new ExpressionFailure('`in` needs a list or a text')
  return list.some((one) => isSameJson(one, item))
}

type BinaryOperation = (left: unknown, right: unknown, values: ExpressionValues) => unknown

/** An operation on two numbers. */
const numericOperation =
  (calculate: (a: number, b: number) => number): BinaryOperation =>
  (left, right) => {
    const value = calculate(toNumber(left), toNumber(right))
    if (Number.isFinite(value)) return value
    throw new ExpressionFailure(right === 0 ? 'division by zero' : 'the number is too large')
  }

function addValues(left: unknown, right: unknown, values: ExpressionValues): unknown {
  if (typeof left !== 'string' || typeof right !== 'string')
    return numericOperation((a, b) => a + b)(left, right, values)
  values.spend(left.length + right.length)
  return left + right
}

export type Comparison = (left: unknown, right: unknown) => boolean

export const comparisons = {
  '==': isSameJson,
  '!=': (left, right) => !isSameJson(left, right),
  '<': (left, right) => compareOrdered(left, right) < 0,
  '<=': (left, right) => compareOrdered(left, right) <= 0,
  '>': (left, right) => compareOrdered(left, right) > 0,
  '>=': (left, right) => compareOrdered(left, right) >= 0,
} as const satisfies Readonly<Record<string, Comparison>>

/** The binary operators: their binding strength, and their function on two values. */
const operators = new Map<string, readonly [strength: number, operate?: BinaryOperation]>([
  ['or', [2]],
  ['and', [3]],
  ...Object.entries(comparisons).map(([name, holds]) => [name, [4, holds]] as const),
  ['is', [4, comparisons['==']]],
  ['is not', [4, comparisons['!=']]],
  ['in', [4, isContainedIn]],
  ['not in', [4, (left, right) => !isContainedIn(left, right)]],
  ['+', [5, addValues]],
  ['-', [5, numericOperation((a, b) => a - b)]],
  ['*', [6, numericOperation((a, b) => a * b)]],
  ['/', [6, numericOperation((a, b) => a / b)]],
  ['//', [6, numericOperation((a, b) => Math.floor(a / b))]],
  ['%', [6, numericOperation((a, b) => a - b * Math.floor(a / b))]],
  ['**', [8, numericOperation((a, b) => a ** b)]],
])
const bindingStrengths = { if: 1, not: 3, comparison: 4, minus: 7 }
