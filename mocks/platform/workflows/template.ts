import { isObject, jsonLength, type JsonObject, mapFields } from '../../../contract/json.ts'
import { ownLimits } from '../../../contract/limits.ts'

/** The number of characters that may still be written. A value is measured before it is written. */
export type OutputBudget = {
  left: number
  /**
   * Whether the budget is smaller than that of a single run, because other runs of a batch used it
   * up.
   */
  readonly isCutByBatch?: boolean
}

/** Thrown when an output would exceed its budget of characters. */
export class OutputTooLarge extends Error {
  override readonly name = 'OutputTooLarge'
}

/**
 * One shared error object: a run may have hundreds of nodes, and each stack trace costs more than a
 * node.
 */
const outputTooLarge = new OutputTooLarge()

/** Says whether the outputs of a whole batch or run are too large, or the output of one node. */
export const describeTooLarge = ({ left, isCutByBatch = false }: OutputBudget): string =>
  left < 0
    ? `The outputs of the ${isCutByBatch ? 'batch' : 'run'} are too large in total.`
    : `The output of the node is too large: the maximum is ${ownLimits.nodeOutput} characters.`

/** Subtracts characters from a budget. If too few are left, sets -1 and throws `OutputTooLarge`. */
export function spendBudget(budget: OutputBudget, characters: number): void {
  budget.left = Math.max(-1, budget.left - characters)
  if (budget.left < 0) throw outputTooLarge
}

/** How the placeholders in the data of nodes are written, and what they refer to. */
export type Placeholders = {
  readonly pattern: RegExp
  /**
   * Matches a text that consists of one placeholder. The value, of any type, replaces such a text.
   */
  readonly wholePattern?: RegExp
  /** The value of a placeholder; `undefined` or null if there is none. */
  readonly valueOf: (name: string) => unknown
  /** Whether a placeholder without a value stays in its text, instead of becoming empty or null. */
  readonly keepsUnknown: boolean
  /** The number of characters that may still be read and written. */
  readonly budget: OutputBudget
}

/** Matches any placeholder, such as `{{inputs.amount}}`. */
export const anyPlaceholder = /\{\{([^{}]+)\}\}/g

/** Fills the placeholders in all texts of a value. Throws `OutputTooLarge`. */
export function fillValue(value: unknown, placeholders: Placeholders): unknown {
  if (typeof value === 'string') {
    const whole = wholeValue(value, placeholders)
    return whole === undefined ? fillText(value, placeholders) : whole
  }
  spendBudget(placeholders.budget, 1)
  if (Array.isArray(value)) return value.map((item) => fillValue(item, placeholders))
  return isObject(value) ? mapFields(value, (item) => fillValue(item, placeholders)) : value
}

/** The value of a text that consists of one placeholder; `undefined` for any other text. */
export function wholeValue(text: string, placeholders: Placeholders): unknown {
  const { wholePattern, valueOf, keepsUnknown, budget } = placeholders
  const [, only] = wholePattern?.exec(text) ?? []
  if (only === undefined) return undefined
  const value = valueOf(only.trim()) ?? (keepsUnknown ? undefined : null)
  if (value !== undefined) spendBudget(budget, jsonLength(value, budget.left))
  return value
}

/**
 * Fills the placeholders in a text. Values that are no texts are written as JSON. Throws
 * `OutputTooLarge` before it writes a value for which the budget is too small.
 */
export function fillText(
  text: string,
  { pattern, valueOf, keepsUnknown, budget }: Placeholders,
): string {
  let end = 0
  const filled = text.replaceAll(pattern, (written, name: string, index: number) => {
    end = index + written.length
    const value = valueOf(name.trim()) ?? null
    if (value === null) return keepsUnknown ? written : ''
    const isText = typeof value === 'string'
    spendBudget(budget, isText ? value.length : jsonLength(value, budget.left))
    return isText ? value : JSON.stringify(value)
  })
  spendBudget(budget, text.length - end)
  return filled
}

/** Reads the field at the end of a path of field names, through own properties only. */
export function valueWithin(value: unknown, path: readonly string[]): unknown {
  let inner = value
  for (const part of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, part)) return undefined
    inner = (inner as JsonObject)[part]
  }
  return inner
}
