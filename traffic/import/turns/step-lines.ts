import type { ScriptLine, ScriptCall, ApprovalLine } from '../../../contract/scripts/lines.ts'
import {
  type EventReader,
  isAnswerEvent,
  isStepEvent,
  type TimedEvent,
  textOf,
} from './recorded-event.ts'
import { type LineWriter, type Delta, pacedTexts } from './line-writer.ts'
import { isObject, isSameJson, type JsonObject } from '../../../contract/json.ts'

/** The state of the thought at a point of a script. The fake can also start a thought itself. */
export type ThoughtState = {
  /** Whether a thought has begun. It ends at the next call, answer or end of the turn. */
  isOpen: boolean
  /** Whether the fake sent the thought's start, and the recording has that event next. */
  isStartNext: boolean
}

/**
 * Writes a thought, from its start, deltas or end. Returns false if the next event is not part of a
 * thought.
 */
export function writeThought(
  reader: EventReader,
  writer: LineWriter,
  thinking: ThoughtState,
): boolean {
  const next = reader.peek()
  if (next === undefined || next.name !== 'step' || next.data['type'] !== 'thinking') return false
  const isStart = isStepEvent(next, 'thinking', 'start')
  if (isStart && thinking.isOpen && thinking.isStartNext) {
    reader.take()
    thinking.isStartNext = false
    return true
  }
  const start = isStart ? [reader.take()] : []
  const deltas = reader.takeWhile((event) => isStepEvent(event, 'thinking', 'delta'))
  const done = isStepEvent(reader.peek(), 'thinking', 'done') ? reader.take() : undefined
  const events = [...start, ...deltas, ...(done ? [done] : [])]
  if (!isThoughtEndNext(reader) || !writeThoughtLines(events, deltas, done, writer, thinking)) {
    if (events.length === 0) writer.writeEvent(reader.take())
    for (const event of events) writer.writeEvent(event)
    return true
  }
  thinking.isStartNext = false
  if (done !== undefined) writer.waitFor(done)
  return true
}

/** Adds the time that the fake takes to end a thought, before a call or an answer. */
export function endThought(writer: LineWriter, thinking: ThoughtState): void {
  if (thinking.isOpen) writer.time += writer.pauses.afterThought
  thinking.isOpen = false
}

/** Adds the time that the fake takes to begin a thought. */
export function beginThought(writer: LineWriter, thinking: ThoughtState): void {
  thinking.isOpen = true
  writer.time += writer.pauses.firstThought
}

/** Whether the fake automatically ends a thought before the next event. */
function isThoughtEndNext(reader: EventReader): boolean {
  let ahead = 0
  for (let next = reader.peek(); next !== undefined; next = reader.peek(++ahead)) {
    if (next.name === 'compact' || next.name === 'heartbeat') continue
    return (
      isStepEvent(next, 'iteration', 'start') ||
      isStepEvent(next, 'answer', 'start') ||
      isAnswerEvent(next, 'start') ||
      ['done', 'end', 'error', 'inject'].includes(next.name)
    )
  }
  return true
}

/** Writes the lines of a thought. Returns false if no line can express its texts and events. */
function writeThoughtLines(
  events: readonly TimedEvent[],
  deltas: readonly TimedEvent[],
  done: TimedEvent | undefined,
  writer: LineWriter,
  thinking: ThoughtState,
): boolean {
  const texts = deltas.map(({ data }) => textOf(data['thinking_delta']) ?? '')
  const whole = textOf(done?.data['reasoning']) ?? (texts.length === 0 ? '' : texts.join(''))
  const start = events.find((event) => isStepEvent(event, 'thinking', 'start'))
  if (start === undefined ? !thinking.isOpen : thinking.isOpen || whole === '') return false
  const groups = deltas.length === 0 ? [] : deltasPerPart(texts, whole)
  if (groups === undefined) return false
  if (start !== undefined) {
    // The fake sends the start of a thought when it plays the line with the text.
    writer.waitFor(start)
    beginThought(writer, thinking)
  } else if (deltas.length === 0 && done !== undefined) writer.waitFor(done)
  if (deltas.length === 0 && whole !== '') writer.write({ think: { text: whole, deltas: false } })
  const timed = writer.deltasOf(deltas, ({ data }) => textOf(data['thinking_delta']) ?? '')
  for (const line of toThoughtLines(timed, groups)) writer.write(line)
  return true
}

/**
 * The number of deltas in each part of a thought. The fake joins the parts with a space.
 * `undefined` if the joined parts are not the whole thought.
 */
function deltasPerPart(texts: readonly string[], wholeThought: string): number[] | undefined {
  if (texts.every((text) => text === '')) return undefined
  const groups = [0]
  let read = 0
  for (const text of texts) {
    if (!wholeThought.startsWith(text, read)) {
      if (wholeThought[read] !== ' ' || !wholeThought.startsWith(text, read + 1)) return undefined
      read++
      groups.push(0)
    }
    groups.push((groups.pop() ?? 0) + 1)
    read += text.length
  }
  return read === wholeThought.length ? groups : undefined
}

function toThoughtLines(deltas: readonly Delta[], groups: readonly number[]): ScriptLine[] {
  let from = 0
  return groups.flatMap((count) => {
    const part = deltas.slice(from, (from += count))
    const [one, ...others] = pacedTexts(part)
    // Writes one line, because the fake would put spaces between several lines of a thought.
    if (one === undefined || others.length === 0) return one === undefined ? [] : [{ think: one }]
    const text = part.map((delta) => delta.text).join('')
    return [{ think: { text, pace: one.pace } }]
  })
}

/** The call in a start event, with the result of its end event. */
export function toScriptCall(start: JsonObject, done: JsonObject | undefined): ScriptCall {
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

/** A call without the reasoning, which the fake takes from the thought before the call. */
function withoutThought(call: ScriptCall, thought: string | undefined): ScriptCall {
  if (call.reasoning === undefined || call.reasoning !== thought) return call
  const { reasoning: _left, ...rest } = call
  return rest
}

/** Maps each end event to the start event of its call, or else to the next start without an end. */
function pairCalls(starts: readonly TimedEvent[], ends: readonly TimedEvent[]) {
  const open = [...starts]
  const pairs = new Map<TimedEvent, TimedEvent>()
  for (const end of ends) {
    const startIndex = open.findIndex(
      ({ data }) =>
        data['tool'] === end.data['tool'] && isSameJson(data['input'], end.data['input']),
    )
    const [start] = open.splice(Math.max(0, startIndex), 1)
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
  thinking: ThoughtState,
  thought: string | undefined,
): boolean {
  let count = 0
  while (isStepEvent(reader.peek(count), 'iteration', 'start')) count++
  if (count === 0) return false
  const { ends, others, length } = findCallEnds(reader, count)
  if (ends.length < count) return false
  const starts = Array.from({ length: count }, () => reader.take())
  for (let left = length; left > 0; left--) reader.take()
  const [first] = starts
  if (first === undefined) return false
  endThought(writer, thinking)
  writer.waitFor(first)
  const pairs = pairCalls(starts, ends)
  const calls = starts.map((start, index) => {
    const call = toScriptCall(start.data, pairs.get(start)?.data)
    return index === 0 ? withoutThought(call, thought) : call
  })
  const durations = callDurations(starts, ends, pairs, writer)
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
  advanceToThought(writer, thinking)
  return true
}

/** Adds the time between a call and the thought after it. */
function advanceToThought(writer: LineWriter, thinking: ThoughtState): void {
  writer.time += writer.pauses.afterCall
  beginThought(writer, thinking)
  thinking.isStartNext = true
}

/** Finds the end events of calls, and the other events before the last end event. */
function findCallEnds(reader: EventReader, count: number) {
  const ends: TimedEvent[] = []
  const others: TimedEvent[] = []
  let length = 0
  for (let next = reader.peek(count); next !== undefined; next = reader.peek(count + length)) {
    if (ends.length === count) break
    if (isStepEvent(next, 'iteration', 'done')) ends.push(next)
    else if (isAfterCalls(next)) break
    else others.push(next)
    length++
  }
  return { ends, others, length }
}

/** Whether an event can only come after the calls have ended. */
const isAfterCalls = ({ name }: TimedEvent) =>
  ['step', 'answer', 'done', 'end', 'error', 'phase', 'routing'].includes(name)

/** The duration of each call, so that the results come in the recorded order. */
function callDurations(
  starts: readonly TimedEvent[],
  ends: readonly TimedEvent[],
  pairs: ReadonlyMap<TimedEvent, TimedEvent>,
  writer: LineWriter,
): number[] {
  let last = { at: 0, index: -1 }
  const durations = new Map<TimedEvent, number>()
  for (const end of ends) {
    const index = starts.findIndex((start) => pairs.get(start) === end)
    // At equal times, the fake sends results in the order of the calls.
    const least = last.at + (index < last.index ? 1 : 0)
    const at = Math.max(least, writer.timeOf(end) - writer.time)
    durations.set(end, at)
    last = { at, index }
  }
  return starts.map((start) => durations.get(pairs.get(start) ?? start) ?? 0)
}

/** Writes a text that the user injected into the running turn. */
export function writeInject(writer: LineWriter, event: TimedEvent): void {
  const content = textOf(event.data['content'])
  const id = textOf(event.data['id'])
  if (content === undefined || content === '') return writer.writeEvent(event)
  writer.waitFor(event)
  writer.write({ inject: id === undefined || id === '' ? content : { content, id } })
}

type DecisionStatus = 'approved' | 'rejected' | 'expired'

/** The decision on an approval, as the client sent it or the deployment reported it. */
export type Decision = {
  readonly status: DecisionStatus | undefined
  /** The time of the decision, in milliseconds since 1970, if known. */
  readonly at: number | undefined
}

/** The data that a turn depends on besides its events. */
export type TurnContext = {
  readonly decisionOn: (confirmation: string) => Decision | undefined
  /** The start of the stream, in milliseconds since 1970. */
  readonly startedAt: number | undefined
}

type ApprovalOptions = TurnContext & {
  /** The complete text of the thought before the call. */
  readonly thought: string | undefined
  /** Writes the lines of events between the decision and the result. */
  readonly writeInside: (events: readonly TimedEvent[]) => void
}

/**
 * Writes a call that waits for an approval. After a refusal, the further lines go to its branch.
 * Returns false if the next event is not part of such a call.
 */
export function writeApproval(
  reader: EventReader,
  writer: LineWriter,
  thinking: ThoughtState,
  options: ApprovalOptions,
): boolean {
  const isWaiting = reader.peek(1)?.name === 'awaiting_confirmation'
  if (!isStepEvent(reader.peek(), 'iteration', 'start') || !isWaiting) return false
  const start = reader.take()
  const approval = reader.take()
  const between = reader.takeWhile((event) => !isResultOf(start, event))
  const end = reader.isAtEnd ? undefined : reader.take()
  const call = withoutThought(toScriptCall(start.data, end?.data), options.thought)
  endThought(writer, thinking)
  writer.waitFor(start)
  const decision = options.decisionOn(textOf(approval.data['confirmation_id']) ?? '')
  const status = end === undefined ? 'approved' : (decision?.status ?? decisionStatusIn(call))
  if (writer.isInBranch) {
    writer.notes.add('an approval after a refused one plays as a call without approval')
    writer.write({ call: { ...call, takes: 0 } })
  } else if (status === 'approved') {
    const branch: ScriptLine[] = []
    writer.writeInBranch(branch, () => {
      writer.skipPauseTo(between[0] ?? decisionTime(decision, approval, end, options))
      options.writeInside(between)
      endThought(writer, thinking)
    })
    const takes = end === undefined ? 0 : Math.max(0, writer.timeOf(end) - writer.time)
    const lines = branch.length === 0 ? {} : { approved: branch as ApprovalLine['approved'] }
    writer.write({ approval: { call: { ...call, takes }, ...lines } }, takes)
  } else writeRefusal(writer, call, status)
  if (end === undefined) writer.notes.add('the recording ends before the result of an approval')
  else writer.skipPauseTo(end)
  advanceToThought(writer, thinking)
  return true
}

/** Writes a refused call. All further lines go to its branch, because no approval was recorded. */
function writeRefusal(
  writer: LineWriter,
  { error, observation: _none, ...call }: ScriptCall,
  status: 'rejected' | 'expired',
): void {
  const branch: ScriptLine[] = [{ pause: 0 }]
  const errors = error === undefined ? {} : { errors: { [status]: error } }
  writer.write({ approval: { call, [status]: branch, ...errors } as ApprovalLine })
  writer.write({ answer: 'Approved. (The recording does not show what follows an approval.)' })
  writer.continueInBranch(branch)
}

const isResultOf = (start: TimedEvent, event: TimedEvent) =>
  isStepEvent(event, 'iteration', 'done') &&
  event.data['tool'] === start.data['tool'] &&
  isSameJson(event.data['input'], start.data['input'])

/** The time of the client's decision; if it is unknown, the time of the result. */
function decisionTime(
  decision: Decision | undefined,
  approval: TimedEvent,
  end: TimedEvent | undefined,
  { startedAt }: TurnContext,
): Pick<TimedEvent, 't'> {
  const last = end ?? approval
  if (decision?.at === undefined || startedAt === undefined) return last
  const t = Math.round(decision.at - startedAt)
  return { t: Math.min(last.t, Math.max(approval.t, t)) }
}

/** The decision that follows from the result of a call. */
function decisionStatusIn({ error, observation }: ScriptCall): DecisionStatus {
  if (error === undefined || observation !== undefined) return 'approved'
  if (/timed? ?out|expired/i.test(error)) return 'expired'
  return /reject|den(?:y|ied)|declin|refus|not approved|disapprov/i.test(error)
    ? 'rejected'
    : 'approved'
}
