import type { Turn } from '../world/turns.ts'
import type { World } from '../world/world.ts'
import { ControlError, unknownNameError } from './control-error.ts'
import type { ControlFunctions } from './control-context.ts'
import { type Speed, fromSpeedFactor, toSpeedFactor } from '../../contract/duration.ts'
import type { Direction, DirectorState, TurnOutline } from '../../contract/control/director.ts'
import type { ReadBody } from '../../contract/control/operation.ts'
import type { ControlOperations } from '../../contract/control/operations.ts'

function directorState({
  clock,
  director,
  speed: factor,
  runningTurns: running,
  answered,
}: World): DirectorState {
  return {
    paused: clock.state.frozen,
    speed: fromSpeedFactor(factor),
    waiting: director.pending ?? null,
    queue: director.queue,
    turns: [...running].map((turn) => ({
      id: turn.id,
      conversation_id: turn.conversationId ?? null,
      mode: turn.mode,
      question: turn.played?.question ?? '',
      script: turn.played?.scenario ?? null,
      events: turn.events.length,
      next_beat_at: momentOf(turn.playback?.nextDueAt),
      awaiting: turn.pendingConfirmation ?? null,
    })),
    ...(answered.length > 0 && {
      answered: answered.map(({ name, about = '' }) => ({ script: name, about })),
    }),
  }
}

const momentOf = (due: number | undefined) =>
  due === undefined ? null : new Date(due).toISOString()

/** Runs a director command on the running turns or the next one. Throws `ControlError`. */
function runDirectorCommand(
  world: World,
  input: ReadBody<ControlOperations['POST director']>,
): DirectorState {
  const { clock } = world
  if ('next' in input) chooseScripts(world, [input.next ?? []].flat())
  else if ('say' in input) directText(world, input)
  else if ('pause' in input) clock.freeze()
  else if ('resume' in input) clock.resume(clock.state.scale)
  else if ('step' in input) sendNextEvent(world)
  else if ('skip' in input) skipToNextEvent(world)
  else if ('keep' in input) keepModelScript(world, input.keep)
  else changeSpeed(world, input.speed)
  return directorState(world)
}

function chooseScripts({ scenarios, director }: World, wanted: readonly string[]): void {
  const names = scenarios.map((one) => one.name)
  for (const name of wanted)
    if (!names.includes(name)) throw unknownNameError('scenario', name, names)
  director.setScripts(wanted)
}

/**
 * Replaces the remaining lines of the newest running turn by a text. An aside is sent before the
 * next line, and then the script continues. Without a running turn, the next turn sends the text.
 * If the running turn has sent its answer, the next turn of its conversation sends the text.
 */
function directText(world: World, input: Extract<Direction, { readonly say: string }>): void {
  const { conversation_id: wanted, aside } = input
  if (wanted !== undefined && world.store.conversations.get(wanted) === undefined)
    throw new ControlError(
      422,
      `There is no conversation \`${wanted}\`. Send the id of an existing one, or none.`,
    )
  const turn = [...world.runningTurns].findLast(
    ({ acceptsText, conversationId }) =>
      acceptsText && (wanted === undefined || conversationId === wanted),
  )
  if (turn !== undefined) {
    turn.inputs.say(input.say, aside)
    return
  }
  const conversation_id = wanted ?? [...world.runningTurns].at(-1)?.conversationId
  world.director.say({
    say: input.say,
    ...(conversation_id !== undefined && { conversation_id }),
    ...(aside && { aside }),
  })
}

const dueOf = ({ playback }: Turn) => playback?.nextDueAt ?? Number.POSITIVE_INFINITY

/**
 * Sends only the next event of the running turn whose event is due first. Without a running turn, time
 * moves to the next scheduled event of the world.
 */
function sendNextEvent({ clock, runningTurns: running }: World): void {
  clock.freeze()
  const [turn] = [...running].toSorted((a, b) => dueOf(a) - dueOf(b))
  if (turn === undefined) {
    if (!clock.step())
      throw new ControlError(409, 'This world has no scheduled event. Start a turn first.')
    return
  }
  if (dueOf(turn) === Number.POSITIVE_INFINITY) throw noNextEvent()
  const before = turn.events.length
  // Repeats until an event is sent: a step that begins a new line of the script sends none.
  while (turn.events.length === before && turn.playback?.nextDueAt !== undefined)
    turn.playback.step()
}

/** Throws a `ControlError` if no turn with this id is running. */
function outlineTurn({ clock, runningTurns: running }: World, id: string): TurnOutline {
  const turn = [...running].find((one) => one.id === id)
  if (turn?.played === undefined)
    throw new ControlError(404, `No turn \`${id}\` is running. GET director lists running turns.`)
  return { id, now: clock.iso(), ...turn.played.outline() }
}

function skipToNextEvent({ clock, runningTurns }: World): void {
  const turns = [...runningTurns]
  const countEvents = () => turns.reduce((sum, { events }) => sum + events.length, 0)
  const nextDue = () => Math.min(...turns.map(dueOf))
  if (nextDue() === Number.POSITIVE_INFINITY) throw noNextEvent()
  const before = countEvents()
  // Repeats until an event is sent: the end of a pause sends none if another pause follows.
  while (countEvents() === before && nextDue() < Number.POSITIVE_INFINITY)
    clock.advance(Math.max(0, nextDue() - clock.now()))
}

const noNextEvent = () =>
  new ControlError(
    409,
    'No turn has a next event. Start a turn, or decide the approval that it waits for.',
  )

/** Creates a script from a turn that a model played. The script takes precedence over all other scripts. */
function keepModelScript(world: World, wanted: string): void {
  const { answered, ownScenarios } = world
  const script = answered.findLast(({ name }) => name === wanted)
  const names = answered.map(({ name }) => name)
  if (script === undefined) throw unknownNameError('model answer', wanted, names)
  world.override('scenarios', [script, ...ownScenarios.filter(({ name }) => name !== wanted)])
  world.answered = answered.filter(({ name }) => name !== wanted)
}

function changeSpeed(world: World, input: Speed): void {
  world.override('speed', input)
  for (const { playback: playing } of world.runningTurns) playing?.setSpeed(toSpeedFactor(input))
  // The changes are written now, because a stream must not send an event that a crash could undo.
  world.changes.flush()
}

export const directorRoutes = {
  'GET director': ({ world }) => directorState(world),
  'GET director/turns/{id}': ({ world, params }) => outlineTurn(world, params.id),
  'POST director': ({ world, body }) => runDirectorCommand(world, body),
} satisfies Partial<ControlFunctions>
