import { durationForm } from '../../contract/duration.ts'
import { ownLimits } from '../../contract/limits.ts'
import type { World } from '../world/world.ts'
import { ControlError } from './control-error.ts'
import type { ControlRoutes } from './control-context.ts'
import { type WorldTime, clockMove } from '../../contract/control/worlds.ts'

export function describeTime({ clock }: World): WorldTime {
  const { frozen, scale } = clock.state
  return { now: clock.iso(), frozen, scale }
}

/** Advances, freezes or scales the time of a world. Events that become due happen in order. */
export function moveClock(world: World, body: unknown): WorldTime {
  const { clock } = world
  const read = clockMove.safeParse(body)
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
      requireWorldTime(clock.now() + data.advance)
      clock.advance(data.advance)
    }
  else if ('freeze' in data)
    if (data.freeze === true) clock.freeze()
    else clock.freeze(requireWorldTime(Date.parse(data.freeze)))
  else clock.resume('scale' in data ? data.scale : 1)
  return describeTime(world)
}

/** Returns a time within the range of worlds. Throws a `ControlError` for other times. */
function requireWorldTime(aim: number): number {
  const { first, last } = ownLimits.worldTime
  if (aim >= first && aim <= last) return aim
  const [from, to] = [first, last].map((end) => new Date(end).toISOString().slice(0, 10))
  throw new ControlError(422, `The time of a world must be between ${from} and ${to}.`)
}

export const clockRoutes: ControlRoutes = {
  'GET clock': ({ world }) => describeTime(world),
  'POST clock': ({ world, body }) => moveClock(world, body),
}
