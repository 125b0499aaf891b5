import * as z from 'zod/mini'
import { described, optional } from '../described.ts'
import { duration } from '../duration.ts'

const text = z.string().check(z.minLength(1))
const json = z.record(z.string(), z.unknown())

/** One value, or a list with a value for each delta. */
const valueOrList = <One extends z.core.$ZodType, Item extends z.core.$ZodType>(
  one: One,
  item: Item,
) => z.union([one, z.array(item).check(z.minLength(1))])

/** The pace of text: its division into deltas, and the time between them. */
export const pace = z.strictObject({
  by: optional(
    z.enum(['character', 'word', 'word-space', 'token', 'sentence']),
    'The unit of text. A word has the space before it, a `word-space` that after it.',
  ),
  size: optional(
    valueOrList(z.int().check(z.gte(1)), z.int().check(z.gte(0))),
    'Units in one delta; by default 3 words, or 1 of another unit. A list has one number for each delta, the last one for all others.',
  ),
  every: optional(
    valueOrList(duration, duration),
    'The time before each delta; by default 22ms, 8ms by character, 400ms by sentence. A list has one time for each delta, the last one for all others.',
  ),
  rate: optional(z.number().check(z.positive()), 'Units per second, instead of `every`.'),
  jitter: optional(
    z.number().check(z.gte(0), z.lte(1)),
    'The random variation of pauses: 0.3 is up to 30 percent more or less.',
  ),
  pauses: optional(
    z.strictObject({
      comma: z.optional(duration),
      sentence: z.optional(duration),
      paragraph: z.optional(duration),
    }),
    'Additional pauses after punctuation, which also ends a delta.',
  ),
})

/** Text, or an object with the text and its own pace. */
const typedText = z.union([text, z.strictObject({ text, pace })])

const toolCall = z.strictObject({
  tool: described(text, 'The name of the tool.'),
  input: optional(json, 'The input of the call.'),
  reasoning: optional(z.string(), 'The reasoning for the call; it may be an empty text.'),
  takes: optional(duration, 'The duration: `800ms`, `1.5s`.'),
  pause: optional(duration, 'An additional pause before the call, in a step of a plan.'),
  observation: optional(z.string(), 'The result, as text.'),
  error: optional(text, 'The error of the tool; the turn goes on.'),
})

const planCall = z.extend(toolCall, {
  approval: optional(z.literal(true), 'Whether the call waits for approval.'),
})

const planStep = z.strictObject({
  id: described(text, 'The id that `after` of other steps uses.'),
  task: described(z.string(), 'The task of the step.'),
  after: optional(z.array(text), 'The ids of steps above that it waits for.'),
  pause: optional(duration, 'The time before it starts, after all that it waits for.'),
  takes: optional(duration, 'The duration, including its calls; at least theirs.'),
  thinking: z.optional(typedText),
  calls: z.optional(z.array(planCall)),
  result: described(z.string(), 'The result of the step.'),
  status: z.optional(z.enum(['completed', 'failed', 'skipped'])),
  tool_hint: optional(
    z.nullable(text),
    'The tool that the plan names; by default that of the first call.',
  ),
  usage: optional(
    z.strictObject({ prompt_tokens: z.int(), completion_tokens: z.int() }),
    'The token usage of the step, for deployments that send it; else estimated.',
  ),
})

const thought = z.union([
  text,
  z.strictObject({
    text,
    pace: z.optional(pace),
    deltas: optional(z.boolean(), 'Whether deltas come before the whole thought; true by default.'),
  }),
])

/** One event: its name and payload. */
const sentEvent = z
  .record(z.string(), z.unknown())
  .check(
    z.refine(
      (given) => Object.keys(given).length === 1,
      'Send one event per line, as in `send: { phase: … }`',
    ),
  )

/** Lines that are allowed anywhere in a script. */
const simpleLines = [
  z.strictObject({ pause: described(duration, 'A pause of this duration.') }),
  z.strictObject({ think: described(thought, 'Thinking text, in deltas.') }),
  z.strictObject({ call: described(toolCall, 'A tool call.') }),
  z.strictObject({
    calls: described(
      z.array(toolCall).check(z.minLength(2)),
      'Parallel tool calls: all start events, then all done events.',
    ),
  }),
  z.strictObject({
    compact: described(
      z.strictObject({ original_messages: z.int(), kept_messages: z.int() }),
      'Compaction of the history before the next answer.',
    ),
  }),
  z.strictObject({
    answer: described(
      z.union([z.string(), z.strictObject({ text: z.string(), pace })]),
      'Text of the answer, in Markdown; several lines make one answer.',
    ),
  }),
  z.strictObject({
    inject: described(
      z.union([text, z.strictObject({ content: text, id: z.optional(text) })]),
      'The user injects this text now, as with `POST /api/chat/inject`; `id` is the id of its event.',
    ),
  }),
  z.strictObject({
    fail: described(
      z.strictObject({
        error: described(text, 'The kind of the error, such as `TimeoutError`.'),
        message: described(text, 'What went wrong.'),
      }),
      'The turn fails here: no answer is stored. The last line.',
    ),
  }),
  z.strictObject({
    send: described(sentEvent, 'An event of the contract as it is; its payload is validated.'),
  }),
  z.strictObject({
    violate: described(
      sentEvent,
      'An event that the platform could not send, with any name and payload.',
    ),
  }),
] as const

export const simpleLine = z.union(simpleLines)

const [pauseLine, , , , , answerLine, , , sendLine] = simpleLines

/** The lines of a stream that a profile declares. Its events may have any name. */
export const streamLine = z.union([pauseLine, answerLine, sendLine])
const branchLines = z.optional(z.array(simpleLine).check(z.minLength(1)))

/** One line of a script; the script runner expands it into events. */
export const line = z.union([
  ...simpleLines,
  z.strictObject({
    approval: described(
      z.strictObject({
        call: toolCall,
        approved: branchLines,
        rejected: branchLines,
        expired: branchLines,
        repeated: branchLines,
        errors: z.optional(
          z.strictObject({
            rejected: z.optional(text),
            expired: z.optional(text),
            repeated: z.optional(text),
          }),
        ),
      }),
      'A tool call that waits for approval. `errors` are those of the call if it does not run. `rejected` and `expired` replace the rest of the script, and so does `repeated`, if the same call was approved before.',
    ),
  }),
  z.strictObject({
    plan: described(
      z.strictObject({
        steps: z.array(planStep).check(z.minLength(1)),
        achieved: z.boolean(),
        confidence: z.number().check(z.gte(0), z.lte(1)),
        reasoning: z.string(),
        takes: optional(
          z.strictObject({ planning: z.optional(duration), analyzing: z.optional(duration) }),
          'The duration of these phases; by default 400ms and 300ms.',
        ),
      }),
      'One round of a plan: planning, executing (steps in parallel), analyzing.',
    ),
  }),
  z.strictObject({ replan: described(text, 'Another round of planning, with its reason.') }),
])

export type Pace = z.infer<typeof pace>
export type ScriptLine = z.infer<typeof line>
export type TypedText = z.infer<typeof typedText>
export type Thought = z.infer<typeof thought>
export type ScriptCall = z.infer<typeof toolCall>
export type PlanCall = z.infer<typeof planCall>
export type ApprovalLine = Extract<ScriptLine, { approval: unknown }>['approval']
export type InjectLine = Extract<ScriptLine, { inject: unknown }>['inject']
export type FailLine = Extract<ScriptLine, { fail: unknown }>['fail']
export type PlanLine = Extract<ScriptLine, { plan: unknown }>['plan']
