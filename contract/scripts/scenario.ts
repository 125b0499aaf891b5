import * as z from 'zod/mini'
import { eventData, type EventName } from '../events.ts'
import { duration } from '../duration.ts'
import { streamFault } from '../fault.ts'
import { line, pace, simpleLine } from './lines.ts'

const text = z.string().check(z.minLength(1))
const oneOrMany = <T extends z.core.$ZodType>(one: T) =>
  z.union([one, z.array(one).check(z.minLength(1))])
const count = z.int().check(z.gte(1))

const queryCondition = z
  .union([text, z.strictObject({ all: z.array(text).check(z.minLength(1)) })])
  .check(
    z.describe(
      'Text that the query contains, case-insensitive; `/…/` is a regular expression; `all` needs every word.',
    ),
  )

const sentence = text.check(z.maxLength(200))

/** The number of records of a kind that a world must have, optionally with certain fields. */
const recordCount = z.strictObject({
  where: z.optional(
    z.record(z.string(), z.unknown()).check(z.describe('Fields that the records must have.')),
  ),
  at_least: z.optional(z.int().check(z.gte(0), z.describe('1 if neither is given.'))),
  at_most: z.optional(z.int().check(z.gte(0))),
})

/** A filter for turns: a script plays turns that match all given fields. */
const scenarioMatch = z.strictObject({
  endpoint: oneOrMany(z.enum(['react', 'dag'])).check(
    z.describe('The endpoint; `auto` routes to either.'),
  ),
  query: z.optional(oneOrMany(queryCondition).check(z.describe('One of these matches.'))),
  like: z.optional(
    z
      .union([sentence, z.array(sentence).check(z.minLength(1), z.maxLength(200))])
      .check(
        z.describe(
          'Sentences, in any language, that ask for this script. If no `query` matches, the script with the most similar sentence plays.',
        ),
      ),
  ),
  agent: z.optional(text.check(z.describe('The name of the agent.'))),
  user: z.optional(text.check(z.describe('Email or display name of the user.'))),
  language: z.optional(
    z.string().check(z.regex(/^[a-z]{2}$/), z.describe('The language of the query, such as `de`.')),
  ),
  turn: z.optional(
    z
      .union([count, z.strictObject({ from: count, to: z.optional(count) })])
      .check(
        z.describe(
          'The number of the turn in its conversation, from 1; a turn without a conversation is the first.',
        ),
      ),
  ),
  after: z.optional(
    text.check(z.describe('The script that the previous turn of the conversation played.')),
  ),
  state: z.optional(
    z
      .record(z.string(), recordCount)
      .check(
        z.describe('The records that the world must have, by kind: `api_keys`, `confirmations` …'),
      ),
  ),
})

/** Deliberate violations of the guarantees that the specification gives for streams. */
const violations = z.strictObject({
  end: z.optional(z.enum(['missing', 'twice']).check(z.describe('Omits or repeats `end`.'))),
  done: z.optional(z.enum(['missing', 'twice']).check(z.describe('Omits or repeats `done`.'))),
  cursor: z.optional(
    z
      .enum(['repeated', 'falling'])
      .check(
        z.describe('Sends each cursor twice, or makes every second one lower than the one before.'),
      ),
  ),
})

/** A script: a filter for the turns that play it, and the lines that become their events. */
export const scenario = z.strictObject({
  /** The name of the script. A turn of a dialogue has a number, as in `warranty/2`. */
  name: z.string().check(z.regex(/^[a-z][a-z0-9-]*(\/\d+)?$/)),
  about: z.optional(text.check(z.describe('What the script shows, for lists of scripts.'))),
  match: scenarioMatch.check(z.describe('Which turns it plays: those that match all given parts.')),
  pace: z.optional(
    pace.check(z.describe('How text is split into deltas, unless a line has its own pace.')),
  ),
  script: z.array(line).check(z.minLength(1), z.describe('The lines of the turn, in order.')),
  on_inject: z.optional(
    z
      .array(simpleLine)
      .check(
        z.minLength(1),
        z.describe(
          'Lines to play after the current one once text is injected; `{{inject}}` is the text.',
        ),
      ),
  ),
  suggestions: z.optional(
    z
      .array(text)
      .check(z.minLength(1), z.describe('Suggested follow-ups, if the agent suggests them.')),
  ),
  routing: z.optional(
    text.check(
      z.describe('`auto` routes matching queries to this script, with this text as its reason.'),
    ),
  ),
  own_pauses: z.optional(
    z
      .boolean()
      .check(
        z.describe(
          'Whether the fake adds small pauses, such as before a first thought; true by default. With `false`, only the script has pauses.',
        ),
      ),
  ),
  closing: z.optional(
    duration.check(
      z.describe('The time from `done` to the suggestions and `end`; by default 150ms.'),
    ),
  ),
  literal: z.optional(
    z.boolean().check(z.describe('With `true`, texts have no placeholders: braces stay.')),
  ),
  title: z.optional(text.check(z.describe('The title for a conversation without one.'))),
  usage: z.optional(
    z
      .strictObject({
        prompt_tokens: z.int(),
        completion_tokens: z.int(),
        cache_read_tokens: z.optional(z.int()),
      })
      .check(z.describe('Token usage; estimated from the texts by default.')),
  ),
  violate: z.optional(
    violations.check(z.describe('Deliberate violations of what the platform guarantees.')),
  ),
  fault: z.optional(streamFault.check(z.describe('A fault in the delivery of the stream.'))),
  /** Values for placeholders such as `{{faker.person.fullName}}`; each turn picks some. */
  values: z.optional(z.record(z.string(), z.array(z.string()).check(z.minLength(1)))),
})

/** The endpoint of a script that does not name an endpoint. */
export const defaultEndpoint = (script: readonly object[]): 'react' | 'dag' =>
  script.some((each) => 'plan' in each || 'replan' in each) ? 'dag' : 'react'

/** The events that `send` allows; `end` and `resume_done` are sent automatically. */
export const sendableEvents = (Object.keys(eventData) as EventName[]).filter(
  (name) => name !== 'end' && name !== 'resume_done',
)

/** A script of a turn: the questions that it answers, and its events. */
export interface Scenario extends z.output<typeof scenario> {}
export type ScenarioMatch = Scenario['match']

type ScenarioInput = z.input<typeof scenario>
type MatchInput = ScenarioInput['match']

/** A script as clients send it, as in a file: the endpoint is optional, durations may be texts. */
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
  'approval-on-react': 'Approvals only work on react.',
  'plan-steps': 'Steps of a plan have unique ids, and wait for steps above them.',
} as const

/** A problem at one path of a script, and how to fix it. */
export type ScenarioProblem = {
  readonly path: readonly PropertyKey[]
  readonly part: 'key' | 'value'
  readonly rule: keyof typeof scenarioRules
  readonly says: string
}
