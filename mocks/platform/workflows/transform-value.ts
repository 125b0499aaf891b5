import { isObject, type JsonObject, objectIn, ownField, parseJson } from '../../../contract/json.ts'
import { ownLimits } from '../../../contract/limits.ts'
import { NodeFailure, requireEntry, textIn, toText } from './node-context.ts'

type Transform = (value: unknown, config: JsonObject) => unknown

/** Applies one operation of a transform node. Throws `NodeFailure`. */
export function transformValue(value: unknown, operation: JsonObject): unknown {
  const transform = requireEntry(transforms, 'transform', textIn(operation, 'type'))
  return transform(value, objectIn(operation['config']))
}

const transforms: Readonly<Record<string, Transform>> = {
  json_path(value, config) {
    const path = textIn(config, 'path')
    const steps = [...path.matchAll(/\.(\w+)|\[(\*|\d+)\]/g)]
    if (!path.startsWith('$')) throw new NodeFailure(`Invalid JSON path: ${path}`)
    const start = typeof value === 'string' ? parseJson(value, value) : value
    const isList = steps.some(([, , index]) => index === '*')
    const found = steps.reduce<unknown[]>(
      (values, [, name, index]) => values.flatMap((one) => childrenOf(one, name, index)),
      [start],
    )
    return isList ? found : (found[0] ?? null)
  },
  type_cast: (value, config) =>
    requireEntry(casts, 'target type', textIn(config, 'target_type'))(value),
  format: (value, config) =>
    joinBounded(textIn(config, 'template').split('{value}'), toText(value)),
  regex_extract(value, config) {
    const group = Number(config['group'] ?? 0)
    return safePattern(textIn(config, 'pattern'), toText(value))?.[group] ?? null
  },
  string_op(value, config) {
    const change = requireEntry(textOperations, 'text operation', textIn(config, 'operation'))
    return change(value, objectIn(config['args']))
  },
  math_op(value, config) {
    const calculate = requireEntry(numberOperations, 'calculation', textIn(config, 'operation'))
    const result = calculate(numberOf(value), numberOf(config['operand'] ?? 0))
    if (!Number.isFinite(result)) throw new NodeFailure('Division by zero')
    return result
  },
}

function childrenOf(
  value: unknown,
  name: string | undefined,
  index: string | undefined,
): unknown[] {
  if (name !== undefined) {
    const child = isObject(value) ? ownField(value, name) : undefined
    return child === undefined ? [] : [child]
  }
  if (!Array.isArray(value)) return []
  return index === '*' ? (value as unknown[]) : value.slice(Number(index), Number(index) + 1)
}

function numberOf(value: unknown): number {
  const isEmpty = typeof value === 'string' && value.trim() === ''
  const number = isEmpty || typeof value === 'object' ? Number.NaN : Number(value)
  if (!Number.isFinite(number))
    throw new NodeFailure(`Cannot read \`${toText(value).slice(0, 40)}\` as a number`)
  return number
}

const casts: Readonly<Record<string, (value: unknown) => unknown>> = {
  string: toText,
  integer: (value) => Math.trunc(numberOf(value)),
  float: numberOf,
  boolean: (value) =>
    typeof value === 'string' ? ['true', '1', 'yes'].includes(value.toLowerCase()) : Boolean(value),
  json(value) {
    const parsed = typeof value === 'string' ? parseJson(value) : value
    if (parsed === undefined) throw new NodeFailure('The value is not JSON')
    return parsed
  },
}

const textOperations: Readonly<Record<string, Transform>> = {
  upper: (value) => toText(value).toUpperCase(),
  lower: (value) => toText(value).toLowerCase(),
  strip: (value) => toText(value).trim(),
  split: (value, args) => toText(value).split(textIn(args, 'separator') || ' '),
  join: (value, args) =>
    joinBounded((Array.isArray(value) ? value : [value]).map(toText), textIn(args, 'separator')),
  replace(value, args) {
    const old = textIn(args, 'old')
    return old === '' ? toText(value) : joinBounded(toText(value).split(old), textIn(args, 'new'))
  },
}

const numberOperations: Readonly<Record<string, (value: number, operand: number) => number>> = {
  add: (value, operand) => value + operand,
  subtract: (value, operand) => value - operand,
  multiply: (value, operand) => value * operand,
  divide: (value, operand) => value / operand,
  modulo: (value, operand) => value - operand * Math.floor(value / operand),
  round: (value, operand) => Number(value.toFixed(Math.min(12, Math.max(0, operand)))),
  abs: (value) => Math.abs(value),
}

const maxPattern = 100
/** The maximum length of a text, by the number of repetitions and alternatives in the pattern. */
const maxMatchedText = [64_000, 5000, 500, 150, 75]

/** Matches a user's pattern. The worst case is limited, because a nested repetition could take hours. */
function safePattern(pattern: string, text: string): RegExpExecArray | null {
  const most = maxMatchedText[pattern.match(/[*+?{|]/g)?.length ?? 0]
  if (pattern.length > maxPattern || most === undefined || /\)[*+?{]|\\\d/.test(pattern))
    throw new NodeFailure('The fake does not match this pattern: it has too many repetitions')
  if (text.length > most)
    throw new NodeFailure(`The fake matches this pattern in at most ${most} characters`)
  try {
    return new RegExp(pattern, 'u').exec(text)
  } catch {
    throw new NodeFailure(`Invalid pattern: ${pattern}`)
  }
}

/** Joins texts with a separator. Throws `NodeFailure` if the result would be too large. */
function joinBounded(parts: readonly string[], between: string): string {
  const length = parts.reduce((sum, part) => sum + part.length + between.length, 0)
  if (length > ownLimits.nodeOutput * 2) throw new NodeFailure('The text is too large')
  return parts.join(between)
}
