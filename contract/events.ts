import * as z from 'zod/mini'
import { approverScope, confirmationDelivery } from './records/confirmation.ts'
import type { RunEventName } from './records/workflow-run.ts'

const jsonObject = z.record(z.string(), z.unknown())
const seconds = z.number()
const usage = z.object({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
})

/** A tool call of the ReAct loop: `start` when it begins, `done` with its result. */
const toolCall = z.object({
  type: z.literal('iteration'),
  status: z.enum(['start', 'done']),
  iteration: z.int(),
  tool: z.string(),
  input: jsonObject,
  reasoning: z.optional(z.nullable(z.string())),
  observation: z.optional(z.nullable(z.string())),
  error: z.optional(z.nullable(z.string())),
  iter_elapsed: z.optional(seconds),
})

const thinking = z.object({
  type: z.literal('thinking'),
  status: z.enum(['start', 'delta', 'done']),
  iteration: z.optional(z.int()),
  thinking_delta: z.optional(z.string()),
  reasoning: z.optional(z.string()),
})

const planStep = z.object({
  id: z.string(),
  task: z.string(),
  deps: z.array(z.string()),
  tool_hint: z.nullable(z.string()),
})

const stepResult = z.object({
  id: z.string(),
  task: z.string(),
  status: z.enum(['completed', 'failed', 'skipped']),
  result: z.string(),
  started_at: z.string(),
  completed_at: z.string(),
  duration: seconds,
})

/**
 * The canonical payload of each event, with the names of the specification. A deployment may rename
 * fields.
 *
 * @example
 * eventData.routing.parse({ mode: 'react', reasoning: 'A short question.' })
 */
export const eventData = {
  routing: z.object({ mode: z.enum(['react', 'dag']), reasoning: z.string() }),
  step: z.union([
    thinking,
    toolCall,
    z.object({ type: z.literal('answer'), status: z.literal('start') }),
  ]),
  step_progress: z.object({
    step_id: z.string(),
    event: z.enum(['started', 'iteration', 'thinking_delta', 'completed']),
    task: z.optional(z.string()),
    started_at: z.optional(z.string()),
    type: z.optional(z.literal('tool_call')),
    iteration: z.optional(z.int()),
    status: z.optional(z.enum(['start', 'done', 'completed', 'failed', 'skipped'])),
    thinking_delta: z.optional(z.string()),
    tool: z.optional(z.string()),
    input: z.optional(jsonObject),
    reasoning: z.optional(z.nullable(z.string())),
    observation: z.optional(z.nullable(z.string())),
    error: z.optional(z.nullable(z.string())),
    iter_elapsed: z.optional(seconds),
    result: z.optional(z.string()),
    completed_at: z.optional(z.string()),
    duration: z.optional(seconds),
    usage: z.optional(usage),
  }),
  phase: z.object({
    name: z.enum(['planning', 'executing', 'analyzing', 'replanning', 'selecting_tools']),
    status: z.enum(['start', 'done']),
    round: z.int(),
    steps: z.optional(z.array(planStep)),
    results: z.optional(z.array(stepResult)),
    achieved: z.optional(z.boolean()),
    confidence: z.optional(z.number()),
    reasoning: z.optional(z.string()),
    reason: z.optional(z.string()),
    /** Used only in the phase `selecting_tools`, which the specification does not list. */
    total_tools: z.optional(z.int()),
  }),
  compact: z.object({ original_messages: z.int(), kept_messages: z.int() }),
  answer: z.union([
    z.object({ type: z.enum(['start', 'done']) }),
    z.object({ type: z.literal('delta'), text: z.string() }),
  ]),
  inject: z.object({
    type: z.literal('inject'),
    content: z.string(),
    /** Some deployments send this field only in ReAct turns. */
    id: z.optional(z.string()),
    phase: z.optional(z.string()),
  }),
  /** The turn waits for a decision on the tool call. The specification lacks this event. */
  awaiting_confirmation: z.object({
    type: z.literal('awaiting_confirmation'),
    confirmation_id: z.string(),
    tool_name: z.string(),
    arguments: jsonObject,
    timeout_at: z.string(),
    agent_id: z.nullable(z.string()),
    mode: confirmationDelivery,
    channel_label: z.nullable(z.string()),
    approver_scope: approverScope,
  }),
  done: z.object({
    answer: z.string(),
    tokens: z.int(),
    elapsed: seconds,
    iterations: z.optional(z.int()),
    iter_elapsed: z.optional(seconds),
    achieved: z.optional(z.boolean()),
    confidence: z.optional(z.number()),
    rounds: z.optional(z.int()),
    usage,
    cache: z.object({ read_tokens: z.int(), creation_tokens: z.int() }),
  }),
  /** The turn failed; the platform stores no answer. The specification lacks this event. */
  error: z.object({ error: z.string(), message: z.string() }),
  /** A keep-alive event of some deployments. The specification lacks this event. */
  heartbeat: z.object({}),
  /** The turn continues to work after `done`. The specification lacks this event. */
  post_processing: z.object({}),
  suggestions: z.array(z.string()),
  title: z.object({ title: z.string() }),
  end: z.object({}),
  resume_done: z.object({ replayed: z.int(), last_cursor: z.int() }),
} as const

export type EventName = keyof typeof eventData
export type EventData<Name extends EventName> = z.infer<(typeof eventData)[Name]>

/** A deliberate violation: an event with any name and payload, which no platform should send. */
type Violation = {
  readonly event: 'violation'
  readonly data: { readonly name: string; readonly payload: unknown }
}

/** An event of a turn in canonical form, as transcripts store it. */
export type TurnEvent =
  | Violation
  | {
      [Name in Exclude<EventName, 'resume_done'>]: {
        readonly event: Name
        readonly data: EventData<Name>
      }
    }[Exclude<EventName, 'resume_done'>]

/** A stored event with its cursor and its time (ISO 8601, UTC). */
export type StoredEvent = TurnEvent & { readonly cursor: number; readonly at: string }

const storedAt = {
  cursor: z.int(),
  at: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'is not a date')),
}

const eventShape = z.union([
  z.object({
    event: z.string().check(z.refine((name) => Object.hasOwn(eventData, name), 'is not an event')),
    data: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]),
    ...storedAt,
  }),
  z.object({
    event: z.literal('violation'),
    data: z.object({ name: z.string(), payload: z.unknown() }),
    ...storedAt,
  }),
])

/** Whether a value can be replayed as a stored event. */
export const isStoredEvent = (value: unknown): value is StoredEvent =>
  eventShape.safeParse(value).success

const transcriptShape = z.object({
  id: z.string(),
  conversation_id: z.string(),
  mode: z.enum(['react', 'dag']),
  user_message_id: z.string(),
  assistant_message_id: z.nullable(z.string()),
  events: z.array(eventShape),
  created_at: z.string(),
})

/** Whether a value is a transcript of a turn. */
export const isTranscript = (value: unknown): value is Transcript =>
  transcriptShape.safeParse(value).success

/** The stored events of an ended turn, which a resume replays. */
export type Transcript = {
  readonly id: string
  readonly conversation_id: string
  readonly mode: 'react' | 'dag'
  readonly user_message_id: string
  /** The stored answer; null if the turn failed or was interrupted. */
  readonly assistant_message_id: string | null
  readonly events: readonly StoredEvent[]
  readonly created_at: string
}

/** All event names, for code that does not load the schemas. A missing name is a type error. */
const eventNameTable: Readonly<Record<EventName | RunEventName, true>> = {
  routing: true,
  step: true,
  step_progress: true,
  phase: true,
  compact: true,
  inject: true,
  awaiting_confirmation: true,
  answer: true,
  done: true,
  error: true,
  heartbeat: true,
  post_processing: true,
  suggestions: true,
  title: true,
  end: true,
  resume_done: true,
  run_started: true,
  node_started: true,
  node_completed: true,
  node_failed: true,
  node_skipped: true,
  node_retrying: true,
  iterator_iteration: true,
  loop_iteration: true,
  run_completed: true,
  run_failed: true,
}

/** The names of the events of turns and of workflow runs. */
export const eventNames: readonly string[] = Object.keys(eventNameTable)
