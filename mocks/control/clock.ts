import { ownLimits } from '../../contract/limits.ts'
import { toIsoTime } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import { ControlError } from './control-error.ts'
import type { ControlFunctions } from './control-context.ts'
import type { DueItem, DueList, WorldTime } from '../../contract/control/clock.ts'
import type { ReadBody } from '../../contract/control/operation.ts'
import type { ControlOperations } from '../../contract/control/operations.ts'

export function describeTime({ clock }: World): WorldTime {
  const { frozen, scale, world, wall } = clock.state
  return { now: clock.iso(), frozen, scale, ahead_ms: Math.round(world - wall) }
}

/** The maximum number of items in `GET clock/due`. */
const maxDue = 50

/** Lists the next due events of a world: pending tasks, and the ends of keys and sessions. */
function listDue(world: World): DueList {
  const { clock } = world
  const now = clock.now()
  const all = [...clock.upcoming(), ...keyExpiries(world), ...sessionEnds(world)]
    .filter(({ due }) => due >= now)
    .toSorted((a, b) => a.due - b.due)
  return {
    now: clock.iso(),
    due: all.slice(0, maxDue).map(({ due, ...item }) => ({ at: toIsoTime(due), ...item })),
    more: Math.max(0, all.length - maxDue),
  }
}

/** Advances, freezes or scales the time of a world. Events that become due happen in order. */
function moveClock(world: World, move: ReadBody<ControlOperations['POST clock']>): WorldTime {
  const { clock } = world
  if ('advance' in move)
    if (move.advance === 'next') clock.step()
    else {
      requireWorldTime(clock.now() + move.advance)
      clock.advance(move.advance)
    }
  else if ('freeze' in move)
    if (move.freeze === true) clock.freeze()
    else clock.freeze(requireWorldTime(Date.parse(move.freeze)))
  else clock.resume('scale' in move ? move.scale : clock.state.scale)
  if ('resume' in move && move.resume === 'real') {
    // The clock has just been resumed, so `wall` is the current time of the machine.
    clock.freeze(clock.state.wall)
    clock.resume()
  }
  return describeTime(world)
}

/** Returns the time `aim`. Throws a `ControlError` if it is outside the range of world times. */
function requireWorldTime(aim: number): number {
  const { first, last } = ownLimits.worldTime
  if (aim >= first && aim <= last) return aim
  const [from, to] = [first, last].map((end) => new Date(end).toISOString().slice(0, 10))
  throw new ControlError(422, `The time of a world must be between ${from} and ${to}.`)
}

type DueEntry = Omit<DueItem, 'at'> & { readonly due: number }

const keyExpiries = ({ store }: World): DueEntry[] =>
  [...store.keys.values()].flatMap(({ expires_at, is_active, name }) =>
    expires_at === null || !is_active
      ? []
      : [{ due: Date.parse(expires_at), kind: 'key', subject: name }],
  )

/** Lists the times at which sessions will end if their users do not refresh them. */
const sessionEnds = ({ store, sessions }: World): DueEntry[] =>
  [...store.users.values()].flatMap(({ id, email }) =>
    sessions.list(id).map(({ expires_at }) => ({
      due: Date.parse(expires_at),
      kind: 'session',
      subject: email,
    })),
  )

export const clockRoutes = {
  'GET clock': ({ world }) => describeTime(world),
  'GET clock/due': ({ world }) => listDue(world),
  'POST clock': ({ world, body }) => moveClock(world, body),
} satisfies Partial<ControlFunctions>
