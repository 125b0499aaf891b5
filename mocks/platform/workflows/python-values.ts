import { isObject, objectIn, ownField } from '../../../contract/json.ts'

/** An expression that cannot be read or evaluated. The message says why. */
export class ExpressionFailure extends Error {
  override readonly name = 'ExpressionFailure'
}

/** The functions and names that an expression can use. */
export type ExpressionValues = {
  /** The value of a name. Throws `ExpressionFailure` for an unknown name. */
  readonly name: (name: string) => unknown
  /** A fraction from 0 up to 1 for `rand` and `randint`. */
  readonly random: () => number
  /** Counts steps and characters. Throws if there are too many. */
  readonly spend: (steps: number) => void
  /** Whether fields, lists, filters and more functions work. `deployed-0.8` has none (F-025). */
  readonly hasExtensions: boolean
}

/** Whether Python treats a value as true. */
export function isTruthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return isObject(value) ? Object.keys(value).length > 0 : Boolean(value)
}

/** A value as Python writes it in a text. */
export function pythonText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return value === null || value === undefined ? 'None' : JSON.stringify(value)
}

/** Converts a number or a boolean to a number. Throws `ExpressionFailure` for other types. */
export function toNumber(value: unknown): number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  throw new ExpressionFailure(`\`${pythonText(value).slice(0, 40)}\` is not a number`)
}

/** Compares two numbers or two texts. Throws `ExpressionFailure` for other pairs. */
export function compareOrdered(left: unknown, right: unknown): number {
  if (typeof left === 'string' && typeof right === 'string')
    return left === right ? 0 : left < right ? -1 : 1
  return toNumber(left) - toNumber(right)
}

type PythonFunction = (args: readonly unknown[], values: ExpressionValues) => unknown

const parseNumber = (value: unknown): number => {
  const number = typeof value === 'string' ? Number(value.trim() || Number.NaN) : toNumber(value)
  if (!Number.isFinite(number))
    throw new ExpressionFailure(`invalid number: \`${pythonText(value).slice(0, 40)}\``)
  return number
}
const lengthOf = (value: unknown): number =>
  typeof value === 'string' || Array.isArray(value)
    ? value.length
    : Object.keys(objectIn(value)).length
const toList = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value
  return typeof value === 'string' ? [...value] : Object.keys(objectIn(value))
}
const functions: Readonly<Record<string, PythonFunction>> = {
  int: ([value]) => Math.trunc(parseNumber(value)),
  float: ([value]) => parseNumber(value),
  str: ([value]) => pythonText(value),
  rand: (_args, { random }) => random(),
  randint: ([from, to], { random }) => {
    const [low, high] = [toNumber(from), toNumber(to)]
    return Math.floor(low + random() * (high - low + 1))
  },
  len: ([value]) => lengthOf(value),
  length: ([value]) => lengthOf(value),
  bool: ([value]) => isTruthy(value),
  abs: ([value]) => Math.abs(toNumber(value)),
  round: ([value, digits]) =>
    Number(parseNumber(value).toFixed(Math.min(12, Math.max(0, Number(digits ?? 0))))),
  min: (args) => minOrMax(args, -1),
  max: (args) => minOrMax(args, 1),
  sum: ([list]) => toList(list).reduce<number>((total, item) => total + toNumber(item), 0),
  upper: ([text]) => pythonText(text).toUpperCase(),
  lower: ([text]) => pythonText(text).toLowerCase(),
  title: ([text]) => pythonText(text).replaceAll(/\b\w/g, (letter) => letter.toUpperCase()),
  capitalize: ([text]) => pythonText(text).replace(/^./, (letter) => letter.toUpperCase()),
  trim: ([text]) => pythonText(text).trim(),
  default: ([value, other]) => (value === null || value === undefined ? (other ?? '') : value),
  join([list, separator], { spend }) {
    const [texts, between] = [toList(list).map(pythonText), pythonText(separator ?? '')]
    spend(texts.reduce((sum, text) => sum + text.length + between.length, 0))
    return texts.join(between)
  },
  replace([text, from, to], { spend }) {
    const parts = pythonText(text).split(pythonText(from) || '\u0000')
    spend(parts.length * pythonText(to).length)
    return parts.join(pythonText(to))
  },
  first: ([list]) => toList(list)[0] ?? null,
  last: ([list]) => toList(list).at(-1) ?? null,
  list: ([list]) => toList(list),
  reverse: ([list]) => toList(list).toReversed(),
  sort: ([list]) => toList(list).toSorted(compareOrdered),
  tojson: ([value]) => JSON.stringify(value ?? null),
  string: ([value]) => pythonText(value),
  safe: ([value]) => value,
  range: ([count]) => Array.from({ length: Math.min(1000, toNumber(count)) }, (_, at) => at),
}

/** The only functions in the profile `deployed-0.8`, which has no filters (F-025). */
const deployedFunctions: ReadonlySet<string> = new Set(['int', 'float', 'str', 'rand', 'randint'])

function minOrMax(args: readonly unknown[], sign: 1 | -1): unknown {
  const list = args.length === 1 ? toList(args[0]) : args
  if (list.length === 0) throw new ExpressionFailure('the list is empty')
  return list.reduce((best, item) => (compareOrdered(item, best) * sign > 0 ? item : best))
}

/** Calls a function or a filter. Throws `ExpressionFailure`. */
export function callFunction(
  name: string,
  args: readonly unknown[],
  values: ExpressionValues,
): unknown {
  const isKnown = values.hasExtensions || deployedFunctions.has(name)
  const call = isKnown ? ownField(functions, name) : undefined
  if (call === undefined) throw new ExpressionFailure(`there is no function \`${name}\``)
  const [first] = args
  values.spend(1 + (typeof first === 'object' || typeof first === 'string' ? lengthOf(first) : 0))
  return call(args, values)
}
