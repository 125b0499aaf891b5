import type { Scenario } from '../../../contract/scripts/scenario.ts'
import { writeAnswer } from './answer-lines.ts'
import { type TurnSurroundings, writeCalls, writeInject } from './call-lines.ts'
import { EventReader } from './event-reader.ts'
import { haveTimes, withTimes } from './event-times.ts'
import { failureIn } from './failures.ts'
import { LineWriter } from './line-writer.ts'
import { writePlan } from './plan-lines.ts'
import { isPhase, type RecordedEvent, type TimedEvent, textOf } from './recorded-event.ts'
import { closingParts, closingTime, writeEnd } from './turn-end.ts'
import { writeThought } from './thought-lines.ts'

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
  const writer = new LineWriter()
  // The start of the first thought is the start of the script.
  const [first] = timed
  if (mode === 'react' && first !== undefined) writer.skipTo(first)
  const done = timed.findIndex(({ name }) => name === 'done')
  const failed = failureIn(timed)
  const end = done === -1 ? timed.findLastIndex(({ name }) => name === 'error') : done
  const reader = new EventReader(timed.slice(0, end === -1 ? undefined : end))
  const answer = writeLines(reader, writer, mode, surroundings)
  const closing = end === -1 ? [] : timed.slice(end)
  if (failed !== undefined) {
    const [failure] = closing
    if (failure !== undefined) writer.waitFor(failure)
    writer.write({ fail: failed })
  } else writeEnd(writer, closing, answer, mode)
  const script = [...writer.script]
  if (script.length === 0) script.push({ pause: 0 })
  if (!haveTimes(events)) writer.notes.add('its pace is made up where no times were recorded')
  if (end === -1) writer.notes.add('the recording ends inside this turn')
  return {
    mode,
    parts: {
      script,
      ...closingParts(closing),
      ...(routing !== undefined && routing !== '' && { routing }),
      own_pauses: false,
      ...closingTime(closing),
      ...(JSON.stringify(script).includes('{{') && { literal: true }),
    },
    notes: [...writer.notes],
  }
}

/** Writes all lines before the end of a turn. Returns the text of its answer. */
function writeLines(
  reader: EventReader,
  writer: LineWriter,
  mode: 'react' | 'dag',
  surroundings: TurnSurroundings,
): string {
  const thinking = { isOpen: mode === 'react', isFresh: mode === 'react' }
  let answer = ''
  let thought: string | undefined
  while (!reader.isAtEnd) {
    const next = reader.peek() as TimedEvent
    if (isPhase(next, 'selecting_tools', 'done')) {
      // The fake sends it after the first pause of a script.
      if (writer.lines.length === 0) writer.waitFor(next)
      reader.take()
      continue
    }
    if (mode === 'dag' && writePlan(reader, writer)) continue
    const text = writeAnswer(reader, writer)
    if (text !== undefined) {
      answer += text
      thinking.isOpen = false
      continue
    }
    if (writeCalls(reader, writer, thinking, thought, surroundings)) continue
    const reasoning = textOf(next.data['reasoning'])
    if (next.name === 'step' && next.data['type'] === 'thinking' && reasoning) thought = reasoning
    if (writeThought(reader, writer, thinking)) continue
    reader.take()
    if (next.name === 'inject') {
      writeInject(writer, next)
      thinking.isFresh = thinking.isOpen
    } else if (next.name !== 'end' && next.name !== 'resume_done') writer.writeEvent(next)
  }
  return answer
}
