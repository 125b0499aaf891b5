import { parseJson } from '../../../../contract/json.ts'
import { readFrame } from '../../../../client/events/frames.ts'
import { readEvent } from '../../../../client/events/read-event.ts'
import { reduceTurn } from '../turn/reduce-turn.ts'
import type { Span, StepReference } from '../turn/turn-spans.ts'
import { newTurn, type TurnState } from '../turn/turn-state.ts'
import { type Connection, endings, type LoggedFrame, type StreamLog } from './stream-log.ts'

export type BarKind = Span['kind'] | 'request'

/** A bar of the waterfall: a span of a turn, or a request that carried a part of the turn. */
export type Bar = Omit<Span, 'id' | 'kind' | 'row'> & {
  readonly key: string
  readonly kind: BarKind
  /** The key of the row that shows the bar's first event in the list of events. */
  readonly row: string | number
  /** The time at which the response to a request began, in milliseconds since the question. */
  readonly openedAt?: number | undefined
}

/** A break of the stream: from the end of a connection to the response to the resume. */
export type StreamBreak = {
  readonly from: number
  /** The end of the break; `undefined` while the stream has not been resumed. */
  readonly to: number | undefined
  readonly connection: number
  readonly label: string
}

export type Waterfall = {
  /** The bars, in the order in which they begin. */
  readonly bars: readonly Bar[]
  readonly breaks: readonly StreamBreak[]
  /** The last time in the log, in milliseconds; at least 1. */
  readonly end: number
}

/** Creates the waterfall of a turn, from the requests in its log and from its spans. */
export function toWaterfall({ connections, frames }: StreamLog, spans: readonly Span[]): Waterfall {
  const bars = spans.map(({ id, ...span }): Bar => ({ ...span, key: `${id} ${span.row}` }))
  const ends = connections.map(({ endedAt, startedAt }) => endedAt ?? startedAt)
  return {
    bars: [...connections.map(requestBar), ...bars].toSorted((one, other) => one.from - other.from),
    breaks: breaksOf(connections),
    end: Math.max(1, frames.at(-1)?.at ?? 0, ...ends),
  }
}

/**
 * Computes the state of a turn from its log, for turns that no client reads, such as recorded
 * turns.
 */
export const turnOfLog = ({ frames }: Pick<StreamLog, 'frames'>): TurnState =>
  frames
    .filter(({ isDelivered }) => isDelivered)
    .reduce((turn, { name, payload, at, number: row }) => {
      const event = readEvent(readFrame({ event: name, data: payload, id: undefined }))
      return reduceTurn(turn, event, { at, row })
    }, newTurn(''))

const requestBar = (connection: Connection): Bar => ({
  key: `request ${connection.number}`,
  kind: 'request',
  label: connection.path.replace('/api/', ''),
  from: connection.startedAt,
  to: connection.endedAt,
  isFailed: connection.ending !== undefined && endings[connection.ending].isBreak,
  deltas: 0,
  row: `head ${connection.number}`,
  openedAt: connection.openedAt,
})

const breaksOf = (connections: readonly Connection[]): readonly StreamBreak[] =>
  connections.flatMap(({ number, ending, endedAt }, at): readonly StreamBreak[] => {
    if (ending === undefined || endedAt === undefined || !endings[ending].isBreak) return []
    const resumed = connections[at + 1]
    const resumedAt = resumed && (resumed.openedAt ?? resumed.startedAt)
    return [{ from: endedAt, to: resumedAt, connection: number, label: endings[ending].text }]
  })

/** Returns the bar of a step of a plan, if the step has started. */
export const barOfStep = ({ bars }: Waterfall, { round, id }: StepReference): Bar | undefined =>
  bars.findLast(({ step }) => step?.id === id && step.round === round)

/** The kinds of events that the list can be filtered by. */
export const eventKinds = ['phase', 'thinking', 'tool', 'answer', 'other'] as const
export type EventKind = (typeof eventKinds)[number]

/**
 * Returns the kind of an event. Events of plan steps are `phase`, unless they are thoughts or tool
 * calls.
 */
export function eventKindOf({ name, payload }: LoggedFrame): EventKind {
  if (name === 'answer' || name === 'phase') return name
  if (name === 'awaiting_confirmation') return 'tool'
  if (name !== 'step' && name !== 'step_progress') return 'other'
  const data = Object(parseJson(payload)) as Record<string, unknown>
  const { event, type } = (data['data'] ?? data) as Record<string, unknown>
  if (event === 'thinking_delta' || type === 'thinking') return 'thinking'
  return event === 'iteration' || type === 'iteration' ? 'tool' : 'phase'
}
