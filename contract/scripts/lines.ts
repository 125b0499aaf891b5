import * as z from 'zod/mini'
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
  by: z.optional(
    z
      .enum(['character', 'word', 'word-space', 'token', 'sentence'])
      .check(
        z.describe(
          'The unit of text. A word has the space before it, a `word-space` that after it.',
        ),
      ),
  ),
  size: z.optional(
    valueOrList(z.int().check(z.gte(1)), z.int().check(z.gte(0))).check(
      z.describe(
        'Units in one delta; by default 3 words, or 1 of another unit. A list has one number for each delta, the last one for all others.',
      ),
    ),
  ),
  every: z.optional(
    valueOrList(duration, duration).check(
      z.describe(
        'The time before each delta; by default 22ms, 8ms by character, 400ms by sentence. A list has one time for each delta, the last one for all others.',
      ),
    ),
  ),
  rate: z.optional(
    z.number().check(z.positive(), z.describe('Units per second, instead of `every`.')),
  ),
  jitter: z.optional(
    z
      .number()
      .check(
        z.gte(0),
        z.lte(1),
        z.describe('The random variation of pauses: 0.3 is up to 30 percent more or less.'),
      ),
  ),
  pauses: z.optional(
    z
      .strictObject({
        comma: z.optional(duration),
        sentence: z.optional(duration),
        paragraph: z.optional(duration),
      })
      .check(z.describe('Additional pauses after punctuation, which also ends a delta.')),
  ),
})

/** Text, or an object with the text and its own pace. */
const typedText = z.union([text, z.strictObject({ text, pace })])

const toolCall = z.strictObject({
  tool: text.check(z.describe('The name of the tool.')),
  input: z.optional(json.check(z.describe('The input of the call.'))),
  reasoning: z.optional(
    z.string().check(z.describe('The reasoning for the call; it may be an empty text.')),
  ),
  takes: z.optional(duration.check(z.describe('The duration: `800ms`, `1.5s`.'))),
  pause: z.optional(
    duration.check(z.describe('An additional pause before the call, in a step of a plan.')),
  ),
  observation: z.optional(z.string().check(z.describe('The result, as text.'))),
  error: z.optional(text.check(z.describe('The error of the tool; the turn goes on.'))),
})

const planStep = z.strictObject({
  id: text.check(z.describe('The id that `after` of other steps uses.')),
  task: z.string().check(z.describe('The task of the step.')),
  after: z.optional(z.array(text).check(z.describe('The ids of steps above that it waits for.'))),
  pause: z.optional(
    duration.check(z.describe('The time before it starts, after all that it waits for.')),
  ),
  takes: z.optional(
    duration.check(z.describe('The duration, including its calls; at least theirs.')),
  ),
  thinking: z.optional(typedText),
  calls: z.optional(z.array(toolCall)),
  result: z.string().check(z.describe('The result of the step.')),
  status: z.optional(z.enum(['completed', 'failed', 'skipped'])),
  tool_hint: z.optional(
    z
      .nullable(text)
      .check(z.describe('The tool that the plan names; by default that of the first call.')),
  ),
  usage: z.optional(
    z
      .strictObject({ prompt_tokens: z.int(), completion_tokens: z.int() })
      .check(
        z.describe('The token usage of the step, for deployments that send it; else estimated.'),
      ),
  ),
})

const thought = z.union([
  text,
  z.strictObject({
    text,
    pace: z.optional(pace),
    deltas: z.optional(
      z
        .boolean()
        .check(z.describe('Whether deltas come before the whole thought; true by default.')),
    ),
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
  z.strictObject({ pause: duration.check(z.describe('A pause of this duration.')) }),
  z.strictObject({ think: thought.check(z.describe('Thinking text, in deltas.')) }),
  z.strictObject({ call: toolCall.check(z.describe('A tool call.')) }),
  z.strictObject({
    calls: z
      .array(toolCall)
      .check(
        z.minLength(2),
        z.describe('Parallel tool calls: all start events, then all done events.'),
      ),
  }),
  z.strictObject({
    compact: z
      .strictObject({ original_messages: z.int(), kept_messages: z.int() })
      .check(z.describe('Compaction of the history before the next answer.')),
  }),
  z.strictObject({
    answer: z
      .union([z.string(), z.strictObject({ text: z.string(), pace })])
      .check(z.describe('Text of the answer, in Markdown; several lines make one answer.')),
  }),
  z.strictObject({
    inject: z
      .union([text, z.strictObject({ content: text, id: z.optional(text) })])
      .check(
        z.describe(
          'The user injects this text now, as with `POST /api/chat/inject`; `id` is the id of its event.',
        ),
      ),
  }),
  z.strictObject({
    fail: z
      .strictObject({
        error: text.check(z.describe('The kind of the error, such as `TimeoutError`.')),
        message: text.check(z.describe('What went wrong.')),
      })
      .check(z.describe('The turn fails here: no answer is stored. The last line.')),
  }),
  z.strictObject({
    send: sentEvent.check(
      z.describe('An event of the contract as it is; its payload is validated.'),
    ),
  }),
  z.strictObject({
    violate: sentEvent.check(
      z.describe('An event that the platform could not send, with any name and payload.'),
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
    approval: z
      .strictObject({
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
      })
      .check(
        z.describe(
          'A tool call that waits for approval. `errors` are those of the call if it does not run. `rejected` and `expired` replace the rest of the script, and so does `repeated`, if the same call was approved before.',
        ),
      ),
  }),
  z.strictObject({
    plan: z
      .strictObject({
        steps: z.array(planStep).check(z.minLength(1)),
        achieved: z.boolean(),
        confidence: z.number().check(z.gte(0), z.lte(1)),
        reasoning: z.string(),
        takes: z.optional(
          z
            .strictObject({ planning: z.optional(duration), analyzing: z.optional(duration) })
            .check(z.describe('The duration of these phases; by default 400ms and 300ms.')),
        ),
      })
      .check(
        z.describe('One round of a plan: planning, executing (steps in parallel), analyzing.'),
      ),
  }),
  z.strictObject({ replan: text.check(z.describe('Another round of planning, with its reason.')) }),
])

export type Pace = z.infer<typeof pace>
export type ScriptLine = z.infer<typeof line>
export type TypedText = z.infer<typeof typedText>
export type Thought = z.infer<typeof thought>
export type ScriptCall = z.infer<typeof toolCall>
export type ApprovalLine = Extract<ScriptLine, { approval: unknown }>['approval']
export type InjectLine = Extract<ScriptLine, { inject: unknown }>['inject']
export type FailLine = Extract<ScriptLine, { fail: unknown }>['fail']
export type PlanLine = Extract<ScriptLine, { plan: unknown }>['plan']
