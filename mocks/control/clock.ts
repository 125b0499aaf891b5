import * as z from 'zod/mini'
import { duration, durationForm, timeFactor } from '../../contract/duration.ts'
import { ownLimits } from '../../contract/limits.ts'
import type { World } from '../world/world.ts'
import { ControlError } from './control-error.ts'
import type { ControlRoutes } from './control-context.ts'

/** ISO 8601 with a zone; a date alone is its beginning in UTC. */
const moment = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/),
  z.refine((text) => !Number.isNaN(Date.parse(text))),
)

const move = z.union([
  z.strictObject({ advance: z.union([z.literal('next'), duration]) }),
  z.strictObject({ freeze: z.union([z.literal(true), moment]) }),
  z.strictObject({ resume: z.literal(true) }),
  z.strictObject({ scale: timeFactor }),
])

/** How the time of a world stands. */
export type WorldTime = {
  /** ISO 8601, UTC. */
  readonly now: string
  readonly frozen: boolean
  /** Seconds of the world to one of the machine. */
  readonly scale: number
}

export function describeTime({ clock }: World): WorldTime {
  const { frozen, scale } = clock.state
  return { now: clock.iso(), frozen, scale }
}

/** Moves, stops or scales the time of a world; what falls due on the way happens, in order. */
export function moveClock(world: World, body: unknown): WorldTime {
  const { clock } = world
  const read = move.safeParse(body)
  if (!read.success)
    throw new ControlError(
      422,
      'Send one of {"advance": "2h"}, {"advance": "next"}, {"freeze": true}, ' +
        '{"freeze": "2026-11-21T08:00:00.000Z"}, {"resume": true}, {"scale": 60}; ' +
        `a duration is ${durationForm}; a scale goes from ${ownLimits.speed.min} to ${ownLimits.speed.max}.`,
    )
  const { data } = read
  if ('advance' in data)
    if (data.advance === 'next') clock.step()
    else {
      reachable(clock.now() + data.advance)
      clock.advance(data.advance)
    }
  else if ('freeze' in data)
    if (data.freeze === true) clock.freeze()
    else clock.freeze(reachable(Date.parse(data.freeze)))
  else clock.resume('scale' in data ? data.scale : 1)
  return describeTime(world)
}

/** A moment that a world can have. Throws `ControlError` for another. */
function reachable(aim: number): number {
  const { first, last } = ownLimits.worldTime
  if (aim >= first && aim <= last) return aim
  const [from, to] = [first, last].map((end) => new Date(end).toISOString().slice(0, 10))
  throw new ControlError(422, `The time of a world stays between ${from} and ${to}.`)
}

export const clockRoutes: ControlRoutes = {
  'GET clock': ({ world }) => describeTime(world),
  'POST clock': ({ world, body }) => moveClock(world, body),
}

/** How fast streams are told: what divides their pauses, or `max` for none. */
export type Speed = number | 'max'

const unbounded = z.pipe(
  z.custom<number>((given) => given === Number.POSITIVE_INFINITY),
  z.transform(() => 'max' as const),
)

/** Reads a speed. */
export const speed = z.union([timeFactor, z.literal('max'), unbounded])

export const fromSpeedFactor = (factor: number): Speed => (Number.isFinite(factor) ? factor : 'max')
export const toSpeedFactor = (given: Speed) => (given === 'max' ? Number.POSITIVE_INFINITY : given)
