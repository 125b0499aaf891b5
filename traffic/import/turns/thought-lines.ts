import type { ScriptLine } from '../../../contract/scripts/lines.ts'
import { type EventReader, isAnswer, isStep, type TimedEvent, textOf } from './recorded-event.ts'
import type { LineWriter } from './line-writer.ts'
import { type Delta, pacedTexts } from './text-pace.ts'

/** Whether the fake thinks at this point of a script: it sends the start of a thought by itself. */
export type Thinking = {
  /** Whether a thought has begun. Its end comes with the next call, answer or end of the turn. */
  isOpen: boolean
  /** Whether the fake sent its start, and the recording has it next. */
  isFresh: boolean
}

/**
 * Writes a thought: from its start, its deltas or its end on. Returns false if the next event is none
 * of a thought.
 */
export function writeThought(reader: EventReader, writer: LineWriter, thinking: Thinking): boolean {
  const next = reader.peek()
  if (next === undefined || next.name !== 'step' || next.data['type'] !== 'thinking') return false
  let start: TimedEvent | undefined
  if (isStep(next, 'thinking', 'start')) {
    if (thinking.isOpen && thinking.isFresh) {
      reader.take()
      thinking.isFresh = false
      return true
    }
    start = reader.take()
  }
  const deltas = reader.takeWhile((event) => isStep(event, 'thinking', 'delta'))
  const done = isStep(reader.peek(), 'thinking', 'done') ? reader.take() : undefined
  const events = [...(start ? [start] : []), ...deltas, ...(done ? [done] : [])]
  const lines = isEnded(reader) ? linesOf(events, deltas, done, writer, thinking) : undefined
  if (lines === undefined) {
    if (events.length === 0) writer.writeEvent(reader.take())
    for (const event of events) writer.writeEvent(event)
    return true
  }
  thinking.isFresh = false
  if (done !== undefined) writer.waitFor(done)
  return true
}

/** Passes the time in which the fake ends a thought, before a call or an answer. */
export function endThought(writer: LineWriter, thinking: Thinking): void {
  if (thinking.isOpen) writer.time += writer.pauses.afterThought
  thinking.isOpen = false
}

/** Passes the time in which the fake begins a thought. */
export function beginThought(writer: LineWriter, thinking: Thinking): void {
  thinking.isOpen = true
  writer.time += writer.pauses.firstThought
}

/** Whether the next event is one before which the fake ends a thought by itself. */
function isEnded(reader: EventReader): boolean {
  let ahead = 0
  for (let next = reader.peek(); next !== undefined; next = reader.peek(++ahead)) {
    if (next.name === 'compact' || next.name === 'heartbeat') continue
    return (
      isStep(next, 'iteration', 'start') ||
      isStep(next, 'answer', 'start') ||
      isAnswer(next, 'start') ||
      ['done', 'end', 'error', 'inject'].includes(next.name)
    )
  }
  return true
}

/** Writes the lines of a thought, unless no line has its texts and events. */
function linesOf(
  events: readonly TimedEvent[],
  deltas: readonly TimedEvent[],
  done: TimedEvent | undefined,
  writer: LineWriter,
  thinking: Thinking,
): true | undefined {
  const texts = deltas.map(({ data }) => textOf(data['thinking_delta']) ?? '')
  const whole = textOf(done?.data['reasoning']) ?? (texts.length === 0 ? '' : texts.join(''))
  const hasStart = isStep(events[0], 'thinking', 'start')
  if (hasStart && (thinking.isOpen || whole === '')) return undefined
  if (!hasStart && !thinking.isOpen) return undefined
  if (deltas.length === 0) {
    const [first] = events
    if (first !== undefined && hasStart) {
      // The fake begins a thought with the line that has its text.
      writer.waitFor(first)
      beginThought(writer, thinking)
    } else if (done !== undefined) writer.waitFor(done)
    if (whole !== '') writer.write({ think: { text: whole, deltas: false } })
    return true
  }
  const groups = groupsIn(texts, whole)
  if (groups === undefined) return undefined
  const [first] = events
  if (first !== undefined && hasStart) {
    writer.waitFor(first)
    beginThought(writer, thinking)
  }
  const timed = writer.deltasOf(deltas, ({ data }) => textOf(data['thinking_delta']) ?? '')
  for (const line of thoughtsOf(timed, groups)) writer.write(line)
  return true
}

/**
 * The number of deltas of each part of a thought: the fake joins its parts with a space. `undefined`
 * if the whole thought is something else.
 */
function groupsIn(texts: readonly string[], whole: string): number[] | undefined {
  if (texts.every((text) => text === '')) return undefined
  const groups = [0]
  let read = 0
  for (const text of texts) {
    if (!whole.startsWith(text, read)) {
      if (whole[read] !== ' ' || !whole.startsWith(text, read + 1)) return undefined
      read++
      groups.push(0)
    }
    groups.push((groups.pop() ?? 0) + 1)
    read += text.length
  }
  return read === whole.length ? groups : undefined
}

function thoughtsOf(deltas: readonly Delta[], groups: readonly number[]): ScriptLine[] {
  let from = 0
  return groups.flatMap((count) => {
    const part = deltas.slice(from, (from += count))
    const [one, ...others] = pacedTexts(part)
    // A thought of several lines would get spaces between them.
    if (one === undefined || others.length === 0) return one === undefined ? [] : [{ think: one }]
    const text = part.map((delta) => delta.text).join('')
    return [{ think: { text, pace: one.pace } }]
  })
}
