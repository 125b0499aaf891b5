import { isObject, jsonLength, mapFields } from '../../../contract/json.ts'
import { ownLimits } from '../../../contract/limits.ts'

/** The values that placeholders can refer to: `inputs`, and the output of each node by its id. */
export type Scope = Readonly<Record<string, unknown>>

/** The number of characters that may still be written. A template is measured before it is filled. */
export type OutputBudget = { left: number }

/** Thrown when an output would exceed its budget of characters. */
export class OutputTooLarge extends Error {
  override readonly name = 'OutputTooLarge'
}

/** One shared error object: a run may have hundreds of nodes, and each stack trace costs more than a node. */
const outputTooLarge = new OutputTooLarge()

/** Says whether the outputs of a whole run are too large, or the output of one node. */
export const describeTooLarge = (isRun: boolean): string =>
  isRun
    ? 'The outputs of the run are too large in total.'
    : `The output of the node is too large: the maximum is ${ownLimits.nodeOutput} characters.`

/** Subtracts characters from a budget. If too few are left, sets -1 and throws `OutputTooLarge`. */
export function spendBudget(budget: OutputBudget, characters: number): void {
  budget.left = Math.max(-1, budget.left - characters)
  if (budget.left < 0) throw outputTooLarge
}

const placeholder = /\{\{([^{}]+)\}\}/g
const singlePlaceholder = /^\{\{([^{}]+)\}\}$/

/**
 * Fills the placeholders in a value: `{{inputs.amount}}`, `{{lookup.total}}`. A text that consists
 * of one placeholder becomes the value itself, of any type, or null if the path does not exist.
 * Throws `OutputTooLarge`, before anything is written, if the budget is too small.
 */
export function fillTemplate(value: unknown, scope: Scope, budget: OutputBudget): unknown {
  if (typeof value === 'string') return fillTextValue(value, scope, budget)
  spendBudget(budget, 1)
  if (Array.isArray(value)) return value.map((item) => fillTemplate(item, scope, budget))
  if (!isObject(value)) return value
  return mapFields(value, (item, key) => {
    spendBudget(budget, key.length)
    return fillTemplate(item, scope, budget)
  })
}

function fillTextValue(text: string, scope: Scope, budget: OutputBudget): unknown {
  const [, only] = singlePlaceholder.exec(text) ?? []
  if (only === undefined) return fillText(text, scope, budget)
  const value = readPath(scope, only.trim()) ?? null
  spendBudget(budget, jsonLength(value, budget.left))
  return value
}

/** Fills the placeholders in a text; objects are written as JSON. Throws `OutputTooLarge`. */
export function fillText(text: string, scope: Scope, budget: OutputBudget): string {
  let literal = text.length
  for (const [written, path = ''] of text.matchAll(placeholder)) {
    literal -= written.length
    const value = readPath(scope, path.trim()) ?? ''
    spendBudget(
      budget,
      typeof value === 'object' ? jsonLength(value, budget.left) : String(value).length,
    )
  }
  spendBudget(budget, literal)
  return text.replaceAll(placeholder, (_written, path: string) => {
    const value = readPath(scope, path.trim()) ?? ''
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  })
}

/** Reads a dotted path, through own properties only. */
export const readPath = (scope: Scope, path: string): unknown => valueWithin(scope, path.split('.'))

/** Reads the field at the end of a path of field names, through own properties only. */
export function valueWithin(value: unknown, path: readonly string[]): unknown {
  let inner = value
  for (const part of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, part)) return undefined
    inner = (inner as Scope)[part]
  }
  return inner
}
