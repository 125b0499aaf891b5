import type { TurnOutline, TurnPart } from '../../../contract/control/director.ts'
import type { EventData, TurnEvent } from '../../../contract/events.ts'
import { toIsoTime } from '../../world/clock.ts'
import type { Decision } from '../../world/turn-inputs.ts'
import { dueAt, type Timeline } from '../playback.ts'
import type { PlayableTurn } from './playable-turn.ts'
import type { RunContext } from './run-context.ts'
import { runScript, type TurnEnding } from './run-script.ts'
import { expandBatch } from './timed-events.ts'

/** The maximum number of sent and upcoming parts, and of the characters in each part. */
const outlineLimits = { sent: 12, upcoming: 30, characters: 2000 }

/** An event that a script will send, its script time in milliseconds, and its script line. */
type PlannedEvent = { readonly line: PlannedLine; readonly at: number; readonly event: TurnEvent }

type PlannedLine = { readonly number: number; readonly at: number }

const approvedDecision: Decision = { status: 'approved', reason: null }

/**
 * Returns a function that lists the sent and the coming events of a running turn. The coming events
 * are found by playing the script ahead without effects. This is repeated after each decision.
 */
export function createOutline(
  playable: PlayableTurn,
  timeline: Timeline,
  context: RunContext,
  ending: TurnEnding,
): () => Pick<TurnOutline, 'sent' | 'upcoming'> {
  const { turn } = playable
  let planned: readonly PlannedEvent[] = []
  let plannedFor = ''
  return () => {
    const { inputs, events } = turn
    const known = `${inputs.decisions.length}/${playable.script.source?.lines.length}`
    if (plannedFor !== known) {
      plannedFor = known
      planned = playAhead(playable, context, ending, inputs.decisions)
    }
    const newest = joinEvents(events).slice(-outlineLimits.sent)
    return {
      sent: newest.map((part) => ({ ...part, text: part.text.slice(-outlineLimits.characters) })),
      upcoming: upcomingParts(playable, timeline, planned),
    }
  }
}

/**
 * Returns the events that a script sends if no text is injected. Pending approvals are treated as
 * approved.
 */
function playAhead(
  { script, query, createPreviewFill }: PlayableTurn,
  context: RunContext,
  ending: TurnEnding,
  decisions: readonly Decision[],
): PlannedEvent[] {
  const { source } = script
  // If a model still writes the script, only the lines written so far are played ahead.
  const known = source && { lines: source.lines, isComplete: true, request: () => () => {} }
  const played = known === undefined ? script : { ...script, source: known }
  const silent = contextWithoutEffects(context, createPreviewFill())
  const events = runScript(played, silent, query, ending)
  const planned: PlannedEvent[] = []
  let line: PlannedLine = { number: 0, at: 0 }
  let asked = 0
  let decision: Decision | undefined
  for (;;) {
    const item = events.next(decision)
    if (item.done === true) return planned
    decision = undefined
    for (const { at, event } of 'events' in item.value ? expandBatch(item.value) : [item.value]) {
      if (!('signal' in event)) planned.push({ line, at, event })
      else if (event.signal === 'line') line = { number: event.line, at }
      else if (event.signal === 'approval') {
        decision = decisions[asked++] ?? approvedDecision
        const data = { tool_name: event.call.tool } as EventData<'awaiting_confirmation'>
        planned.push({ line, at, event: { event: 'awaiting_confirmation', data } })
      }
    }
  }
}

/** A copy of a turn's context that does not change the world and draws no random values. */
const contextWithoutEffects = (context: RunContext, fill: RunContext['fill']): RunContext => ({
  ...context,
  fill,
  random: () => 0.5,
  takeInjection: () => undefined,
  takeDirectedText: () => undefined,
  isRepeated: () => false,
  injectScripted: (line) => ({
    type: 'inject',
    content: typeof line === 'string' ? line : line.content,
  }),
})

function upcomingParts(
  { turn }: PlayableTurn,
  timeline: Timeline,
  planned: readonly PlannedEvent[],
): TurnPart[] {
  const { inputs, position = { line: 0, at: 0, events: 0 } } = turn
  const now = turn.playback?.nextDueAt ?? dueAt(timeline, position.at)
  const texts = inputs.directedTexts.map(({ text }): TurnPart => ({
    kind: 'answer',
    text,
    at: toIsoTime(now),
  }))
  if (inputs.isReplaced) return texts
  const first = planned.findIndex(({ line }) => line.number >= position.line)
  const ofLine = planned.find(({ line }) => line.number === position.line)?.line
  // A director's inserted text or a wait for a decision delays all later lines.
  const shift = ofLine === undefined ? 0 : position.at - ofLine.at
  // While a director's text is sent before a line, no event of that line was sent yet.
  const sent = position.isDirected
    ? 0
    : turn.events.length - position.events - inputs.countInjectEvents(position.events)
  const left = first < 0 ? [] : planned.slice(first + sent)
  const dated = left.slice(0, maxEvents).map(({ at, event }) => ({
    ...event,
    at: toIsoTime(dueAt(timeline, at + shift)),
  }))
  const parts = joinEvents(dated).slice(0, outlineLimits.upcoming)
  return [
    ...texts,
    ...parts.map((part) => ({ ...part, text: part.text.slice(0, outlineLimits.characters) })),
  ]
}

/** The maximum number of coming events that are read to build the outline. */
const maxEvents = 5000

type DatedEvent = TurnEvent & { readonly at: string }
type OutlinePart = Pick<TurnPart, 'kind' | 'text'>
type MutableTurnPart = { -readonly [Field in keyof TurnPart]: TurnPart[Field] }

/** Converts events to outline entries. The deltas of one text become one entry. */
function joinEvents(events: readonly DatedEvent[]): TurnPart[] {
  const parts: MutableTurnPart[] = []
  for (const event of events) {
    const part = outlinePartOf(event)
    if (part === undefined) continue
    const last = parts.at(-1)
    if (last !== undefined && last.kind === part.kind && isDelta(event)) last.text += part.text
    else parts.push({ ...part, at: event.at })
  }
  return parts
}

const isDelta = ({ event, data }: TurnEvent) =>
  (event === 'answer' && data.type === 'delta') || (event === 'step' && data.type === 'thinking')

/** The outline entry for an event; `undefined` for an event without text that a user sees. */
function outlinePartOf({ event, data }: TurnEvent): OutlinePart | undefined {
  switch (event) {
    case 'answer':
      return data.type === 'delta' ? { kind: 'answer', text: data.text } : undefined
    case 'step':
      return partOfStep(data)
    case 'step_progress':
      return partOfProgress(data)
    case 'phase':
      return data.status === 'start' ? { kind: 'plan', text: phaseText(data) } : undefined
    case 'awaiting_confirmation':
      return { kind: 'approval', text: data.tool_name }
    case 'inject':
      return { kind: 'event', text: `The user adds: ${data.content}` }
    case 'suggestions':
      return { kind: 'event', text: `Suggestions: ${data.join(' · ')}` }
    case 'title':
      return { kind: 'event', text: `Title: ${data.title}` }
    case 'error':
      return { kind: 'event', text: `Fails: ${data.message}` }
    case 'violation':
      return { kind: 'event', text: `Violation: ${data.name}` }
    case 'end':
      return { kind: 'event', text: 'End of the turn' }
    default:
      return undefined
  }
}

function partOfStep(data: EventData<'step'>): OutlinePart | undefined {
  if (data.type === 'thinking') return thoughtPart(data.thinking_delta)
  if (data.type === 'answer') return undefined
  return data.status === 'start'
    ? { kind: 'tool', text: callText(data.tool, data.input) }
    : { kind: 'result', text: data.error ?? data.observation ?? '' }
}

function partOfProgress(data: EventData<'step_progress'>): OutlinePart | undefined {
  const { event, task, tool, input, status } = data
  if (event === 'started') return { kind: 'step', text: task ?? data.step_id }
  if (tool === undefined || status !== 'start') return undefined
  return { kind: 'tool', text: callText(tool, input ?? {}) }
}

const thoughtPart = (text: string | undefined): OutlinePart | undefined =>
  text === undefined ? undefined : { kind: 'thought', text }

const callText = (tool: string, input: object) => `${tool} ${JSON.stringify(input)}`

const phaseText = ({ name, reason }: EventData<'phase'>) =>
  name.replace('_', ' ') + (reason === undefined ? '' : `: ${reason}`)
