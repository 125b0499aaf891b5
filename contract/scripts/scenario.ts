import * as z from 'zod/mini'
import { described, optional } from '../described.ts'
import { eventData, type EventName } from '../events.ts'
import { duration } from '../duration.ts'
import { streamFault } from '../fault.ts'
import { line, pace, simpleLine } from './lines.ts'

const text = z.string().check(z.minLength(1))
const oneOrMany = <T extends z.core.$ZodType>(one: T) =>
  z.union([one, z.array(one).check(z.minLength(1))])
const count = z.int().check(z.gte(1))

const queryCondition = described(
  z.union([text, z.strictObject({ all: z.array(text).check(z.minLength(1)) })]),
  'Text that the query contains, case-insensitive; `/…/` is a regular expression; `all` needs every word.',
)

const sentence = text.check(z.maxLength(200))

/** The number of records of a kind that a world must have, optionally with certain fields. */
const recordCount = z
  .strictObject({
    where: optional(z.record(z.string(), z.unknown()), 'Fields that the records must have.'),
    at_least: optional(z.int().check(z.gte(0)), '1 if neither is given.'),
    at_most: z.optional(z.int().check(z.gte(0))),
  })
  .check(
    z.refine(
      ({ at_least = 0, at_most = at_least }) => at_least <= at_most,
      '`at_most` must not be below `at_least`',
    ),
  )

const turnRange = z
  .strictObject({ from: count, to: z.optional(count) })
  .check(z.refine(({ from, to = from }) => from <= to, '`to` must not be below `from`'))

/** A filter for turns: a script plays turns that match all given fields. */
const scenarioMatch = z.strictObject({
  endpoint: described(
    oneOrMany(z.enum(['react', 'dag'])),
    'The endpoint; `auto` routes to either.',
  ),
  query: optional(oneOrMany(queryCondition), 'One of these matches.'),
  like: optional(
    z.union([sentence, z.array(sentence).check(z.minLength(1), z.maxLength(200))]),
    'Sentences, in any language, that ask for this script. If no `query` matches, the script with the most similar sentence plays.',
  ),
  agent: optional(text, 'The name of the agent.'),
  user: optional(text, 'Email or display name of the user.'),
  language: optional(
    z.string().check(z.regex(/^[a-z]{2}$/)),
    'The language of the query, such as `de`.',
  ),
  turn: optional(
    z.union([count, turnRange]),
    'The number of the turn in its conversation, from 1; a turn without a conversation is the first.',
  ),
  after: optional(text, 'The script that the previous turn of the conversation played.'),
  state: optional(
    z.record(z.string(), recordCount),
    'The records that the world must have, by kind: `api_keys`, `confirmations` …',
  ),
})

/** Deliberate violations of the guarantees that the specification gives for streams. */
const violations = z.strictObject({
  end: optional(z.enum(['missing', 'twice']), 'Omits or repeats `end`.'),
  done: optional(z.enum(['missing', 'twice']), 'Omits or repeats `done`.'),
  cursor: optional(
    z.enum(['repeated', 'falling']),
    'Sends each cursor twice, or makes every second one lower than the one before.',
  ),
})

/** A script: a filter for the turns that play it, and the lines that become their events. */
export const scenario = z.strictObject({
  /** The name of the script. A turn of a dialogue has a number, as in `warranty/2`. */
  name: z.string().check(z.regex(/^[a-z][a-z0-9-]*(\/\d+)?$/)),
  about: optional(text, 'What the script shows, for lists of scripts.'),
  match: described(scenarioMatch, 'Which turns it plays: those that match all given parts.'),
  pace: optional(pace, 'How text is split into deltas, unless a line has its own pace.'),
  script: described(z.array(line).check(z.minLength(1)), 'The lines of the turn, in order.'),
  on_inject: optional(
    z.array(simpleLine).check(z.minLength(1)),
    'Lines to play after the current one once text is injected; `{{inject}}` is the text.',
  ),
  suggestions: optional(
    z.array(text).check(z.minLength(1)),
    'Suggested follow-ups, if the agent suggests them.',
  ),
  routing: optional(
    text,
    '`auto` routes matching queries to this script, with this text as its reason.',
  ),
  own_pauses: optional(
    z.boolean(),
    'Whether the fake adds small pauses, such as before a first thought; true by default. With `false`, only the script has pauses.',
  ),
  closing: optional(
    duration,
    'The time from `done` to the suggestions and `end`; by default 150ms.',
  ),
  literal: optional(z.boolean(), 'With `true`, texts have no placeholders: braces stay.'),
  title: optional(text, 'The title for a conversation without one.'),
  usage: optional(
    z.strictObject({
      prompt_tokens: z.int(),
      completion_tokens: z.int(),
      cache_read_tokens: z.optional(z.int()),
    }),
    'Token usage; estimated from the texts by default.',
  ),
  violate: optional(violations, 'Deliberate violations of what the platform guarantees.'),
  fault: optional(streamFault, 'A fault in the delivery of the stream.'),
  /** Values for placeholders such as `{{faker.person.fullName}}`; each turn picks some. */
  values: z.optional(z.record(z.string(), z.array(z.string()).check(z.minLength(1)))),
})

/** Returns the endpoint for a script that does not name an endpoint. */
export const defaultEndpoint = (script: readonly object[]): 'react' | 'dag' =>
  script.some((each) => 'plan' in each || 'replan' in each) ? 'dag' : 'react'

/** The events that `send` allows; `end` and `resume_done` are sent automatically. */
export const sendableEvents = (Object.keys(eventData) as EventName[]).filter(
  (name) => name !== 'end' && name !== 'resume_done',
)

/** A script for turns: the questions that it answers, and the events that it sends. */
export interface Scenario extends z.output<typeof scenario> {}
export type ScenarioMatch = Scenario['match']

type ScenarioInput = z.input<typeof scenario>
type MatchInput = ScenarioInput['match']

/** A script as clients send it. As in a file, the endpoint is optional; durations can be texts. */
export type SentScenario = Omit<ScenarioInput, 'match'> & {
  readonly match: Omit<MatchInput, 'endpoint'> & Partial<Pick<MatchInput, 'endpoint'>>
}
export type Violations = z.infer<typeof violations>

/** The rules of scripts that the schema cannot express, by id. */
export const scenarioRules = {
  'regular-expression':
    'A regular expression compiles, has no lookaround and no backreference, and is not too large; a script has few of them.',
  'end-by-itself': '`end` and `resume_done` are never sent by a script.',
  'done-once': 'A script sends `done` once, and nothing but closing events after it.',
  'fail-last': 'Nothing follows `fail`: it ends the turn.',
  'cursor-by-itself': 'Scripts do not set cursors.',
  event: '`send` has an event of the contract with a valid payload.',
  'plan-on-dag': 'Plans only work on dag.',
  'approval-on-react': 'A line `approval` needs react.',
  'plan-steps': 'Steps of a plan have unique ids, and wait for steps above them.',
} as const

/** A problem at one path of a script, and how to fix it. */
export type ScenarioProblem = {
  readonly path: readonly PropertyKey[]
  readonly part: 'key' | 'value'
  readonly rule: keyof typeof scenarioRules
  readonly says: string
}
