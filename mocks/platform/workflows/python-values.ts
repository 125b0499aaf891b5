import { isObject } from '../../../contract/json.ts'

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
  /** Whether fields, lists, filters and further functions work. The known deployment has none of them (F-025). */
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

/** A number or a boolean as a number. Throws `ExpressionFailure` for other types. */
export function toNumber(value: unknown): number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  throw new ExpressionFailure(`\`${pythonText(value).slice(0, 40)}\` is not a number`)
}

/** Compares two numbers or two texts. Throws `ExpressionFailure` for other pairs. */
export function orderOf(left: unknown, right: unknown): number {
  if (typeof left === 'string' && typeof right === 'string')
    return left === right ? 0 : left < right ? -1 : 1
  return toNumber(left) - toNumber(right)
}

type Call = (args: readonly unknown[], values: ExpressionValues) => unknown

const parsedNumber = (value: unknown): number => {
  const number = typeof value === 'string' ? Number(value.trim() || Number.NaN) : toNumber(value)
  if (!Number.isFinite(number))
    throw new ExpressionFailure(`invalid number: \`${pythonText(value).slice(0, 40)}\``)
  return number
}
const lengthOf = (value: unknown): number =>
  typeof value === 'string' || Array.isArray(value)
    ? value.length
    : Object.keys(isObject(value) ? value : {}).length
const listOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value
  return typeof value === 'string' ? [...value] : Object.keys(isObject(value) ? value : {})
}
const withDigits = (value: unknown, digits: unknown) =>
  Number(parsedNumber(value).toFixed(Math.min(12, Math.max(0, Number(digits ?? 0)))))

const basicFunctions = new Map<string, Call>(
  Object.entries<Call>({
    int: ([value]) => Math.trunc(parsedNumber(value)),
    float: ([value]) => parsedNumber(value),
    str: ([value]) => pythonText(value),
    rand: (_args, { random }) => random(),
    randint: ([from, to], { random }) => {
      const [low, high] = [toNumber(from), toNumber(to)]
      return Math.floor(low + random() * (high - low + 1))
    },
  }),
)

/** Functions and filters that the known deployment lacks. */
const extensionFunctions = new Map<string, Call>(
  Object.entries<Call>({
    len: ([value]) => lengthOf(value),
    length: ([value]) => lengthOf(value),
    bool: ([value]) => isTruthy(value),
    abs: ([value]) => Math.abs(toNumber(value)),
    round: ([value, digits]) => withDigits(value, digits),
    min: (args) => extreme(args, -1),
    max: (args) => extreme(args, 1),
    sum: ([list]) => listOf(list).reduce<number>((total, item) => total + toNumber(item), 0),
    upper: ([text]) => pythonText(text).toUpperCase(),
    lower: ([text]) => pythonText(text).toLowerCase(),
    title: ([text]) => pythonText(text).replaceAll(/\b\w/g, (letter) => letter.toUpperCase()),
    capitalize: ([text]) => pythonText(text).replace(/^./, (letter) => letter.toUpperCase()),
    trim: ([text]) => pythonText(text).trim(),
    default: ([value, other]) => (value === null || value === undefined ? (other ?? '') : value),
    join([list, separator], { spend }) {
      const [texts, between] = [listOf(list).map(pythonText), pythonText(separator ?? '')]
      spend(texts.reduce((sum, text) => sum + text.length + between.length, 0))
      return texts.join(between)
    },
    replace([text, from, to], { spend }) {
      const parts = pythonText(text).split(pythonText(from) || '\u0000')
      spend(parts.length * pythonText(to).length)
      return parts.join(pythonText(to))
    },
    first: ([list]) => listOf(list)[0] ?? null,
    last: ([list]) => listOf(list).at(-1) ?? null,
    list: ([list]) => listOf(list),
    reverse: ([list]) => listOf(list).toReversed(),
    sort: ([list]) => listOf(list).toSorted(orderOf),
    tojson: ([value]) => JSON.stringify(value ?? null),
    string: ([value]) => pythonText(value),
    safe: ([value]) => value,
    range: ([count]) => Array.from({ length: Math.min(1000, toNumber(count)) }, (_, at) => at),
  }),
)

function extreme(args: readonly unknown[], sign: 1 | -1): unknown {
  const list = args.length === 1 ? listOf(args[0]) : args
  if (list.length === 0) throw new ExpressionFailure('the list is empty')
  return list.reduce((best, item) => (orderOf(item, best) * sign > 0 ? item : best))
}

/** Calls a function or a filter. Throws `ExpressionFailure`. */
export function callFunction(
  name: string,
  args: readonly unknown[],
  values: ExpressionValues,
): unknown {
  const call =
    basicFunctions.get(name) ?? (values.hasExtensions ? extensionFunctions.get(name) : undefined)
  if (call === undefined) throw new ExpressionFailure(`there is no function \`${name}\``)
  const [first] = args
  values.spend(1 + (typeof first === 'object' || typeof first === 'string' ? lengthOf(first) : 0))
  return call(args, values)
}
