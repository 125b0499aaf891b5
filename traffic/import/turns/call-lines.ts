import { isObject, isSameJson, type JsonObject } from '../../../contract/json.ts'
import type { ScriptCall, ScriptLine } from '../../../contract/scripts/lines.ts'
import { type EventReader, isStep, type TimedEvent, textOf } from './recorded-event.ts'
import type { LineWriter } from './line-writer.ts'
import { beginThought, endThought, type Thinking } from './thought-lines.ts'

/** The call that a start event announces, with the result of its end event. */
export function callOf(start: JsonObject, done: JsonObject | undefined): ScriptCall {
  const { tool, input, reasoning } = start
  const observation = done?.['observation']
  const error = textOf(done?.['error'])
  return {
    tool: textOf(tool) || 'tool',
    ...(isObject(input) && Object.keys(input).length > 0 && { input }),
    ...(typeof reasoning === 'string' && reasoning !== '' && { reasoning }),
    ...(observation !== undefined &&
      observation !== null && {
        observation: typeof observation === 'string' ? observation : JSON.stringify(observation),
      }),
    ...(error !== undefined && error !== '' && { error }),
  }
}

/** A call without the reasoning that the fake takes from the thought before it. */
export function withoutThought(call: ScriptCall, thought: string | undefined): ScriptCall {
  if (call.reasoning === undefined || call.reasoning !== thought) return call
  const { reasoning: _left, ...rest } = call
  return rest
}

/** The start event of each end event: of the same call, else the next one that has no end. */
function pairCalls(starts: readonly TimedEvent[], ends: readonly TimedEvent[]) {
  const open = [...starts]
  const pairs = new Map<TimedEvent, TimedEvent>()
  for (const end of ends) {
    const same = open.findIndex(
      ({ data }) =>
        data['tool'] === end.data['tool'] && isSameJson(data['input'], end.data['input']),
    )
    const [start] = open.splice(Math.max(0, same), 1)
    if (start !== undefined) pairs.set(start, end)
  }
  return pairs
}

/**
 * Writes the calls that start here, with their results. Returns false if no call starts here, or if
 * its result is missing.
 */
export function writeCalls(
  reader: EventReader,
  writer: LineWriter,
  thinking: Thinking,
  thought: string | undefined,
): boolean {
  let count = 0
  while (isStep(reader.peek(count), 'iteration', 'start')) count++
  if (count === 0) return false
  const { ends, others, length } = endsOf(reader, count)
  if (ends.length < count) return false
  const starts = Array.from({ length: count }, () => reader.take())
  for (let left = length; left > 0; left--) reader.take()
  const [first] = starts
  if (first === undefined) return false
  endThought(writer, thinking)
  writer.waitFor(first)
  const pairs = pairCalls(starts, ends)
  const calls = starts.map((start, index) => {
    const call = callOf(start.data, pairs.get(start)?.data)
    return index === 0 ? withoutThought(call, thought) : call
  })
  const durations = durationsOf(starts, ends, pairs, writer)
  const timed = calls.map((call, index) => ({ ...call, takes: durations[index] ?? 0 }))
  const [only] = timed
  const line: ScriptLine = timed.length === 1 && only ? { call: only } : { calls: timed }
  writer.write(line, Math.max(...durations))
  for (const other of others) {
    if (other.name === 'inject') writeInject(writer, other)
    else if (other.name === 'heartbeat') writer.notes.add('a heartbeat during a call is left out')
    else {
      writer.notes.add(`the event \`${other.name}\` comes after the call, not during it`)
      writer.writeEvent(other)
    }
  }
  thinkAgain(writer, thinking)
  return true
}

/** Passes the time until the thought after a call. */
export function thinkAgain(writer: LineWriter, thinking: Thinking): void {
  writer.time += writer.pauses.afterCall
  beginThought(writer, thinking)
  thinking.isFresh = true
}

/** The end events of calls, and the events between them. */
function endsOf(reader: EventReader, count: number) {
  const ends: TimedEvent[] = []
  const others: TimedEvent[] = []
  let length = 0
  for (let next = reader.peek(count); next !== undefined; next = reader.peek(count + length)) {
    if (ends.length === count) break
    if (isStep(next, 'iteration', 'done')) ends.push(next)
    else if (isElsewhere(next)) break
    else others.push(next)
    length++
  }
  return { ends, others, length }
}

/** Whether an event belongs to what follows a call. */
const isElsewhere = ({ name }: TimedEvent) =>
  ['step', 'answer', 'done', 'end', 'error', 'phase', 'routing'].includes(name)

/** How long each call takes, so that the results come in the recorded order. */
function durationsOf(
  starts: readonly TimedEvent[],
  ends: readonly TimedEvent[],
  pairs: ReadonlyMap<TimedEvent, TimedEvent>,
  writer: LineWriter,
): number[] {
  let last = { at: 0, index: -1 }
  const durations = new Map<TimedEvent, number>()
  for (const end of ends) {
    const index = starts.findIndex((start) => pairs.get(start) === end)
    // The fake sends the results of one moment in the order of the calls.
    const least = last.at + (index < last.index ? 1 : 0)
    const at = Math.max(least, writer.timeOf(end) - writer.time)
    durations.set(end, at)
    last = { at, index }
  }
  return starts.map((start) => durations.get(pairs.get(start) ?? start) ?? 0)
}

/** Writes a text that the user injected. */
export function writeInject(writer: LineWriter, event: TimedEvent): void {
  const content = textOf(event.data['content'])
  const id = textOf(event.data['id'])
  if (content === undefined || content === '') return writer.writeEvent(event)
  writer.waitFor(event)
  writer.write({ inject: id === undefined || id === '' ? content : { content, id } })
}
