import type { Turn } from '../world/turns.ts'
import type { World } from '../world/world.ts'
import { ControlError, unknownNameError, parseInput } from './control-error.ts'
import type { ControlRoutes } from './control-context.ts'
import { type Speed, fromSpeedFactor, toSpeedFactor } from '../../contract/duration.ts'
import {
  type DirectorState,
  direction,
  directionForm,
  type Direction,
} from '../../contract/control/worlds.ts'

export function directorState({
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

/** Runs a director command on the running turns or the next one. Throws `ControlError`. */
export function runDirectorCommand(world: World, body: unknown): DirectorState {
  const input = parseInput(direction, body, directionForm)
  const { clock } = world
  if ('next' in input) world.director.pending = nextOf(world, input.next)
  else if ('say' in input) say(world, input)
  else if ('pause' in input) clock.freeze()
  else if ('resume' in input) clock.resume(clock.state.scale)
  else if ('step' in input) step(world)
  else if ('skip' in input) skip(world)
  else retime(world, input.speed)
  return directorState(world)
}

function nextOf({ scenarios }: World, name: string | null): Direction | undefined {
  if (name === null) return undefined
  const names = scenarios.map((one) => one.name)
  if (!names.includes(name)) throw unknownNameError('scenario', name, names)
  return { next: name }
}

/**
 * Replaces the rest of the newest running turn by a text. Without one, the next turn sends it. If a
 * turn runs that has sent its answer already, only the next turn of its conversation does.
 */
function say(world: World, input: Extract<Direction, { readonly say: string }>): void {
  const { conversation_id: wanted } = input
  if (wanted !== undefined && world.store.conversations.get(wanted) === undefined)
    throw new ControlError(422, `There is no conversation \`${wanted}\`.`)
  const turn = [...world.runningTurns].findLast(
    ({ acceptsText, conversationId }) =>
      acceptsText && (wanted === undefined || conversationId === wanted),
  )
  if (turn !== undefined) {
    turn.inputs.say(input.say)
    return
  }
  const conversation_id = wanted ?? [...world.runningTurns].at(-1)?.conversationId
  world.director.pending = {
    say: input.say,
    ...(conversation_id !== undefined && { conversation_id }),
  }
}

function step({ clock }: World): void {
  clock.freeze()
  if (!clock.step())
    throw new ControlError(409, 'This world has no scheduled event. Start a turn first.')
}

function skip({ clock, runningTurns: running }: World): void {
  const due = [...running].flatMap(({ playback: playing }: Turn) => playing?.nextDueAt ?? [])
  if (due.length === 0)
    throw new ControlError(
      409,
      'No turn has a next event. Start a turn, or decide the approval that it waits for.',
    )
  clock.advance(Math.max(0, Math.min(...due) - clock.now()))
}

function retime(world: World, input: Speed): void {
  world.override('speed', input)
  for (const { playback: playing } of world.runningTurns) playing?.setSpeed(toSpeedFactor(input))
  // Streams wait for this, so that no client sees an event that a crash could undo.
  world.changes.flush()
}

export const directorRoutes: ControlRoutes = {
  'GET director': ({ world }) => directorState(world),
  'POST director': ({ world, body }) => runDirectorCommand(world, body),
}
