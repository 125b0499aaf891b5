import { isObject, isSameJson, ownField } from '../../../contract/json.ts'
import {
  callFunction,
  ExpressionFailure,
  type ExpressionValues,
  isTruthy,
  orderOf,
  toNumber,
} from './python-values.ts'

type Evaluate = (values: ExpressionValues) => unknown

const maxCharacters = 4000
const maxDepth = 60

const token =
  /\s*(?:(?<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?)|(?<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(?<name>[A-Za-z_]\w*)|(?<sign>\/\/|\*\*|[=!<>]=|[-+*/%<>()[\],.|]))/y

type Token = { readonly kind: 'number' | 'text' | 'name' | 'sign' | 'end'; readonly value: string }

function tokensOf(source: string): Token[] {
  if (source.length > maxCharacters) throw new ExpressionFailure('the expression is too long')
  const tokens: Token[] = []
  token.lastIndex = 0
  const end = source.trimEnd().length
  while (token.lastIndex < end) {
    const at = token.lastIndex
    const groups = token.exec(source)?.groups
    const [kind, value] = Object.entries(groups ?? {}).find(([, part]) => part !== undefined) ?? []
    if (kind === undefined || value === undefined)
      throw new ExpressionFailure(`invalid syntax at \`${source.slice(at, at + 20).trim()}\``)
    tokens.push({ kind: kind as Token['kind'], value })
  }
  return tokens
}

const constants = new Map<string, unknown>([
  ['True', true],
  ['true', true],
  ['False', false],
  ['false', false],
  ['None', null],
  ['none', null],
])
const words = new Set(['and', 'or', 'not', 'in', 'is', 'if', 'else'])

/** The binary operators, from the weakest to the strongest. */
const levels: readonly (readonly string[])[] = [
  ['+', '-'],
  ['*', '/', '//', '%'],
]
const comparisons = new Set(['==', '!=', '<', '<=', '>', '>='])

/** Reads an expression of a safe subset of Python: comparisons, arithmetic, `and`, `or`, `not`, `in`. */
export function parseSafeExpression(source: string): Evaluate {
  const parser = new Parser(tokensOf(source))
  const evaluate = parser.ternary()
  if (parser.next.kind !== 'end')
    throw new ExpressionFailure(`invalid syntax at \`${parser.next.value}\``)
  return evaluate
}

/** Evaluates an expression. Throws `ExpressionFailure`. */
export const evaluateSafely = (source: string, values: ExpressionValues): unknown =>
  parseSafeExpression(source)(values)

const end: Token = { kind: 'end', value: 'end' }

class Parser {
  readonly #tokens: readonly Token[]
  #position = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  get next(): Token {
    return this.#tokens[this.#position] ?? end
  }

  /** `a if b else c`, and everything stronger. */
  ternary(): Evaluate {
    if (++this.#depth > maxDepth) throw new ExpressionFailure('the expression is nested too deeply')
    const value = this.#or()
    this.#depth--
    if (!this.#takes('if')) return value
    const test = this.#or()
    this.#require('else')
    const other = this.ternary()
    return (values) => (isTruthy(test(values)) ? value(values) : other(values))
  }

  #or(): Evaluate {
    let left = this.#and()
    while (this.#takes('or')) {
      const [first, second] = [left, this.#and()]
      left = (values) => {
        const value = first(values)
        return isTruthy(value) ? value : second(values)
      }
    }
    return left
  }

  #and(): Evaluate {
    let left = this.#not()
    while (this.#takes('and')) {
      const [first, second] = [left, this.#not()]
      left = (values) => {
        const value = first(values)
        return isTruthy(value) ? second(values) : value
      }
    }
    return left
  }

  #not(): Evaluate {
    if (!this.#takes('not')) return this.#comparison()
    const inner = this.#not()
    return (values) => !isTruthy(inner(values))
  }

  #comparison(): Evaluate {
    let left = this.#binary(0)
    for (;;) {
      const operator = this.#comparator()
      if (operator === undefined) return left
      const [first, second] = [left, this.#binary(0)]
      left = (values) => {
        values.spend(1)
        return comparePython(operator, first(values), second(values))
      }
    }
  }

  #comparator(): string | undefined {
    if (this.next.kind === 'sign' && comparisons.has(this.next.value)) return this.#take().value
    if (this.#takes('in')) return 'in'
    if (this.#takes('is')) return this.#takes('not') ? '!=' : '=='
    if (!this.#takes('not')) return undefined
    this.#require('in')
    return 'not in'
  }

  #binary(level: number): Evaluate {
    const operators = levels[level]
    if (operators === undefined) return this.#unary()
    let left = this.#binary(level + 1)
    while (this.next.kind === 'sign' && operators.includes(this.next.value)) {
      const operator = this.#take().value
      const [first, second] = [left, this.#binary(level + 1)]
      left = (values) => calculate(operator, first(values), second(values), values)
    }
    return left
  }

  #unary(): Evaluate {
    if (!this.#takes('-')) return this.#power()
    const inner = this.#unary()
    return (values) => -toNumber(inner(values))
  }

  #power(): Evaluate {
    const base = this.#postfix()
    if (!this.#takes('**')) return base
    const exponent = this.#unary()
    return (values) => calculate('**', base(values), exponent(values), values)
  }

  /** A value with indices, fields and filters behind it. */
  #postfix(): Evaluate {
    let value = this.#primary()
    for (;;) {
      const inner = value
      if (this.#takes('[')) {
        const index = this.ternary()
        this.#require(']')
        value = (values) => itemOf(inner(values), index(values))
      } else if (this.#takes('.')) {
        const field = this.#take().value
        value = (values) => {
          requireWide(values, `.${field}`)
          return fieldOf(inner(values), field)
        }
      } else if (this.#takes('|')) {
        const name = this.#take().value
        const args = this.#takes('(') ? this.#listUntil(')') : []
        value = (values) => {
          requireWide(values, `|${name}`)
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
        requireWide(values, 'a list')
        return items.map((item) => item(values))
      }
    }
    if (kind !== 'name' || words.has(value))
      throw new ExpressionFailure(`invalid syntax at \`${value}\``)
    if (constants.has(value)) return () => constants.get(value)
    if (!this.#takes('('))
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
    while (!this.#takes(close)) {
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

  #takes(value: string): boolean {
    const { next } = this
    if (next.value !== value || next.kind === 'text' || next.kind === 'end') return false
    this.#position++
    return true
  }

  #require(value: string): void {
    if (!this.#takes(value)) throw new ExpressionFailure(`expected \`${value}\``)
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
const unquote = (text: string) =>
  text.slice(1, -1).replaceAll(/\\(.)/gs, (_written, letter: string) => escapes[letter] ?? letter)

function requireWide({ isWide }: ExpressionValues, what: string): void {
  if (!isWide) throw new ExpressionFailure(`\`${what}\` is not supported`)
}

function itemOf(value: unknown, index: unknown): unknown {
  if (isObject(value) && typeof index === 'string') return ownField(value, index) ?? null
  const list = typeof value === 'string' || Array.isArray(value) ? value : []
  const item = list.at(typeof index === 'number' ? index : Number.NaN)
  if (typeof index !== 'number' || item === undefined || index >= list.length)
    throw new ExpressionFailure('index out of range')
  return item
}

const fieldOf = (value: unknown, field: string): unknown =>
  isObject(value) ? (ownField(value, field) ?? null) : null

function comparePython(operator: string, left: unknown, right: unknown): boolean {
  switch (operator) {
    case '==':
      return isSameJson(left, right)
    case '!=':
      return !isSameJson(left, right)
    case 'in':
      return isIn(left, right)
    case 'not in':
      return !isIn(left, right)
  }
  const order = orderOf(left, right)
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  return operator === '>' ? order > 0 : order >= 0
}

function isIn(item: unknown, list: unknown): boolean {
  if (typeof list === 'string' && typeof item === 'string') return list.includes(item)
  if (isObject(list)) return typeof item === 'string' && Object.hasOwn(list, item)
  if (!Array.isArray(list)) throw new ExpressionFailure('`in` needs a list or a text')
  return list.some((one) => isSameJson(one, item))
}

function calculate(
  operator: string,
  left: unknown,
  right: unknown,
  { spend }: ExpressionValues,
): unknown {
  spend(1)
  if (operator === '+' && typeof left === 'string' && typeof right === 'string') {
    spend(left.length + right.length)
    return left + right
  }
  const [a, b] = [toNumber(left), toNumber(right)]
  if (b === 0 && (operator === '/' || operator === '//' || operator === '%'))
    throw new ExpressionFailure('division by zero')
  const value = arithmetic(operator, a, b)
  if (!Number.isFinite(value)) throw new ExpressionFailure('the number is too large')
  return value
}

function arithmetic(operator: string, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return a / b
    case '//':
      return Math.floor(a / b)
    case '%':
      return a - b * Math.floor(a / b)
    default:
      return a ** b
  }
}
