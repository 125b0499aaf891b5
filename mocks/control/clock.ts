import * as z from 'zod/mini'
import { ControlError } from './control-error.ts'
import type { ControlRoutes, ControlVisit } from './control-visit.ts'

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const duration = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/

const move = z.union([
  z.strictObject({
    advance: z.union([z.number().check(z.gte(0)), z.string().check(z.regex(duration))]),
  }),
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
        'a duration is a number of milliseconds, or such as 800ms, 90s, 5m, 2h, 1d.',
    )
  if ('advance' in read.data) clock.advance(milliseconds(read.data.advance))
  else if ('freeze' in read.data) clock.freeze()
  else clock.resume('scale' in read.data ? read.data.scale : 1)
  return tellTime(visit)
}

function milliseconds(given: number | string): number {
  if (typeof given === 'number') return given
  const [, amount, unit] = duration.exec(given) ?? []
  return Number(amount) * units[unit as keyof typeof units]
}

export const clockRoutes: ControlRoutes = { 'GET clock': tellTime, 'POST clock': moveClock }
