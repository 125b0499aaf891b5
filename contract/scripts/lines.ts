import * as z from 'zod/mini'
import { duration } from '../duration.ts'

const text = z.string().check(z.minLength(1))
const json = z.record(z.string(), z.unknown())

/** How text is split into deltas, and the time between them. */
export const pace = z.strictObject({
  by: z.optional(
    z
      .enum(['character', 'word', 'token', 'sentence'])
      .check(z.describe('The unit that text comes in.')),
  ),
  size: z.optional(
    z.int().check(z.gte(1), z.describe('Units in one delta: 3 words, or 1 of another unit.')),
  ),
  every: z.optional(
    duration.check(
      z.describe('From one delta to the next: 22ms, 8ms by character, 400ms by sentence.'),
    ),
  ),
  rate: z.optional(
    z.number().check(z.positive(), z.describe('Units a second, instead of `every`.')),
  ),
  jitter: z.optional(
    z
      .number()
      .check(
        z.gte(0),
        z.lte(1),
        z.describe(
          'By how much a pause may differ, as a part of it: 0.3 is up to 30 percent more or less.',
        ),
      ),
  ),
  pauses: z.optional(
    z
      .strictObject({
        comma: z.optional(duration),
        sentence: z.optional(duration),
        paragraph: z.optional(duration),
      })
      .check(z.describe('Pauses behind what ends something, besides; it ends its delta.')),
  ),
})

const call = z.strictObject({
  tool: text.check(z.describe('The name of the tool.')),
  input: z.optional(json.check(z.describe('What it is called with.'))),
  reasoning: z.optional(text.check(z.describe('Why it is called.'))),
  takes: z.optional(duration.check(z.describe('How long it takes: `800ms`, `1.5s`.'))),
  observation: z.optional(text.check(z.describe('What it returned, as text.'))),
  error: z.optional(text.check(z.describe('What the tool failed with; the turn goes on.'))),
})

const planStep = z.strictObject({
  id: text.check(z.describe('What `after` of other steps calls it.')),
  task: text.check(z.describe('What is to be done.')),
  after: z.optional(
    z.array(text).check(z.describe('Steps that it waits for; they stand above it.')),
  ),
  takes: z.optional(
    duration.check(z.describe('How long it takes, its calls included; longer where they do.')),
  ),
  thinking: z.optional(text),
  calls: z.optional(z.array(call)),
  result: text.check(z.describe('What came of it.')),
  status: z.optional(z.enum(['completed', 'failed', 'skipped'])),
})

/** Text, optionally with its own pace. */
const typed = z.union([text, z.strictObject({ text, pace })])

/** One event: its name and payload. */
const event = z
  .record(z.string(), z.unknown())
  .check(
    z.refine(
      (given) => Object.keys(given).length === 1,
      'Send one event a line, as `send: { phase: … }`',
    ),
  )

/** Lines that are allowed anywhere in a script. */
const simpleLines = [
  z.strictObject({ pause: duration.check(z.describe('Nothing, for so long.')) }),
  z.strictObject({ think: typed.check(z.describe('Thinking, in deltas.')) }),
  z.strictObject({ call: call.check(z.describe('A tool call.')) }),
  z.strictObject({
    calls: z
      .array(call)
      .check(
        z.minLength(2),
        z.describe('Calls that run side by side: all starts first, then all ends.'),
      ),
  }),
  z.strictObject({
    compact: z
      .strictObject({ original_messages: z.int(), kept_messages: z.int() })
      .check(z.describe('The history was compacted before the next answer.')),
  }),
  z.strictObject({
    answer: typed.check(z.describe('The answer in Markdown; several lines make one answer.')),
  }),
  z.strictObject({
    send: event.check(
      z.describe('An event of the contract that no other line makes; its payload is checked.'),
    ),
  }),
  z.strictObject({
    violate: event.check(
      z.describe('An event that the platform could not send: any name, any payload.'),
    ),
  }),
] as const

export const simpleLine = z.union(simpleLines)
const branch = z.optional(z.array(simpleLine).check(z.minLength(1)))

/** One line of a script; the script runner expands it into events. */
export const line = z.union([
  ...simpleLines,
  z.strictObject({
    approval: z
      .strictObject({ call, approved: branch, rejected: branch, expired: branch })
      .check(
        z.describe(
          'A call that waits for a decision; `rejected` and `expired` take the place of the rest.',
        ),
      ),
  }),
  z.strictObject({
    plan: z
      .strictObject({
        steps: z.array(planStep).check(z.minLength(1)),
        achieved: z.boolean(),
        confidence: z.number().check(z.gte(0), z.lte(1)),
        reasoning: text,
      })
      .check(
        z.describe('One round of a plan: planning, executing with steps side by side, analyzing.'),
      ),
  }),
  z.strictObject({ replan: text.check(z.describe('Another round, and why.')) }),
])

export type Pace = z.infer<typeof pace>
export type ScriptLine = z.infer<typeof line>
export type TypedText = z.infer<typeof typed>
export type ScriptCall = z.infer<typeof call>
export type ApprovalLine = Extract<ScriptLine, { approval: unknown }>['approval']
export type PlanLine = Extract<ScriptLine, { plan: unknown }>['plan']
