import * as z from 'zod/mini'
import { eventData, type EventName } from './events.ts'
import { streamFault } from './fault.ts'
import { line, pace, simpleLine } from './script-lines.ts'

const text = z.string().check(z.minLength(1))
const anyOf = <T extends z.core.$ZodType>(one: T) =>
  z.union([one, z.array(one).check(z.minLength(1))])
const count = z.int().check(z.gte(1))

/** Part of a query, without regard to case; `/…/` is a regular expression; `all` wants every word. */
const query = z.union([text, z.strictObject({ all: z.array(text).check(z.minLength(1)) })])

/** How many records of a kind a world must hold, of those with these fields. */
const held = z.strictObject({
  where: z.optional(z.record(z.string(), z.unknown())),
  /** 1 where neither is given. */
  at_least: z.optional(z.int().check(z.gte(0))),
  at_most: z.optional(z.int().check(z.gte(0))),
})

/** Which turns a script plays: every part must fit, and a part that is left out fits any. */
const match = z.strictObject({
  /** `auto` reaches both after its routing. */
  endpoint: anyOf(z.enum(['react', 'dag'])),
  /** One of these fits. */
  query: z.optional(anyOf(query)),
  /** The agent's name. */
  agent: z.optional(text),
  /** Email or display name of who asks. */
  user: z.optional(text),
  /** The language of the query, as `de`. */
  language: z.optional(z.string().check(z.regex(/^[a-z]{2}$/))),
  /** The number of the turn in its conversation, from 1; a turn without one is the first. */
  turn: z.optional(z.union([count, z.strictObject({ from: count, to: z.optional(count) })])),
  /** The scenario that the turn before played in this conversation. */
  after: z.optional(text),
  /** What the world must hold, by the kind of its records: `api_keys`, `confirmations` … */
  state: z.optional(z.record(z.string(), held)),
})

/** What a script breaks on purpose of what the platform promises about streams. */
const violations = z.strictObject({
  end: z.optional(z.enum(['missing', 'twice'])),
  done: z.optional(z.enum(['missing', 'twice'])),
  /** Each cursor comes twice, or they fall. */
  cursor: z.optional(z.enum(['repeated', 'falling'])),
})

/** A script of beats that the fake plays as one stream. */
export const scenario = z.strictObject({
  /** A turn of a dialogue is called after it, as `warranty/2`. */
  name: z.string().check(z.regex(/^[a-z][a-z0-9-]*(\/\d+)?$/)),
  about: z.optional(text),
  match,
  /** How text is typed, unless a line says otherwise. */
  pace: z.optional(pace),
  script: z.array(line).check(z.minLength(1)),
  /** What is told at the next line once a text is injected; it stands in the place `{{inject}}`. */
  on_inject: z.optional(z.array(simpleLine).check(z.minLength(1))),
  suggestions: z.optional(z.array(text)),
  title: z.optional(text),
  usage: z.optional(
    z.strictObject({
      prompt_tokens: z.int(),
      completion_tokens: z.int(),
      cache_read_tokens: z.optional(z.int()),
    }),
  ),
  violate: z.optional(violations),
  /** What becomes of the stream on its way. */
  fault: z.optional(streamFault),
  /** Made-up values for places such as `{{faker.person.fullName}}`: one of each list is drawn. */
  values: z.optional(z.record(z.string(), z.array(z.string()).check(z.minLength(1)))),
})

/** The events that a script may send as they are; `end` and `resume_done` come by themselves. */
export const sendable = (Object.keys(eventData) as EventName[]).filter(
  (name) => name !== 'end' && name !== 'resume_done',
)

export type Scenario = z.infer<typeof scenario>
export type ScenarioMatch = Scenario['match']
export type Violations = z.infer<typeof violations>
