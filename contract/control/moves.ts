import * as z from 'zod/mini'
import { duration } from '../duration.ts'
import { ownLimits } from '../limits.ts'
import type { Snapshot } from '../snapshot.ts'
import { bodyOf } from './operation.ts'

// The control API that moves worlds from one replica to another.

/** The body of `PUT moves`. */
export const moveStart = bodyOf(
  z.strictObject({
    for: duration.check(
      z.refine(
        (ms) => ms >= 1000 && ms <= ownLimits.worldMove.maxMs,
        'Give a duration from 1s to 10m',
      ),
    ),
  }),
  'Send {"for": "1m"}: at most 10m. To extend the move, send it again before it ends.',
)

/** The response to `GET moves` and `PUT moves`. */
export type MoveStatus = {
  /** The name of the replica; null if the server was started without a name. */
  readonly replica: string | null
  /** The time at which the move ends automatically, as ISO 8601; null if no worlds move. */
  readonly until: string | null
  /** The names of all worlds of this replica, in memory and in storage. */
  readonly worlds: readonly string[]
}

/** The response to `POST moves/{name}`: a sealed world, with the data for its new replica. */
export type SealedWorld = {
  /** The snapshot; absent for an unused world, because every replica can create the same world. */
  readonly snapshot?: Snapshot
  readonly ttl_ms: number | null
  readonly digest: string | null
}

/** The body of `PUT moves/{name}`. */
export const arrival = bodyOf(
  z.strictObject({
    snapshot: z.unknown(),
    ttl_ms: z.nullable(z.number().check(z.gte(0))),
    digest: z.optional(z.nullable(z.string())),
  }),
  'Send the response of POST moves/{name}.',
)

/** The response to `PUT moves/{name}`: confirms that the world is stored, with this digest. */
export type ArrivedWorld = { readonly replica: string | null; readonly digest: string }
