import { noPauses, ownPauses } from '../../../contract/scripts/own-pauses.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import {
  type TurnContext,
  writeApproval,
  writeCalls,
  writeInject,
  beginThought,
  writeThought,
  endThought,
  type ThoughtState,
} from './step-lines.ts'
import { LineWriter, withoutCursor, pacedTexts } from './line-writer.ts'
import {
  isPhaseEvent,
  type RecordedEvent,
  textOf,
  isAnswerEvent,
  isStepEvent,
  type TimedEvent,
  EventReader,
  usageIn,
} from './recorded-event.ts'
import { writePlan } from './plan-lines.ts'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import type { FailLine } from '../../../contract/scripts/lines.ts'

/** The parts of a script that come from the events of a turn. */
export type TurnScript = {
  readonly mode: 'react' | 'dag'
  readonly parts: Pick<
    Scenario,
    'script' | 'suggestions' | 'title' | 'usage' | 'routing' | 'own_pauses' | 'closing' | 'literal'
  >
  /** Notes on differences between the script and the recording. */
  readonly notes: readonly string[]
}

/** Whether the events include the end of the turn. */
export const isComplete = (events: readonly RecordedEvent[]) =>
  events.some(({ name }) => name === 'done' || name === 'end' || name === 'error')

/** The endpoint that sent these events. Only `dag` sends plans. */
export function turnModeOf(events: readonly RecordedEvent[]): 'react' | 'dag' | undefined {
  const routed = events.find(({ name }) => name === 'routing')?.data['mode']
  if (routed === 'react' || routed === 'dag') return routed
  if (
    events.some(
      (event) => event.name === 'step_progress' || isPhaseEvent(event, 'planning', 'start'),
    )
  )
    return 'dag'
  return events.some(({ name }) => name === 'step') ? 'react' : undefined
}

/** Converts the events of a complete turn to the lines of a script. */
export function turnScript(
  events: readonly RecordedEvent[],
  mode: 'react' | 'dag',
  surroundings: TurnContext,
): TurnScript {
  const timed = withTimes(events.filter(({ name }) => name !== 'routing'))
  const routing = textOf(events.find(({ name }) => name === 'routing')?.data['reasoning'])
  const pauses = haveOwnPauses(timed, mode) ? ownPauses : noPauses
  const writer = new LineWriter(pauses)
  // The time of the script starts with the first thought.
  const [first] = timed
  if (mode === 'react' && first !== undefined) writer.skipPauseTo(first)
  const done = timed.findIndex(({ name }) => name === 'done')
  const failed = findFailLine(timed)
  const end = done === -1 ? timed.findLastIndex(({ name }) => name === 'error') : done
  const before = timed.slice(0, end === -1 ? undefined : end)
  const answer = writeLines(before, writer, mode, surroundings)
  const closing = end === -1 ? [] : timed.slice(end)
  if (failed !== undefined) {
    const [failure] = closing
    if (failure !== undefined) writer.waitFor(failure)
    writer.write({ fail: failed })
  } else writeTurnEnd(writer, closing, answer, mode)
  const script = [...writer.script]
  if (script.length === 0) script.push({ pause: 0 })
  if (!haveAllTimes(events)) writer.notes.add('its pauses are made up where no times were recorded')
  const isStored = !events.some(({ name, t }) => name !== 'routing' && t !== undefined)
  if (isStored && mode === 'react' && before.every(({ name }) => name === 'answer'))
    writer.notes.add('the recording only has the stored answer of this turn')
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

/** The maximum gap in milliseconds. Longer gaps come from a sleeping laptop or a clock change. */
const maxGap = 10 * 60_000

/** Whether the recording has a time for every event. */
const haveAllTimes = (events: readonly RecordedEvent[]) =>
  events.length > 0 && events.every(({ t }) => t !== undefined)

/**
 * Gives events times in whole milliseconds that never decrease. Missing times are made up, and the
 * order stays.
 */
function withTimes(events: readonly RecordedEvent[]): readonly TimedEvent[] {
  let now = 0
  let before: number | undefined = 0
  return events.map((event) => {
    const at = event.t === undefined ? undefined : Math.round(event.t)
    const gap = at === undefined || before === undefined ? gapBefore(event) : at - before
    now += Math.min(Math.max(0, gap), maxGap)
    before = at === undefined ? undefined : Math.max(before ?? at, at)
    return { ...event, t: now }
  })
}

/** The tolerated difference between a recorded pause and a pause of the fake, in milliseconds. */
const pauseTolerance = 5

/** Whether a turn already has the small pauses that the fake adds to the pauses of a script. */
function haveOwnPauses(events: readonly TimedEvent[], mode: 'react' | 'dag'): boolean {
  const shown = events.flatMap((event, index) => {
    const next = events[index + 1]
    const pause = next && ownPauseBetween(event, next, mode)
    return pause === undefined || next === undefined ? [] : [Math.abs(next.t - event.t - pause)]
  })
  return shown.length > 0 && shown.every((difference) => difference <= pauseTolerance)
}

/** The pause in milliseconds that the fake always makes between two events. */
function ownPauseBetween(
  event: TimedEvent,
  next: TimedEvent,
  mode: 'react' | 'dag',
): number | undefined {
  if (mode === 'dag') return isPhaseEvent(event, 'planning', 'done') ? ownPauses.step : undefined
  if (isStepEvent(event, 'iteration', 'done') && isStepEvent(next, 'thinking', 'start'))
    return ownPauses.afterCall
  const isEnd = isStepEvent(next, 'iteration', 'start') || isStepEvent(next, 'answer', 'start')
  return isStepEvent(event, 'thinking', 'done') && isEnd ? ownPauses.afterThought : undefined
}

/** A plausible gap before an event without a recorded time, in milliseconds. */
function gapBefore(event: RecordedEvent): number {
  const { name } = event
  if (isAnswerEvent(event, 'delta') || isStepEvent(event, 'thinking', 'delta')) return 40
  if (isStepEvent(event, 'thinking', 'done')) return 400
  if (isStepEvent(event, 'iteration', 'done') || isPhaseEvent(event, 'planning', 'done')) return 400
  if (name === 'step_progress' || isPhaseEvent(event, 'analyzing', 'done')) return 250
  return ['inject', 'suggestions', 'title'].includes(name) ? 500 : 0
}

/** Writes the lines of all events before the end of a turn. Returns the answer text. */
function writeLines(
  events: readonly TimedEvent[],
  writer: LineWriter,
  mode: 'react' | 'dag',
  surroundings: TurnContext,
): string {
  const thinking = { isOpen: false, isStartNext: mode === 'react' }
  if (mode === 'react') beginThought(writer, thinking)
  let answer = ''
  let thought: string | undefined
  const writeInside = (inner: readonly TimedEvent[]) => writeAll(new EventReader(inner))
  const writeAll = (reader: EventReader): void => {
    while (!reader.isAtEnd) {
      const next = reader.peek() as TimedEvent
      if (isPhaseEvent(next, 'selecting_tools', 'done')) {
        // The fake itself ends `selecting_tools`, after the first pause of a script.
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
        thinking.isStartNext = thinking.isOpen
        if (thinking.isOpen && isStepEvent(reader.peek(), 'thinking', 'start'))
          beginThought(writer, thinking)
      } else if (next.name !== 'end' && next.name !== 'resume_done') writer.writeEvent(next)
    }
  }
  writeAll(new EventReader(events))
  return answer
}

const isBeforeAnswer = (event: TimedEvent | undefined) =>
  isStepEvent(event, 'answer', 'start') || event?.name === 'compact' || event?.name === 'heartbeat'

const answerText = ({ data }: TimedEvent) => textOf(data['text']) ?? ''

/** Whether an answer begins here, possibly after events that the fake sends before it. */
function beginsAnswer(reader: EventReader): boolean {
  let ahead = 0
  while (isBeforeAnswer(reader.peek(ahead))) ahead++
  return isAnswerEvent(reader.peek(ahead), 'start') || isAnswerEvent(reader.peek(ahead), 'delta')
}

/**
 * Writes an answer: its start, its deltas and its end. Returns its text; `undefined` if no answer
 * begins here.
 */
function writeAnswer(
  reader: EventReader,
  writer: LineWriter,
  thinking: ThoughtState,
): string | undefined {
  if (!beginsAnswer(reader)) return undefined
  const first = reader.peek()
  endThought(writer, thinking)
  if (first !== undefined) writer.waitFor(first)
  const before = reader.takeWhile((event) => isBeforeAnswer(event) || isAnswerEvent(event, 'start'))
  for (const { name, data } of before)
    if (name === 'compact') {
      const { original_messages, kept_messages } = data
      if (Number.isInteger(original_messages) && Number.isInteger(kept_messages))
        writer.write({
          compact: {
            original_messages: Number(original_messages),
            kept_messages: Number(kept_messages),
          },
        })
    }
  let text = ''
  let isEmpty = true
  for (;;) {
    const deltas = reader.takeWhile((event) => isAnswerEvent(event, 'delta'))
    text += deltas.map(answerText).join('')
    if (deltas.length > 0) isEmpty = false
    for (const paced of pacedTexts(writer.deltasOf(deltas, answerText)))
      writer.write({ answer: paced })
    const next = reader.peek()
    // A heartbeat does not end an answer.
    if (next?.name !== 'heartbeat') break
    if (isEmpty) writer.write({ answer: '' })
    isEmpty = false
    writer.writeEvent(reader.take())
  }
  if (isEmpty) writer.write({ answer: '' })
  if (isAnswerEvent(reader.peek(), 'done')) writer.waitFor(reader.take())
  return text
}

/**
 * The failure of a turn: an `error` event, or a `done` whose answer is the error message. Such a
 * `done` has no usage and no answer before it.
 */
function findFailLine(events: readonly TimedEvent[]): FailLine | undefined {
  const error = events.findLast(({ name }) => name === 'error')
  const done = events.find(({ name }) => name === 'done')
  if (error !== undefined && done === undefined) return toFailLine(error)
  if (done === undefined || done.data['usage'] !== undefined) return undefined
  if (events.some((event) => isAnswerEvent(event, 'delta'))) return undefined
  const text = textOf(done.data['answer']) ?? ''
  const [, kind = '', message = ''] =
    /^(?:Agent|Pipeline) error: ([^\s:]+): ([^]+)$/.exec(text) ?? []
  return kind === '' ? undefined : { error: kind, message }
}

function toFailLine({ data, payload }: TimedEvent): FailLine {
  const { error, code, type, message, detail } = data
  const texts = [error, code, type].flatMap((value) => textOf(value) || [])
  const firstText = [message, detail, error].map(textOf).find(Boolean)
  return {
    error: texts[0] ?? 'Error',
    message:
      firstText ?? (typeof payload === 'string' && payload !== '' ? payload : 'The turn failed.'),
  }
}

/** Events after `done` that the fake sends because of other fields of the script. */
const closingEvents = new Set([
  'end',
  'resume_done',
  'suggestions',
  'title',
  'post_processing',
  'heartbeat',
])

/** Writes `done`, if the fake's `done` would differ, and the unknown events after `done`. */
function writeTurnEnd(
  writer: LineWriter,
  closing: readonly TimedEvent[],
  answer: string,
  mode: 'react' | 'dag',
): void {
  const [done, ...after] = closing
  if (done === undefined) return
  writer.waitFor(done)
  const unknown = after.filter(({ name }) => !closingEvents.has(name) && name !== 'done')
  const given = textOf(done.data['answer'])
  if ((given ?? answer) === answer && unknown.length === 0) return
  writer.write({ send: { done: completeDone(done.data, given ?? answer, mode) } })
  for (const event of unknown)
    writer.write({ violate: { [event.name]: withoutCursor(event.payload) } })
}

const countOrZero = (value: unknown) => (Number.isInteger(value) ? Number(value) : 0)

/** A `done` event with all fields of the contract. */
function completeDone(data: JsonObject, answer: string, mode: 'react' | 'dag'): JsonObject {
  const usage = isObject(data['usage']) ? data['usage'] : {}
  const cache = isObject(data['cache']) ? data['cache'] : {}
  const prompt_tokens = countOrZero(usage['prompt_tokens'])
  const completion_tokens = countOrZero(usage['completion_tokens'])
  const total_tokens = prompt_tokens + completion_tokens
  return {
    answer,
    tokens: total_tokens,
    elapsed: Number(data['elapsed']) || 0,
    ...(mode === 'react'
      ? {
          iterations: countOrZero(data['iterations']),
          iter_elapsed: Number(data['iter_elapsed']) || 0,
        }
      : {
          achieved: data['achieved'] !== false,
          confidence: Number(data['confidence']) || 0,
          rounds: countOrZero(data['rounds']),
        }),
    usage: { prompt_tokens, completion_tokens, total_tokens },
    cache: {
      read_tokens: countOrZero(cache['read_tokens']),
      creation_tokens: countOrZero(cache['creation_tokens']),
    },
  }
}

/** The time from `done` to the events after it. */
function closingTime(closing: readonly TimedEvent[]): Pick<Scenario, 'closing'> {
  const [done] = closing
  const next =
    closing.find(({ name }) => name === 'suggestions' || name === 'title') ??
    closing.find(({ name }) => name === 'end')
  const time = done === undefined || next === undefined ? 0 : next.t - done.t
  return time > 0 ? { closing: time } : {}
}

/** The settings of a script for the suggestions, the title and the usage of a turn. */
function closingParts(
  closing: readonly TimedEvent[],
): Pick<Scenario, 'suggestions' | 'title' | 'usage'> {
  const [done] = closing
  const suggestions = closing.find(({ name }) => name === 'suggestions')?.data['items']
  const title = textOf(closing.find(({ name }) => name === 'title')?.data['title'])
  const usage = usageIn(done?.data['usage'])
  const cache = done?.data['cache']
  const read = isObject(cache) ? cache['read_tokens'] : undefined
  return {
    ...(Array.isArray(suggestions) && suggestions.length > 0 && { suggestions }),
    ...(title !== undefined && title !== '' && { title }),
    ...(usage !== undefined && {
      usage: { ...usage, ...(Number.isInteger(read) && { cache_read_tokens: Number(read) }) },
    }),
  }
}
