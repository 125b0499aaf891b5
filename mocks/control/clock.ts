import * as z from 'zod/mini'
import { duration, durationForm } from '../../contract/duration.ts'
import { ControlError } from './control-error.ts'
import type { ControlRoutes, ControlVisit } from './control-visit.ts'

const move = z.union([
  z.strictObject({ advance: duration }),
  z.strictObject({ freeze: z.literal(true) }),
  z.strictObject({ resume: z.literal(true) }),
  z.strictObject({ scale: z.number().check(z.gt(0)) }),
])

/** The time of a world, ISO 8601. */
const tellTime = ({ world }: ControlVisit) => ({ now: world.clock.iso() })

/** Moves, stops or scales the time of a world; what falls due on the way happens, in order. */
function moveClock(visit: ControlVisit) {
  const { clock } = visit.world
  const read = move.safeParse(visit.body)
  if (!read.success)
    throw new ControlError(
      422,
      'Send one of {"advance": "2h"}, {"freeze": true}, {"resume": true}, {"scale": 60}; ' +
        `a duration is ${durationForm}.`,
    )
  if ('advance' in read.data) clock.advance(read.data.advance)
  else if ('freeze' in read.data) clock.freeze()
  else clock.resume('scale' in read.data ? read.data.scale : 1)
  return tellTime(visit)
}

export const clockRoutes: ControlRoutes = { 'GET clock': tellTime, 'POST clock': moveClock }
