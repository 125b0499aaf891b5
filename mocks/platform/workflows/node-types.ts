import * as z from 'zod/mini'
import { jsonLength, type JsonObject } from '../../../contract/json.ts'
import { durationOfShortType, isShortType } from '../node-kinds.ts'
import {
  fillTemplate,
  fillText,
  type OutputBudget,
  type Scope,
  spendBudget,
  readPath,
} from './template.ts'

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
  readonly scope: Scope
  readonly received: JsonObject
  readonly budget: OutputBudget
}

/** Computes the output of a node, and subtracts its characters from the budget. */
type ComputeOutput = (data: NodeData, from: NodeInput) => JsonObject

const writeDraft: ComputeOutput = ({ prompt, label }, { scope, budget }) => ({
  text: `A draft for: ${fillText(prompt ?? label ?? 'the task', scope, budget)}`,
})

/** The types of nodes that compute an output. A node of any other type passes its inputs through. */
const outputsByType = new Map<string, ComputeOutput>(
  Object.entries<ComputeOutput>({
    start: (_data, { scope }) => scope['inputs'] as JsonObject,
    llm: writeDraft,
    agent: writeDraft,
    template: ({ template }, { scope, budget }) => ({
      text: fillText(template ?? '', scope, budget),
    }),
    condition: (data, from) => ({ result: evaluateCondition(data.condition, from) }),
  }),
)

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
  const own = outputsByType.get(type)?.(data, input) ?? input.received
  if (data.output === null || data.output === undefined) return own
  const filled = fillTemplate(data.output, input.scope, input.budget) as JsonObject
  return type === 'condition' ? { ...filled, ...own } : filled
}

/** Evaluates a condition. A missing condition is true. */
function evaluateCondition(test: NodeData['condition'], { scope, budget }: NodeInput): boolean {
  if (test === null || test === undefined) return true
  const left = readPath(scope, test.field)
  // The comparison reads the whole value, so its length is subtracted from the budget.
  spendBudget(budget, jsonLength(left ?? null, budget.left))
  const right = fillTemplate(test.value, scope, budget)
  switch (test.operator) {
    case 'eq':
      return left === right
    case 'ne':
      return left !== right
    case 'contains':
      return Array.isArray(left) ? left.includes(right) : String(left).includes(String(right))
    case 'gt':
      return compare(left, right) > 0
    case 'gte':
      return compare(left, right) >= 0
    case 'lt':
      return compare(left, right) < 0
    case 'lte':
      return compare(left, right) <= 0
  }
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
