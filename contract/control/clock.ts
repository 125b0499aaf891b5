import * as z from 'zod/mini'
import { duration, durationForm, moment, timeFactor } from '../duration.ts'
import { ownLimits } from '../limits.ts'
import { bodyOf } from './operation.ts'

// The control API of the clock of a world: the schema of requests and the types of responses.

/** The body of `POST clock`. */
export const clockMove = bodyOf(
  z.union([
    z.strictObject({ advance: z.union([z.literal('next'), duration]) }),
    z.strictObject({ freeze: z.union([z.literal(true), moment]) }),
    z.strictObject({ resume: z.union([z.literal(true), z.literal('real')]) }),
    z.strictObject({ scale: timeFactor }),
  ]),
  'Send one of {"advance": "2h"}, {"advance": "next"}, {"freeze": true}, ' +
    '{"freeze": "2026-11-21T08:00:00.000Z"}, {"resume": true}, {"resume": "real"}, {"scale": 60}; ' +
    `a duration is ${durationForm}; a scale goes from ${ownLimits.speed.min} to ${ownLimits.speed.max}.`,
  { isFormEnough: true },
)

/** The response to `GET clock`: the time of a world. */
export type WorldTime = {
  /** The current time of the world: ISO 8601, UTC. */
  readonly now: string
  readonly frozen: boolean
  /** Seconds that pass in the world per real second. */
  readonly scale: number
  /**
   * Milliseconds that the world's clock was ahead of the machine when it was last changed; negative
   * if behind.
   */
  readonly ahead_ms: number
}

/** A change or event that is due when the clock of a world reaches a time. */
export type DueItem = {
  /** The time at which the item is due: ISO 8601, UTC. */
  readonly at: string
  /**
   * `event`: the next event of a stream. `approval`, `key`, `session`: an approval, key or session
   * expires. `title`: the title of a conversation is stored. `change`: a record changes. `delay`: a
   * fault releases a response.
   */
  readonly kind: 'event' | 'approval' | 'title' | 'change' | 'delay' | 'key' | 'session'
  /** The tool of an approval, the title, the name of a key, or the email of a session's user. */
  readonly subject: string | null
}

/** The response to `GET clock/due`: the next due items, the earliest first. */
export type DueList = {
  readonly now: string
  readonly due: readonly DueItem[]
  /** The number of later items that are not listed. */
  readonly more: number
}
