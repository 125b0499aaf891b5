import * as z from 'zod/mini'
import { jsonLength, type JsonObject, ownField } from '../../../contract/json.ts'
import { durationOfShortType, isShortType } from '../node-kinds.ts'
import { fillText, fillValue, type Placeholders, spendBudget } from './template.ts'

const conditionSchema = z.object({
  /** A path, such as `inputs.amount`. */
  field: z.string(),
  operator: z.enum(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains']),
  value: z.unknown(),
})

/** The fields of a node's `data` that a run reads. Other fields belong to the editor. */
export const nodeDataSchema = z.looseObject({
  label: z.nullish(z.string()),
  /** The duration in script milliseconds. The default depends on the type of the node. */
  duration_ms: z.nullish(z.int().check(z.gte(0))),
  /** In a start node: the default values of inputs. */
  inputs: z.nullish(z.record(z.string(), z.unknown())),
  /** The template of the output. */
  output: z.nullish(z.record(z.string(), z.unknown())),
  condition: z.nullish(conditionSchema),
  prompt: z.nullish(z.string()),
  template: z.nullish(z.string()),
  message: z.nullish(z.string()),
})

export type NodeData = z.infer<typeof nodeDataSchema>

type NodeInput = {
  /** The merged outputs of the nodes before this one. */
  readonly received: JsonObject
  readonly placeholders: Placeholders
}

/** Computes the output of a node, and subtracts its characters from the budget. */
type ComputeOutput = (data: NodeData, from: NodeInput) => JsonObject

const writeDraft: ComputeOutput = ({ prompt, label }, { placeholders }) => ({
  text: `A draft for: ${fillText(prompt ?? label ?? 'the task', placeholders)}`,
})

/** The types of nodes that compute an output. A node of any other type passes its inputs through. */
const outputsByType: Readonly<Record<string, ComputeOutput>> = {
  start: (_data, { placeholders }) => placeholders.valueOf('inputs') as JsonObject,
  llm: writeDraft,
  agent: writeDraft,
  template: ({ template }, { placeholders }) => ({ text: fillText(template ?? '', placeholders) }),
  condition: ({ condition }, { placeholders }) => ({
    result: evaluateCondition(condition, placeholders),
  }),
}

/** The types that the editor does not have, with their durations. `fail` always fails. */
const ownDurations = new Map([
  ['delay', 1000],
  ['fail', 200],
])

export const isKnownType = (type: string) => ownDurations.has(type) || isShortType(type)

/** The default duration of a node, in script milliseconds. */
export const defaultDuration = (type: string): number =>
  ownDurations.get(type) ?? durationOfShortType(type)

/**
 * The output of a node: the template in its data, else the default of its type. The output of a
 * condition always contains its `result`. Throws `OutputTooLarge`.
 */
export function computeNodeOutput(type: string, data: NodeData, input: NodeInput): JsonObject {
  const own = ownField(outputsByType, type)?.(data, input) ?? input.received
  if (data.output === null || data.output === undefined) return own
  const filled = fillValue(data.output, input.placeholders) as JsonObject
  return type === 'condition' ? { ...filled, ...own } : filled
}

/** Evaluates a condition. A missing condition is true. */
function evaluateCondition(test: NodeData['condition'], placeholders: Placeholders): boolean {
  if (test === null || test === undefined) return true
  const { budget, valueOf } = placeholders
  const left = valueOf(test.field)
  // The comparison reads the whole value, so its length is subtracted from the budget.
  spendBudget(budget, jsonLength(left ?? null, budget.left))
  return operators[test.operator](left, fillValue(test.value, placeholders))
}

type Operator = z.infer<typeof conditionSchema>['operator']

const operators: Readonly<Record<Operator, (left: unknown, right: unknown) => boolean>> = {
  eq: (left, right) => left === right,
  ne: (left, right) => left !== right,
  gt: (left, right) => compare(left, right) > 0,
  gte: (left, right) => compare(left, right) >= 0,
  lt: (left, right) => compare(left, right) < 0,
  lte: (left, right) => compare(left, right) <= 0,
  contains: (left, right) =>
    Array.isArray(left) ? left.includes(right) : String(left).includes(String(right)),
}

/**
 * Compares two numbers or two texts. Other pairs return `NaN`, which is neither less nor greater.
 */
function compare(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left !== 'string' || typeof right !== 'string') return Number.NaN
  if (left === right) return 0
  return left < right ? -1 : 1
}
