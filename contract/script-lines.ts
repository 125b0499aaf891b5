import * as z from 'zod/mini'
import { duration } from './duration.ts'

const text = z.string().check(z.minLength(1))
const json = z.record(z.string(), z.unknown())

/** How text is typed: so many units in a delta, and how long until the next. */
export const pace = z.strictObject({
  by: z.optional(z.enum(['character', 'word', 'token', 'sentence'])),
  /** Units in one delta. */
  size: z.optional(z.int().check(z.gte(1))),
  /** From one delta to the next. */
  every: z.optional(duration),
  /** Units a second, instead of `every`. */
  rate: z.optional(z.number().check(z.positive())),
  /** By how much a pause may differ, as a part of it: 0.3 is up to 30 percent more or less. */
  jitter: z.optional(z.number().check(z.gte(0), z.lte(1))),
  /** Longer pauses behind what ends something. */
  pauses: z.optional(
    z.strictObject({
      comma: z.optional(duration),
      sentence: z.optional(duration),
      paragraph: z.optional(duration),
    }),
  ),
})

export const call = z.strictObject({
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

/** A text, alone or with a pace of its own. */
const typed = z.union([text, z.strictObject({ text, pace })])

/** One event as it is, by its name. */
const event = z
  .record(z.string(), z.unknown())
  .check(
    z.refine(
      (given) => Object.keys(given).length === 1,
      'Send one event a line, as `send: { phase: … }`',
    ),
  )

/** What can stand anywhere in a script. */
const simpleLines = [
  z.strictObject({ pause: duration }),
  z.strictObject({ think: typed }),
  z.strictObject({ call }),
  /** Calls that run side by side: all starts first, then all ends. */
  z.strictObject({ calls: z.array(call).check(z.minLength(2)) }),
  z.strictObject({
    compact: z.strictObject({ original_messages: z.int(), kept_messages: z.int() }),
  }),
  z.strictObject({ answer: typed }),
  /** An event of the contract that no other line makes; its payload is checked. */
  z.strictObject({ send: event }),
  /** An event that the platform could not send: any name, any payload. */
  z.strictObject({ violate: event }),
] as const

export const simpleLine = z.union(simpleLines)
const branch = z.optional(z.array(simpleLine).check(z.minLength(1)))

/** One line of a script; the player expands it into beats. */
export const line = z.union([
  ...simpleLines,
  /** A call that waits for a decision; the lines of `rejected` and `expired` take the place of the rest. */
  z.strictObject({
    approval: z.strictObject({ call, approved: branch, rejected: branch, expired: branch }),
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

export type Pace = z.infer<typeof pace>
export type ScriptLine = z.infer<typeof line>
export type SimpleLine = z.infer<typeof simpleLine>
export type TypedText = z.infer<typeof typed>
export type ScriptCall = z.infer<typeof call>
export type ApprovalLine = Extract<ScriptLine, { approval: unknown }>['approval']
export type PlanLine = Extract<ScriptLine, { plan: unknown }>['plan']
