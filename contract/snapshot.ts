import * as z from 'zod/mini'
import { timeFactor } from './duration.ts'
import { isStoredEvent, type StoredEvent } from './events.ts'
import { fault, faultCounts } from './fault.ts'
import { fixture } from './fixture.ts'
import { ownLimits } from './limits.ts'
import { session } from './records/credentials.ts'
import { scenario } from './scripts/scenario.ts'

/** The format version that this release writes and reads. */
export const snapshotVersion = 1

const count = z.int().check(z.gte(0))

const tableOf = <Value extends z.ZodMiniType>(value: Value) =>
  z.optional(z.record(z.string(), value))

/** The clock of a world. */
const time = z.strictObject({
  /** The current time, in milliseconds since 1970. */
  now: z.number().check(z.gte(ownLimits.worldTime.first), z.lte(ownLimits.worldTime.last)),
  scale: timeFactor,
  frozen: z.boolean(),
})

/** The tables of a world besides its records, by name and key. */
const tables = z.strictObject({
  /** The number of random draws, by purpose and subject. */
  draws: tableOf(count),
  'refresh-token-of-user': tableOf(z.string()),
  'spent-refresh-tokens': tableOf(z.literal(true)),
  'revocations-of-user': tableOf(count),
  'ended-revocations-of-user': tableOf(count),
  'sessions-of-user': tableOf(z.array(z.omit(session, { is_current: true }))),
  usage: tableOf(z.strictObject({ total_requests: count, last_used_at: z.nullable(z.string()) })),
  /** Tokens used, by month and user. */
  'tokens-of-month': tableOf(z.number()),
  'next-cursor': tableOf(z.int()),
  /** The instructions of the director for the next turn. */
  director: tableOf(
    z.union([
      z.strictObject({ next: z.string() }),
      z.strictObject({ say: z.string(), conversation_id: z.optional(z.string()) }),
    ]),
  ),
  /** The scripts that the turns of a conversation played, oldest first. */
  told: tableOf(
    z.array(
      z.strictObject({
        question: z.string(),
        scenario: z.string(),
        /** The text that named groups of queries matched in this dialogue. */
        groups: z.record(z.string(), z.string()),
      }),
    ),
  ),
  'beginnings-of-runs': tableOf(z.array(z.number())),
  faults: tableOf(fault),
  'fault-counts': tableOf(faultCounts),
  /** Unfinished turns; a restored world keeps them up to their last event. */
  turns: tableOf(
    z.strictObject({
      mode: z.enum(['react', 'dag']),
      conversation_id: z.string(),
      user_id: z.string(),
      user_message_id: z.string(),
      /** Milliseconds since 1970. */
      started_at: z.number(),
    }),
  ),
  'turn-events': tableOf(
    z.array(z.custom<StoredEvent>(isStoredEvent, 'is not an event of a turn')),
  ),
})

/** A world at one moment as a JSON document. It contains no API key values and no tokens. */
export const snapshot = z.strictObject({
  understudy: z.literal('snapshot'),
  version: z.literal(snapshotVersion),
  world: z.string(),
  seed: z.string(),
  time,
  /** The profile, in the format of a profile file. */
  profile: z.unknown(),
  speed: z.union([timeFactor, z.literal('max')]),
  /** Scripts of this world only. They are tried before the scripts of the fake. */
  scenarios: z.array(scenario),
  /** Every record, including records of the fixture. */
  fixture,
  tables,
})

export type Snapshot = z.infer<typeof snapshot>
export type SnapshotTables = z.infer<typeof tables>
