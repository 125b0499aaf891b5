import type { Turn } from '../world/turns.ts'
import type { World } from '../world/world.ts'
import { ControlError, unknownNameError, parseInput } from './control-error.ts'
import type { ControlRoutes } from './control-context.ts'
import { toSpeedFactor, fromSpeedFactor } from './clock.ts'
import {
  type Speed,
  type DirectorState,
  direction,
  directionForm,
  type Direction,
} from '../../contract/control/worlds.ts'

export function describeDirector({
  clock,
  director,
  speed: factor,
  runningTurns: running,
}: World): DirectorState {
  return {
    paused: clock.state.frozen,
    speed: fromSpeedFactor(factor),
    waiting: director.pending ?? null,
    turns: [...running].map((turn) => ({
      id: turn.id,
      conversation_id: turn.conversationId ?? null,
      mode: turn.mode,
      events: turn.events.length,
      next_beat_at: momentOf(turn.playback?.nextDueAt),
      awaiting: turn.pendingConfirmation ?? null,
    })),
  }
}

const momentOf = (due: number | undefined) =>
  due === undefined ? null : new Date(due).toISOString()

/** Directs the turns of a world, running ones and the next. Throws `ControlError`. */
export function directTurns(world: World, body: unknown): DirectorState {
  const given = parseInput(direction, body, directionForm)
  const { clock } = world
  if ('next' in given) world.director.pending = nextOf(world, given.next)
  else if ('say' in given) say(world, given.say)
  else if ('pause' in given) clock.freeze()
  else if ('resume' in given) clock.resume(clock.state.scale)
  else if ('step' in given) step(world)
  else if ('skip' in given) skip(world)
  else retime(world, given.speed)
  return describeDirector(world)
}

function nextOf({ scenarios }: World, name: string | null): Direction | undefined {
  if (name === null) return undefined
  const names = scenarios.map((one) => one.name)
  if (!names.includes(name)) throw unknownNameError('scenario', name, names)
  return { next: name }
}

/** A turn that runs says it at its next line; else the next turn does. */
function say(world: World, text: string): void {
  const turn = [...world.runningTurns].findLast(({ acceptsText: takesTexts }) => takesTexts)
  if (turn === undefined) world.director.pending = { say: text }
  else turn.overrideText = text
}

function step({ clock }: World): void {
  clock.freeze()
  if (!clock.step()) throw new ControlError(409, 'Nothing is due in this world: start a turn.')
}

function skip({ clock, runningTurns: running }: World): void {
  const due = [...running].flatMap(({ playback: playing }: Turn) => playing?.nextDueAt ?? [])
  if (due.length === 0)
    throw new ControlError(409, 'No turn waits for its next beat: start one, or decide for it.')
  clock.advance(Math.max(0, Math.min(...due) - clock.now()))
}

function retime(world: World, given: Speed): void {
  world.override('speed', given)
  for (const { playback: playing } of world.runningTurns) playing?.setSpeed(toSpeedFactor(given))
  // Before a reader whom this woke can go on: nobody sees an event that a crash could undo.
  world.changes.flush()
}

export const directorRoutes: ControlRoutes = {
  'GET director': ({ world }) => describeDirector(world),
  'POST director': ({ world, body }) => directTurns(world, body),
}
