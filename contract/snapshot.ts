import * as z from 'zod/mini'
import { storedSpeed, timeFactor } from './duration.ts'
import { isStoredEvent, type StoredEvent } from './events.ts'
import { fault, faultCounts } from './fault.ts'
import { fixture } from './fixture.ts'
import { ownLimits } from './limits.ts'
import { session } from './records/credentials.ts'
import { blueprint } from './records/workflow.ts'
import { scenario } from './scripts/scenario.ts'
import { storedCall } from './stored-call.ts'

/** The format version that this release writes and reads. */
export const snapshotVersion = 1

const count = z.int().check(z.gte(0))

const optionalTable = <Value extends z.ZodMiniType>(value: Value) =>
  z.optional(z.record(z.string(), value))

/** The clock of a world. */
const clockState = z.strictObject({
  /** The current time, in milliseconds since 1970. */
  now: z.number().check(z.gte(ownLimits.worldTime.first), z.lte(ownLimits.worldTime.last)),
  scale: timeFactor,
  frozen: z.boolean(),
})

/** The script of a running turn, without its name and its `match` filter. */
const playedScript = z.extend(z.omit(scenario, { name: true, match: true, about: true }), {
  /** The tools whose calls need an approval in a plan. */
  approvedTools: z.optional(z.array(z.strictObject({ tool: z.string(), runsOnce: z.boolean() }))),
})

/** A running turn, with all data that is needed to play its remaining events. */
const runningTurn = z.strictObject({
  mode: z.enum(['react', 'dag']),
  conversation_id: z.string(),
  user_id: z.string(),
  user_message_id: z.string(),
  /** Milliseconds since 1970. */
  started_at: z.number(),
  /** Data to continue the turn. Old snapshots lack it: the turn ends at its last stored event. */
  playing: z.optional(
    z.strictObject({
      endpoint: z.enum(['react', 'dag', 'auto']),
      query: z.string(),
      script: playedScript,
      agent_id: z.nullable(z.string()),
      /** The number of tokens in earlier turns of the conversation. */
      history_tokens: count,
      /** Whether the conversation gets a title from this turn. */
      needs_title: z.boolean(),
      speed: storedSpeed,
    }),
  ),
})

/** An external input of a running turn. A turn stores its inputs in the order of arrival. */
const turnInput = z.union([
  z.strictObject({ draw: z.number() }),
  /**
   * `event`: position of the inject's event in the turn. `step`: number of earlier script items.
   */
  z.strictObject({ inject: z.string(), id: z.string(), event: count, step: count }),
  z.strictObject({ recall: z.string(), step: count }),
  z.strictObject({ say: z.string(), aside: z.optional(z.literal(true)), step: count }),
  /** An event that does not come from the script. */
  z.strictObject({ event: count }),
  z.strictObject({ approval: z.string(), event: count }),
  z.strictObject({
    decision: z.enum(['approved', 'rejected', 'expired']),
    reason: z.nullable(z.string()),
  }),
  z.strictObject({ started_at: z.number(), speed: storedSpeed, step: count }),
])

const runningWorkflow = z.strictObject({
  timeout_seconds: z.number(),
  /** The blueprint at the start of the run. Earlier releases did not store it. */
  blueprint: z.optional(blueprint),
  /** Milliseconds since 1970. */
  started_at: z.number(),
  speed: storedSpeed,
  /** Set for a run that no client reads, such as a triggered run. */
  streamed: z.optional(z.literal(false)),
  /** The waits for reviews: the script time (`after`) and the length (`ms`) of each wait. */
  pauses: z.optional(z.array(z.strictObject({ after: z.number(), ms: z.number() }))),
  /** The requested reviews: the id of the approval, by the path of the node. */
  approvals: z.optional(z.record(z.string(), z.string())),
  decisions: z.optional(
    z.record(
      z.string(),
      z.strictObject({
        at: z.number(),
        status: z.enum(['approved', 'rejected', 'expired']),
        approval_id: z.string(),
        decision_by: z.nullable(z.string()),
        decision_note: z.nullable(z.string()),
      }),
    ),
  ),
  /** The script time at which the run was cancelled. */
  cancelled_at: z.optional(z.number()),
})

/** A title that is stored some time after its turn. */
const lateTitle = z.strictObject({
  title: z.string(),
  /** Milliseconds since 1970. */
  due_at: z.number(),
})

/** A change of a record that is applied when the clock reaches its time. */
const plannedChange = z.strictObject({
  kind: z.string(),
  id: z.string(),
  removes: z.boolean(),
  changes: z.record(z.string(), z.unknown()),
  keeps: z.record(z.string(), z.unknown()),
  /** Milliseconds since 1970. */
  due_at: z.number(),
})

/** A record that is added when the clock reaches its time. */
const plannedCreation = z.strictObject({
  kind: z.string(),
  fields: z.record(z.string(), z.unknown()),
  /** The user who made the request; null for a request without a user. */
  user_id: z.nullable(z.string()),
  due_at: z.number(),
})

/** The data of a world that is not in its `fixture`: tables by name, each with values by key. */
const worldTables = z.strictObject({
  /** The number of random numbers drawn so far, by purpose and subject. */
  draws: optionalTable(count),
  'refresh-token-of-user': optionalTable(z.string()),
  'spent-refresh-tokens': optionalTable(z.literal(true)),
  'revocations-of-user': optionalTable(count),
  'ended-revocations-of-user': optionalTable(count),
  'sessions-of-user': optionalTable(z.array(z.omit(session, { is_current: true }))),
  usage: optionalTable(
    z.strictObject({ total_requests: count, last_used_at: z.nullable(z.string()) }),
  ),
  /** Tokens used, by month and user. */
  'tokens-of-month': optionalTable(z.number()),
  'next-cursor': optionalTable(z.int()),
  /** The instructions of the director for the next turn. */
  director: optionalTable(
    z.union([
      z.strictObject({ next: z.string() }),
      z.strictObject({ queue: z.array(z.string()) }),
      z.strictObject({
        say: z.string(),
        conversation_id: z.optional(z.string()),
        aside: z.optional(z.literal(true)),
      }),
    ]),
  ),
  /** The scripts that the turns of each conversation played, oldest first. */
  told: optionalTable(
    z.array(
      z.strictObject({
        question: z.string(),
        scenario: z.string(),
        /** The texts that the named groups of queries matched in a dialogue. */
        groups: z.record(z.string(), z.string()),
      }),
    ),
  ),
  'beginnings-of-runs': optionalTable(z.array(z.number())),
  /** Records of a profile's collections. The next table has collections whose seeds were added. */
  'own-records': optionalTable(z.looseObject({ id: z.string() })),
  'own-seeds': optionalTable(z.literal(true)),
  'own-documents': optionalTable(z.unknown()),
  /** The bytes of files, as base64. */
  'own-files': optionalTable(z.string().check(z.regex(/^[\w+/]*={0,2}$/, 'It must be base64'))),
  /** Additional fields that a profile stores for records of the contract. */
  'kept-fields': optionalTable(z.record(z.string(), z.unknown())),
  faults: optionalTable(fault),
  'fault-counts': optionalTable(faultCounts),
  /** Running turns. A restored world continues them. */
  turns: optionalTable(runningTurn),
  'turn-events': optionalTable(
    z.array(z.custom<StoredEvent>(isStoredEvent, 'It must be an event of a turn')),
  ),
  'turn-inputs': optionalTable(z.array(turnInput)),
  /** Titles that are not stored yet, by conversation. */
  'late-titles': optionalTable(lateTitle),
  /** Changes of records that are not applied yet, and records that are not added yet. */
  'planned-changes': optionalTable(z.union([plannedChange, plannedCreation])),
  /** Running workflow runs. A restored world continues them. */
  'running-workflows': optionalTable(runningWorkflow),
})

/** A world at one moment as a JSON document. It contains no API key values and no tokens. */
export const snapshot = z.strictObject({
  understudy: z.literal('snapshot'),
  version: z.literal(snapshotVersion),
  world: z.string(),
  seed: z.string(),
  time: clockState,
  /** The profile, in the format of a profile file. */
  profile: z.unknown(),
  speed: storedSpeed,
  /** Scripts of this world only. They are tried before the scripts of the fake. */
  scenarios: z.array(scenario),
  /** Every record, including records of the fixture. */
  fixture,
  tables: worldTables,
  /** The requests of the journal, if the snapshot was requested with them. */
  journal: z.optional(z.array(storedCall)),
})

export interface Snapshot extends z.output<typeof snapshot> {}
export type SnapshotTables = z.infer<typeof worldTables>
export type RunningTurn = z.infer<typeof runningTurn>
export type TurnInput = z.infer<typeof turnInput>
export type PlannedChange = z.infer<typeof plannedChange>
export type PlannedCreation = z.infer<typeof plannedCreation>
export type LateTitle = z.infer<typeof lateTitle>
export type StoredWorkflowRun = z.infer<typeof runningWorkflow>
