import * as z from 'zod/mini'
import { jsonLength } from '../../../contract/json.ts'
import {
  fillTemplate,
  fillText,
  type OutputBudget,
  type Scope,
  spendBudget,
  readPath,
} from './template.ts'

type Output = Readonly<Record<string, unknown>>

const condition = z.object({
  /** A path, such as `inputs.amount`. */
  field: z.string(),
  operator: z.enum(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains']),
  value: z.unknown(),
})

/** What the player reads in the `data` of a node; the rest belongs to the editor. */
export const nodeData = z.looseObject({
  label: z.nullish(z.string()),
  /** How long the node takes, in milliseconds; the default is that of its type. */
  duration_ms: z.nullish(z.int().check(z.gte(0))),
  /** What it puts out, as a template. */
  output: z.nullish(z.record(z.string(), z.unknown())),
  condition: z.nullish(condition),
  prompt: z.nullish(z.string()),
  template: z.nullish(z.string()),
  message: z.nullish(z.string()),
})

export type NodeData = z.infer<typeof nodeData>

/** What an output is made from, and how large it may become. */
export type NodeInput = {
  readonly scope: Scope
  readonly received: Output
  readonly budget: OutputBudget
}

/** What a node of a type does, unless its data says otherwise. */
export type NodeType = {
  /** Milliseconds. */
  readonly takes: number
  /** What it puts out, from its data and what it was given, within a room of characters. */
  readonly output: (data: NodeData, from: NodeInput) => Output
}

const passThrough: NodeType['output'] = (_data, { received: given }) => given
const writeDraft: NodeType['output'] = ({ prompt, label }, { scope, budget: room }) => ({
  text: `A draft for: ${fillText(prompt ?? label ?? 'the task', scope, room)}`,
})

/** The types of nodes that are played in their own way; every other one passes on what it got. */
const nodeTypes = new Map<string, NodeType>(
  Object.entries({
    start: { takes: 0, output: (_data, { scope }) => scope['inputs'] as Output },
    end: { takes: 0, output: passThrough },
    llm: { takes: 1800, output: writeDraft },
    agent: { takes: 3200, output: writeDraft },
    retrieval: { takes: 350, output: passThrough },
    connector: { takes: 600, output: passThrough },
    http: { takes: 450, output: passThrough },
    delay: { takes: 1000, output: passThrough },
    template: {
      takes: 20,
      output: ({ template }, { scope, budget: room }) => ({
        text: fillText(template ?? '', scope, room),
      }),
    },
    condition: {
      takes: 10,
      output: ({ condition: asked }, from) => ({ result: evaluateCondition(asked, from) }),
    },
    /** Fails, with the message in its data. */
    fail: { takes: 200, output: passThrough },
  }),
)

const otherType: NodeType = { takes: 500, output: passThrough }

export const isKnownType = (type: string) => nodeTypes.has(type)
export const nodeType = (type: string): NodeType => nodeTypes.get(type) ?? otherType

/**
 * The output of a node: that of its data, else that of its type. Conditions always say their result.
 * Throws `OutputTooLarge`.
 */
export function outputOf(type: string, data: NodeData, from: NodeInput): Output {
  const own = nodeType(type).output(data, from)
  if (data.output === null || data.output === undefined) return own
  const filled = fillTemplate(data.output, from.scope, from.budget) as Output
  return type === 'condition' ? { ...filled, ...own } : filled
}

/** A condition that says nothing holds. */
function evaluateCondition(
  asked: NodeData['condition'],
  { scope, budget: room }: NodeInput,
): boolean {
  if (asked === null || asked === undefined) return true
  const left = readPath(scope, asked.field)
  // A comparison reads all of it, which costs as much as to write it.
  spendBudget(room, jsonLength(left ?? null, room.left))
  const right = fillTemplate(asked.value, scope, room)
  switch (asked.operator) {
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

/** Numbers by size, texts by their letters; what can't be compared is neither more nor less. */
function compare(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left !== 'string' || typeof right !== 'string') return Number.NaN
  if (left === right) return 0
  return left < right ? -1 : 1
}
