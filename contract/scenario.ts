import * as z from 'zod/mini'
import { streamFault } from './fault.ts'

const text = z.string().check(z.minLength(1))
/** Milliseconds; a file may write `800ms` or `1.5s`. */
const duration = z.number().check(z.nonnegative())
const json = z.record(z.string(), z.unknown())

const call = z.strictObject({
  tool: text,
  input: z.optional(json),
  reasoning: z.optional(text),
  takes: z.optional(duration),
  observation: z.optional(text),
  /** What the tool failed with; the turn goes on. */
  error: z.optional(text),
})

const planStep = z.strictObject({
  id: text,
  task: text,
  after: z.optional(z.array(text)),
  takes: z.optional(duration),
  thinking: z.optional(text),
  calls: z.optional(z.array(call)),
  result: text,
  status: z.optional(z.enum(['completed', 'failed', 'skipped'])),
})

/** What can stand anywhere in a script. */
const simpleLines = [
  z.strictObject({ pause: duration }),
  z.strictObject({ think: text }),
  z.strictObject({ call }),
  /** Calls that run side by side: all starts first, then all ends. */
  z.strictObject({ calls: z.array(call).check(z.minLength(2)) }),
  z.strictObject({
    compact: z.strictObject({ original_messages: z.int(), kept_messages: z.int() }),
  }),
  z.strictObject({ answer: text }),
] as const
const simpleLine = z.union(simpleLines)
const branch = z.optional(z.array(simpleLine).check(z.minLength(1)))

/** One line of a script; the player expands it into beats. */
const line = z.union([
  ...simpleLines,
  /** A call that waits for a decision; refused, the lines of that branch take the place of the rest. */
  z.strictObject({
    approval: z.strictObject({ call, rejected: branch, expired: branch }),
  }),
  /** One round of a plan: planning, executing with steps side by side, analyzing. */
  z.strictObject({
    plan: z.strictObject({
      steps: z.array(planStep).check(z.minLength(1)),
      achieved: z.boolean(),
      confidence: z.number().check(z.gte(0), z.lte(1)),
      reasoning: text,
    }),
  }),
  z.strictObject({ replan: text }),
])

const anyOf = <T extends z.core.$ZodType>(one: T) => z.union([one, z.array(one)])

/** A script of beats that the fake plays as one stream. */
export const scenario = z.strictObject({
  name: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
  about: z.optional(text),
  match: z.strictObject({
    /** Where it plays; `auto` reaches both after its routing. */
    endpoint: anyOf(z.enum(['react', 'dag'])),
    /** Any of these, case-insensitive; `/…/` is a regular expression. */
    query: anyOf(text),
    /** The agent's name, where only that agent says so. */
    agent: z.optional(text),
  }),
  /** How the answer is typed: words in a delta, and ms between deltas. */
  pace: z.optional(z.strictObject({ words: z.int().check(z.gte(1)), every: duration })),
  script: z.array(line).check(z.minLength(1)),
  /** What becomes of the stream of whoever asked; the turn goes on, and a resume gives all of it. */
  fault: z.optional(streamFault),
  /** What is told at the next line once a text is injected; it stands in the place `{{inject}}`. */
  on_inject: branch,
  suggestions: z.optional(z.array(text)),
  title: z.optional(text),
  usage: z.optional(
    z.strictObject({
      prompt_tokens: z.int(),
      completion_tokens: z.int(),
      cache_read_tokens: z.optional(z.int()),
    }),
  ),
})

export type Scenario = z.infer<typeof scenario>
export type ScriptLine = z.infer<typeof line>
export type SimpleLine = z.infer<typeof simpleLine>
export type ScriptCall = z.infer<typeof call>
export type ApprovalLine = Extract<ScriptLine, { approval: unknown }>['approval']
export type PlanLine = Extract<ScriptLine, { plan: unknown }>['plan']
