import { parseJson } from '../../../../contract/json.ts'
import { readFrame } from '../../../../client/events/frames.ts'
import { readEvent } from '../../../../client/events/read-event.ts'
import type { TurnEventData } from '../../../../client/events/turn-event.ts'
import type { StepPlace } from '../turn/turn-state.ts'
import type { Connection, LoggedFrame, StreamLog } from './stream-log.ts'

export type BarKind = 'request' | 'phase' | 'step' | 'thinking' | 'tool' | 'approval' | 'answer'

/** Something that takes time in a turn. Times are milliseconds since the question was sent. */
export type Bar = {
  readonly key: string
  readonly kind: BarKind
  readonly label: string
  readonly from: number
  /** `undefined` while it goes on. */
  readonly to: number | undefined
  readonly isFailed: boolean
  /** The number of the events of the answer that brought text. */
  readonly deltas: number
  /** The key of the row that shows its first event in the list of events. */
  readonly row: string | number
  /** The step of a plan that it shows, if it is one. */
  readonly step?: StepPlace | undefined
  /** The time at which the response to a request began. */
  readonly openedAt?: number | undefined
}

/** The time between the end of a connection and the response to the resume. */
export type Break = {
  readonly from: number
  /** `undefined` while nothing resumed it. */
  readonly to: number | undefined
  readonly connection: number
  readonly label: string
}

export type Waterfall = {
  /** In the order of their begin. */
  readonly bars: readonly Bar[]
  readonly breaks: readonly Break[]
  /** The last time of the log, at least 1. */
  readonly end: number
}

type MutableBar = { -readonly [Key in keyof Bar]: Bar[Key] }

const breakLabels: Readonly<Record<string, string>> = {
  abandoned: 'The client left early',
  cut: 'You cut it',
  broke: 'Broken',
  failed: 'No stream received',
}

/**
 * Returns a function that converts a log to a waterfall. It reads each event once, because a log
 * grows with each frame of the browser.
 */
export function createWaterfall(): (log: StreamLog) => Waterfall {
  let spans = createSpans()
  let source: StreamLog['frames'] | undefined
  let next = 0

  function readNewFrames(frames: StreamLog['frames']): void {
    if (frames !== source) {
      spans = createSpans()
      next = 0
      source = frames
    }
    // An event that is followed by a delivered one was dropped as a repetition.
    for (let at = next; at < frames.length; at++) {
      const frame = frames[at]
      if (frame?.isDelivered !== true) continue
      spans.add(frame)
      next = at + 1
    }
  }

  return ({ connections, frames }) => {
    readNewFrames(frames)
    const requests = connections.map(requestBar)
    const bars = [...requests, ...spans.bars].toSorted((one, other) => one.from - other.from)
    const ends = connections.map(({ endedAt, startedAt }) => endedAt ?? startedAt)
    return {
      bars,
      breaks: breaksOf(connections),
      end: Math.max(1, frames.at(-1)?.at ?? 0, ...ends),
    }
  }
}

const requestBar = (connection: Connection): Bar => ({
  key: `request ${connection.number}`,
  kind: 'request',
  label: connection.path.replace('/api/', ''),
  from: connection.startedAt,
  to: connection.endedAt,
  isFailed: connection.ending !== undefined && connection.ending in breakLabels,
  deltas: 0,
  row: `head ${connection.number}`,
  openedAt: connection.openedAt,
})

const breaksOf = (connections: readonly Connection[]): readonly Break[] =>
  connections.flatMap(({ number, ending, endedAt }, at): readonly Break[] => {
    const label = ending === undefined ? undefined : breakLabels[ending]
    if (label === undefined || endedAt === undefined) return []
    const resumed = connections[at + 1]
    const to = resumed && (resumed.openedAt ?? resumed.startedAt)
    return [{ from: endedAt, to, connection: number, label }]
  })

/** The bar of a step of a plan, if it has started. */
export const barOfStep = ({ bars }: Waterfall, { round, id }: StepPlace): Bar | undefined =>
  bars.findLast(({ step }) => step?.id === id && step.round === round)

/** Collects bars from events. */
function createSpans() {
  const bars: MutableBar[] = []
  const open = new Map<string, MutableBar>()
  let currentRound = 1

  function begin(key: string, kind: BarKind, label: string, frame: LoggedFrame): MutableBar {
    const { at: from, number: row } = frame
    const bar = { key: `${key} ${row}`, kind, label, from, to: undefined, isFailed: false }
    const added: MutableBar = { ...bar, deltas: 0, row }
    bars.push(added)
    open.set(key, added)
    return added
  }
  function end(key: string, at: number, isFailed = false): boolean {
    const bar = open.get(key)
    if (bar === undefined) return false
    bar.to = at
    bar.isFailed = isFailed
    return open.delete(key)
  }
  /** Changes a bar from a status of the platform. An end without a begin takes no time. */
  function change(key: string, kind: BarKind, label: string, frame: LoggedFrame, is: Change): void {
    if (is.isBegin) {
      if (!open.has(key)) begin(key, kind, label, frame)
      return
    }
    if (!open.has(key)) begin(key, kind, label, frame)
    end(key, frame.at, is.isFailed)
  }
  function endAll(at: number): void {
    for (const key of open.keys()) end(key, at)
  }

  function addCall(scope: string, data: CallData, frame: LoggedFrame): void {
    end(`${scope} thinking`, frame.at)
    const { tool = 'a tool', iteration, input, status, error } = data
    const key = `${scope} call ${iteration} ${tool} ${JSON.stringify(input)}`
    const isFailed = typeof error === 'string' && error !== ''
    change(key, 'tool', tool, frame, { isBegin: status === 'start', isFailed })
  }
  function addThought(scope: string, label: string, frame: LoggedFrame, isBegin: boolean): void {
    if (isBegin || open.has(`${scope} thinking`))
      change(`${scope} thinking`, 'thinking', label, frame, { isBegin, isFailed: false })
  }
  function addStep(data: TurnEventData['step_progress'], frame: LoggedFrame): void {
    const { step_id: id, event, status, task = id } = data
    const scope = `step ${id}`
    const bar = open.get(scope) ?? begin(scope, 'step', task, frame)
    bar.step = { round: currentRound, id }
    if (event === 'thinking_delta') addThought(scope, `thinking of ${id}`, frame, true)
    if (event === 'iteration') addCall(scope, data, frame)
    if (event !== 'completed') return
    end(`${scope} thinking`, frame.at)
    change(scope, 'step', task, frame, { isBegin: false, isFailed: status === 'failed' })
  }
  function addAnswer(data: TurnEventData['answer'], frame: LoggedFrame): void {
    if (data.type === 'start') end('answer', frame.at)
    if (data.type === 'done') return void end('answer', frame.at)
    const bar = open.get('answer') ?? begin('answer', 'answer', 'answer', frame)
    if (data.type === 'delta') bar.deltas += 1
  }

  function addPhase(data: TurnEventData['phase'], frame: LoggedFrame): void {
    const { name, status, round, total_tools: tools } = data
    currentRound = round ?? currentRound
    // Some deployments announce their tools in one event, without a status.
    const label = tools === undefined ? name : `${name} (${tools} tools)`
    const is = { isBegin: status === 'start', isFailed: false }
    change(`phase ${name} ${round}`, 'phase', label, frame, is)
  }

  return {
    bars,
    add(frame: LoggedFrame): void {
      const { name, payload, at } = frame
      // Deployments differ in their names of fields. An event that can't be read has no bar.
      const { event, data } = readEvent(readFrame({ event: name, data: payload, id: undefined }))
      if (name !== 'heartbeat' && name !== 'awaiting_confirmation') end('approval', at)
      if (event === 'answer') addAnswer(data, frame)
      else if (event === 'step_progress') addStep(data, frame)
      else if (event === 'phase') addPhase(data, frame)
      else if (event === 'step') {
        if (data.type === 'iteration') addCall('', data, frame)
        else if (data.type === 'thinking') addThought('', 'thinking', frame, data.status !== 'done')
      } else if (event === 'awaiting_confirmation') {
        const label = `approval of ${data.tool_name}`
        if (!open.has('approval')) begin('approval', 'approval', label, frame)
      } else if (event === 'done' || event === 'end' || event === 'error') endAll(at)
    },
  }
}

type Change = { readonly isBegin: boolean; readonly isFailed: boolean }

type CallData = {
  readonly tool?: string | undefined
  readonly iteration?: number | undefined
  readonly input?: unknown
  readonly status?: string | undefined
  readonly error?: string | null | undefined
}

/** The kinds of events that the list can be filtered by. */
export const eventKinds = ['phase', 'thinking', 'tool', 'answer', 'other'] as const
export type EventKind = (typeof eventKinds)[number]

/** The kind of an event; events of a plan's steps without a tool are of its phases. */
export function kindOf({ name, payload }: LoggedFrame): EventKind {
  if (name === 'answer' || name === 'phase') return name
  if (name === 'awaiting_confirmation') return 'tool'
  if (name !== 'step' && name !== 'step_progress') return 'other'
  const data = Object(parseJson(payload)) as Record<string, unknown>
  const { event, type } = (data['data'] ?? data) as Record<string, unknown>
  if (event === 'thinking_delta' || type === 'thinking') return 'thinking'
  return event === 'iteration' || type === 'iteration' ? 'tool' : 'phase'
}
