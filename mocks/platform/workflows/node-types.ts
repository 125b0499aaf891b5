import * as z from 'zod/mini'
import { jsonLength, type JsonObject } from '../../../contract/json.ts'
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

type NodeType = {
  readonly durationMs: number
  /** Computes the output, and subtracts its characters from the budget. */
  readonly output: (data: NodeData, from: NodeInput) => JsonObject
}

const passThrough: NodeType['output'] = (_data, { received }) => received
const writeDraft: NodeType['output'] = ({ prompt, label }, { scope, budget }) => ({
  text: `A draft for: ${fillText(prompt ?? label ?? 'the task', scope, budget)}`,
})

/** The known types of nodes. A node of any other type passes its inputs through. */
const nodeTypes = new Map<string, NodeType>(
  Object.entries({
    start: { durationMs: 0, output: (_data, { scope }) => scope['inputs'] as JsonObject },
    end: { durationMs: 0, output: passThrough },
    llm: { durationMs: 1800, output: writeDraft },
    agent: { durationMs: 3200, output: writeDraft },
    retrieval: { durationMs: 350, output: passThrough },
    connector: { durationMs: 600, output: passThrough },
    http: { durationMs: 450, output: passThrough },
    delay: { durationMs: 1000, output: passThrough },
    template: {
      durationMs: 20,
      output: ({ template }, { scope, budget }) => ({
        text: fillText(template ?? '', scope, budget),
      }),
    },
    condition: {
      durationMs: 10,
      output: (data, from) => ({ result: evaluateCondition(data.condition, from) }),
    },
    /** Always fails, with the message in its data. */
    fail: { durationMs: 200, output: passThrough },
  }),
)

const unknownNodeType: NodeType = { durationMs: 500, output: passThrough }

export const isKnownType = (type: string) => nodeTypes.has(type)
export const nodeType = (type: string): NodeType => nodeTypes.get(type) ?? unknownNodeType

/**
 * The output of a node: the template in its data, else the default of its type. The output of a
 * condition always contains its `result`. Throws `OutputTooLarge`.
 */
export function computeNodeOutput(type: string, data: NodeData, input: NodeInput): JsonObject {
  const own = nodeType(type).output(data, input)
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
