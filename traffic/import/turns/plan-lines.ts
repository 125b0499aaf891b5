import { isObject } from '../../../contract/json.ts'
import type { PlanLine } from '../../../contract/scripts/lines.ts'
import { toScriptCall, writeInject } from './step-lines.ts'
import {
  type EventReader,
  isPhaseEvent,
  type TimedEvent,
  textOf,
  usageIn,
} from './recorded-event.ts'
import { type LineWriter, pacedTexts } from './line-writer.ts'

type PlanStep = PlanLine['steps'][number]

/** Writes a round of a plan. Returns false if no round begins here, or if it has no analysis. */
export function writePlan(reader: EventReader, writer: LineWriter): boolean {
  const length = roundLength(reader)
  if (length === 0) return false
  const round = Array.from({ length }, (_, ahead) => reader.peek(ahead) as TimedEvent)
  const planned = round.find((event) => isPhaseEvent(event, 'planning', 'done'))
  const listed = planOrder(planned?.data['steps'])
  if (planned === undefined || listed === undefined) return false
  const [first] = round as [TimedEvent]
  const executing = round.find((event) => isPhaseEvent(event, 'executing', 'start')) ?? planned
  const executed = round.find((event) => isPhaseEvent(event, 'executing', 'done'))
  const analysis = round.at(-1) as TimedEvent
  for (const _ of round) reader.take()
  writeReason(writer, round, first)
  writer.waitFor(first)
  const planning = Math.max(0, writer.timeOf(planned) - writer.time)
  const { step: callPause } = writer.pauses
  const startsAt = writer.time + planning + callPause
  const progress = round.filter(({ name }) => name === 'step_progress')
  const times = trackTimes(
    listed.map(({ id }) => id),
    progress,
    writer,
    startsAt,
  )
  const ends = new Map<string, number>()
  const steps = listed.map((step) => {
    const own = progress.filter(({ data }) => data['step_id'] === step.id)
    if (own.length === 0) writer.notes.add(`step ${step.id} of the plan has no events`)
    return planStep(step, own, { times, ends, startsAt, callPause })
  })
  const last = Math.max(startsAt, ...ends.values()) + callPause
  const analyzing = Math.max(0, writer.timeOf(analysis) - last)
  const { achieved, confidence, reasoning } = analysis.data
  const plan: PlanLine = {
    steps,
    achieved: achieved !== false,
    confidence: Math.min(1, Math.max(0, Number(confidence) || 0)),
    reasoning: textOf(reasoning) ?? '',
    takes: { planning, analyzing },
  }
  writer.write({ plan }, last - writer.time + analyzing + callPause)
  for (const event of round) writeSeparateLine(writer, event)
  if (executed === undefined) writer.notes.add('the plan ends without its results')
  if (executing === planned) writer.notes.add('the plan begins without the phase `executing`')
  return true
}

/** The number of events from the start of planning to the end of the analysis. */
function roundLength(reader: EventReader): number {
  const starts = isPhaseEvent(reader.peek(), 'replanning', 'start') ? 1 : 0
  if (!isPhaseEvent(reader.peek(starts), 'planning', 'start')) return 0
  let ahead = starts + 1
  for (let next = reader.peek(ahead); next !== undefined; next = reader.peek(++ahead)) {
    if (isPhaseEvent(next, 'analyzing', 'done')) return ahead + 1
    if (isPhaseEvent(next, 'planning', 'start') || isPhaseEvent(next, 'replanning', 'start'))
      return 0
    if (['answer', 'done', 'end', 'error'].includes(next.name)) return 0
  }
  return 0
}

/** Writes the reason for the new plan, from the second round on. */
function writeReason(
  writer: LineWriter,
  round: readonly TimedEvent[],
  { name, data }: TimedEvent,
): void {
  const isReplanning = name === 'phase' && data['name'] === 'replanning'
  const hasPlan = writer.lines.some((line) => 'plan' in line)
  if (!isReplanning && !hasPlan) return
  const reasons = round.slice(0, 2).map((event) => textOf(event.data['reason']))
  writer.write({ replan: reasons.find(Boolean) ?? 'The plan did not reach its goal.' })
}

/** The times of a round in the script: of its events, and of the ends of its completed steps. */
type RoundTimes = {
  readonly times: ReadonlyMap<TimedEvent, number>
  readonly ends: Map<string, number>
  readonly startsAt: number
  /** The pause that the fake adds before and after each call of a step. */
  readonly callPause: number
}

function planStep(
  { id, task, after, tool_hint }: NonNullable<ReturnType<typeof planOrder>>[number],
  stepEvents: readonly TimedEvent[],
  { times, ends, startsAt, callPause }: RoundTimes,
): PlanStep {
  const timeOf = (event: TimedEvent | undefined) => (event && times.get(event)) ?? 0
  const started = stepEvents.find(({ data }) => data['event'] === 'started') ?? stepEvents[0]
  const completed = stepEvents.findLast(({ data }) => data['event'] === 'completed')
  const ready = Math.max(startsAt, ...after.map((other) => ends.get(other) ?? startsAt))
  const begin = Math.max(ready, timeOf(started))
  let now = begin + callPause
  const typed = stepEvents
    .filter(({ data }) => data['event'] === 'thinking_delta')
    .map((event) => {
      const wait = Math.max(0, timeOf(event) - now)
      now += wait
      return { text: textOf(event.data['thinking_delta']) ?? '', after: wait }
    })
  const [thinking] = pacedTexts(typed)
  const starts = stepEvents.filter((event) => isCallEvent(event, 'start'))
  const results = stepEvents.filter((event) => isCallEvent(event, 'done'))
  const calls = starts.map((start, index) => {
    const pause = Math.max(0, timeOf(start) - now)
    const done = results[index]
    const takes = Math.max(0, timeOf(done) - now - pause)
    now += pause + takes + callPause
    return { ...toScriptCall(start.data, done?.data), ...(pause > 0 && { pause }), takes }
  })
  const end = Math.max(now, timeOf(completed))
  ends.set(id, end)
  const { status, result } = completed?.data ?? {}
  const usage = usageIn(completed?.data['usage'])
  const hint = tool_hint === (calls[0]?.tool ?? null) ? {} : { tool_hint }
  return {
    id,
    task,
    ...(after.length > 0 && { after: [...after] }),
    ...(begin > ready && { pause: begin - ready }),
    takes: end - begin,
    ...(thinking !== undefined && { thinking: { ...thinking, text: joinDeltas(typed) } }),
    ...(calls.length > 0 && { calls }),
    result: textOf(result) ?? (result === undefined ? '' : JSON.stringify(result)),
    ...((status === 'failed' || status === 'skipped') && { status }),
    ...hint,
    ...(usage !== undefined && { usage }),
  }
}

const joinDeltas = (deltas: readonly { readonly text: string }[]) =>
  deltas.map(({ text }) => text).join('')

const isCallEvent = ({ data }: TimedEvent, status: string) =>
  data['event'] === 'iteration' && data['status'] === status

/** Writes an event that is inside a round, but not part of the plan, as a separate line. */
function writeSeparateLine(writer: LineWriter, event: TimedEvent): void {
  if (event.name === 'phase' || event.name === 'step_progress') return
  if (event.name === 'awaiting_confirmation') {
    writer.notes.add('an approval inside of a plan is left out')
    return
  }
  writer.notes.add(`the event \`${event.name}\` comes after the plan, not during it`)
  if (event.name === 'inject') writeInject(writer, event)
  else writer.writeEvent(event)
}

/** A step in the planning event. */
type ListedStep = {
  readonly id: string
  readonly task: string
  readonly after: readonly string[]
  readonly tool_hint: string | null
}

/**
 * The steps of a plan, each after the steps it depends on. `undefined` if a script can't have them.
 */
function planOrder(listed: unknown): readonly ListedStep[] | undefined {
  if (!Array.isArray(listed) || listed.length === 0) return undefined
  const steps = (listed as readonly unknown[]).map(readStep)
  const left = steps.filter((step) => step !== undefined)
  const ids = new Set(left.map(({ id }) => id))
  if (left.length !== steps.length || ids.size !== left.length) return undefined
  const sorted: ListedStep[] = []
  const placed = new Set<string>()
  while (left.length > 0) {
    const next = left.findIndex(({ after }) => after.every((id) => placed.has(id) || !ids.has(id)))
    const [step] = left.splice(Math.max(0, next), 1)
    if (step === undefined) break
    // Drops dependencies of a step on itself, or on steps outside the plan.
    sorted.push({ ...step, after: step.after.filter((id) => placed.has(id)) })
    placed.add(step.id)
  }
  return sorted
}

function readStep(value: unknown): ListedStep | undefined {
  if (!isObject(value)) return undefined
  const id = textOf(value['id'])
  if (id === undefined || id === '') return undefined
  const deps: readonly unknown[] = Array.isArray(value['deps']) ? value['deps'] : []
  return {
    id,
    task: textOf(value['task']) ?? '',
    after: deps.filter((dep) => typeof dep === 'string'),
    tool_hint: textOf(value['tool_hint']) || null,
  }
}

/**
 * Computes script times for the events of parallel steps, none before `startsAt`. At equal times,
 * the fake sends events in the order of the steps, so a later event of an earlier step gets a later
 * time.
 */
function trackTimes(
  ids: readonly string[],
  progress: readonly TimedEvent[],
  writer: LineWriter,
  startsAt: number,
): ReadonlyMap<TimedEvent, number> {
  const times = new Map<TimedEvent, number>()
  let last = { at: startsAt, track: -1 }
  for (const event of progress) {
    const track = ids.indexOf(textOf(event.data['step_id']) ?? '')
    const at = Math.max(last.at + (track < last.track ? 1 : 0), writer.timeOf(event))
    times.set(event, at)
    last = { at, track: at > last.at ? track : Math.max(track, last.track) }
  }
  return times
}
