import { noPauses, ownPauses } from '../../../contract/scripts/own-pauses.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import { type TurnSurroundings, writeApproval } from './approval-lines.ts'
import { failureIn, closingParts, closingTime, writeEnd } from './turn-end.ts'
import { LineWriter } from './line-writer.ts'
import {
  isPhase,
  type RecordedEvent,
  textOf,
  isAnswer,
  isStep,
  type TimedEvent,
  EventReader,
} from './recorded-event.ts'
import { writeAnswer } from './answer-lines.ts'
import { writeCalls, writeInject } from './call-lines.ts'
import { writePlan } from './plan-lines.ts'
import { beginThought, writeThought } from './thought-lines.ts'

/** The parts of a script that the events of a turn decide. */
export type TurnScript = {
  readonly mode: 'react' | 'dag'
  readonly parts: Pick<
    Scenario,
    'script' | 'suggestions' | 'title' | 'usage' | 'routing' | 'own_pauses' | 'closing' | 'literal'
  >
  /** What plays in another way than it was recorded. */
  readonly notes: readonly string[]
}

/** Whether the events of a turn come to its end. */
export const isComplete = (events: readonly RecordedEvent[]) =>
  events.some(({ name }) => name === 'done' || name === 'end' || name === 'error')

/** The endpoint that played these events: plans are only on `dag`. */
export function modeOf(events: readonly RecordedEvent[]): 'react' | 'dag' | undefined {
  const routed = events.find(({ name }) => name === 'routing')?.data['mode']
  if (routed === 'react' || routed === 'dag') return routed
  if (events.some((event) => event.name === 'step_progress' || isPhase(event, 'planning', 'start')))
    return 'dag'
  return events.some(({ name }) => name === 'step') ? 'react' : undefined
}

/** Turns the events of a complete turn into the lines of a script. */
export function turnScript(
  events: readonly RecordedEvent[],
  mode: 'react' | 'dag',
  surroundings: TurnSurroundings,
): TurnScript {
  const timed = withTimes(events.filter(({ name }) => name !== 'routing'))
  const routing = textOf(events.find(({ name }) => name === 'routing')?.data['reasoning'])
  const pauses = haveOwnPauses(timed, mode) ? ownPauses : noPauses
  const writer = new LineWriter(pauses)
  // The start of the first thought is the start of the script.
  const [first] = timed
  if (mode === 'react' && first !== undefined) writer.skipTo(first)
  const done = timed.findIndex(({ name }) => name === 'done')
  const failed = failureIn(timed)
  const end = done === -1 ? timed.findLastIndex(({ name }) => name === 'error') : done
  const before = timed.slice(0, end === -1 ? undefined : end)
  const answer = writeLines(before, writer, mode, surroundings)
  const closing = end === -1 ? [] : timed.slice(end)
  if (failed !== undefined) {
    const [failure] = closing
    if (failure !== undefined) writer.waitFor(failure)
    writer.write({ fail: failed })
  } else writeEnd(writer, closing, answer, mode)
  const script = [...writer.script]
  if (script.length === 0) script.push({ pause: 0 })
  if (!haveTimes(events)) writer.notes.add('its pace is made up where no times were recorded')
  if (mode === 'react' && !before.some(({ name }) => name !== 'answer'))
    writer.notes.add('only its answer was stored')
  if (end === -1) writer.notes.add('the recording ends inside this turn')
  return {
    mode,
    parts: {
      script,
      ...closingParts(closing),
      ...(routing !== undefined && routing !== '' && { routing }),
      ...(pauses === noPauses && { own_pauses: false }),
      ...closingTime(closing),
      ...(JSON.stringify(script).includes('{{') && { literal: true }),
    },
    notes: [...writer.notes],
  }
}

/** A longer gap is none of the deployment: a laptop slept, or a clock jumped. In milliseconds. */
const longestGap = 10 * 60_000

/** Whether each event has its recorded time. */
const haveTimes = (events: readonly RecordedEvent[]) =>
  events.length > 0 && events.every(({ t }) => t !== undefined)

/**
 * The events with whole milliseconds that never fall. Times that were not recorded are made up, so
 * that the order of the events stays.
 */
function withTimes(events: readonly RecordedEvent[]): readonly TimedEvent[] {
  let now = 0
  let before: number | undefined = 0
  return events.map((event) => {
    const at = event.t === undefined ? undefined : Math.round(event.t)
    const gap = at === undefined || before === undefined ? gapBefore(event) : at - before
    now += Math.min(Math.max(0, gap), longestGap)
    before = at === undefined ? undefined : Math.max(before ?? at, at)
    return { ...event, t: now }
  })
}

/** How much a recorded pause may differ from one of the fake, in milliseconds. */
const jitter = 5

/** Whether a turn has the small pauses that the fake adds to those of a script. */
function haveOwnPauses(events: readonly TimedEvent[], mode: 'react' | 'dag'): boolean {
  const shown = events.flatMap((event, index) => {
    const next = events[index + 1]
    const pause = next && ownPauseBetween(event, next, mode)
    return pause === undefined || next === undefined ? [] : [Math.abs(next.t - event.t - pause)]
  })
  return shown.length > 0 && shown.every((difference) => difference <= jitter)
}

/** The pause that the fake always makes between these events. */
function ownPauseBetween(
  event: TimedEvent,
  next: TimedEvent,
  mode: 'react' | 'dag',
): number | undefined {
  if (mode === 'dag') return isPhase(event, 'planning', 'done') ? ownPauses.step : undefined
  if (isStep(event, 'iteration', 'done') && isStep(next, 'thinking', 'start'))
    return ownPauses.afterCall
  const isEnd = isStep(next, 'iteration', 'start') || isStep(next, 'answer', 'start')
  return isStep(event, 'thinking', 'done') && isEnd ? ownPauses.afterThought : undefined
}

/** A plausible gap before an event, in milliseconds. */
function gapBefore(event: RecordedEvent): number {
  const { name } = event
  if (isAnswer(event, 'delta') || isStep(event, 'thinking', 'delta')) return 40
  if (isStep(event, 'thinking', 'done')) return 400
  if (isStep(event, 'iteration', 'done') || isPhase(event, 'planning', 'done')) return 400
  if (name === 'step_progress' || isPhase(event, 'analyzing', 'done')) return 250
  return ['inject', 'suggestions', 'title'].includes(name) ? 500 : 0
}

/** Writes the lines of all events before the end of a turn. Returns the text of its answer. */
function writeLines(
  events: readonly TimedEvent[],
  writer: LineWriter,
  mode: 'react' | 'dag',
  surroundings: TurnSurroundings,
): string {
  const thinking = { isOpen: false, isFresh: mode === 'react' }
  if (mode === 'react') beginThought(writer, thinking)
  let answer = ''
  let thought: string | undefined
  const writeInside = (inner: readonly TimedEvent[]) => writeAll(new EventReader(inner))
  const writeAll = (reader: EventReader): void => {
    while (!reader.isAtEnd) {
      const next = reader.peek() as TimedEvent
      if (isPhase(next, 'selecting_tools', 'done')) {
        // The fake sends it after the first pause of a script.
        if (writer.lines.length === 0 && writer.pauses === noPauses) writer.waitFor(next)
        reader.take()
        continue
      }
      if (mode === 'dag' && writePlan(reader, writer)) continue
      const text = writeAnswer(reader, writer, thinking)
      if (text !== undefined) {
        answer += text
        continue
      }
      if (writeApproval(reader, writer, thinking, { ...surroundings, thought, writeInside }))
        continue
      if (writeCalls(reader, writer, thinking, thought)) continue
      const isThought = next.name === 'step' && next.data['type'] === 'thinking'
      if (isThought) thought = textOf(next.data['reasoning']) || thought
      if (writeThought(reader, writer, thinking)) continue
      reader.take()
      if (next.name === 'inject') {
        writeInject(writer, next)
        thinking.isFresh = thinking.isOpen
        if (thinking.isOpen && isStep(reader.peek(), 'thinking', 'start'))
          beginThought(writer, thinking)
      } else if (next.name !== 'end' && next.name !== 'resume_done') writer.writeEvent(next)
    }
  }
  writeAll(new EventReader(events))
  return answer
}
