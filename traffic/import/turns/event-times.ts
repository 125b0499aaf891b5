import { ownPauses } from '../../../contract/scripts/own-pauses.ts'
import { isAnswer, isPhase, isStep, type RecordedEvent, type TimedEvent } from './recorded-event.ts'

/** A longer gap is none of the deployment: a laptop slept, or a clock jumped. In milliseconds. */
const longestGap = 10 * 60_000

/** Whether each event has its recorded time. */
export const haveTimes = (events: readonly RecordedEvent[]) =>
  events.length > 0 && events.every(({ t }) => t !== undefined)

/**
 * The events with whole milliseconds that never fall. Times that were not recorded are made up, so
 * that the order of the events stays.
 */
export function withTimes(events: readonly RecordedEvent[]): readonly TimedEvent[] {
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
export function haveOwnPauses(events: readonly TimedEvent[], mode: 'react' | 'dag'): boolean {
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
