import { noPauses, ownPauses } from '../../../contract/scripts/own-pauses.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import type { TurnSurroundings } from './approval-lines.ts'
import { haveOwnPauses, haveTimes, withTimes } from './event-times.ts'
import { failureIn } from './failures.ts'
import { LineWriter } from './line-writer.ts'
import { isPhase, type RecordedEvent, textOf } from './recorded-event.ts'
import { closingParts, closingTime, writeEnd } from './turn-end.ts'
import { writeLines } from './turn-lines.ts'

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
