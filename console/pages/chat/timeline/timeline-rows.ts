import type { Connection, Ending, LoggedFrame, StreamLog } from './stream-log.ts'
import { type Bar, type BarKind, type EventKind, kindOf } from './waterfall.ts'

/** Which events and bars the timeline shows. */
export type TimelineFilter = {
  readonly hidesDeltas: boolean
  /** `undefined` for all kinds. */
  readonly kind: EventKind | undefined
  /** A part of the name or payload, in any case. */
  readonly text: string
}

export const noFilter: TimelineFilter = { hidesDeltas: false, kind: undefined, text: '' }

/** One row of the timeline. */
export type TimelineRow =
  | { readonly kind: 'head'; readonly key: string; readonly connection: Connection }
  | { readonly kind: 'frame'; readonly key: number; readonly frame: LoggedFrame }
  | { readonly kind: 'end'; readonly key: string; readonly ended: EndedConnection }

export type EndedConnection = {
  readonly connection: Connection
  readonly ending: Ending | undefined
  readonly hidden: number
  readonly last: LoggedFrame | undefined
  readonly log: StreamLog
}

/** The rows of all connections: for each its request, its events, and its end. */
export function timelineRows(log: StreamLog, filter: TimelineFilter): readonly TimelineRow[] {
  const byConnection = Map.groupBy(log.frames, ({ connection }) => connection)
  return log.connections.flatMap((connection): readonly TimelineRow[] => {
    const { number, ending } = connection
    const frames = byConnection.get(number) ?? []
    const shown = isFiltering(filter) ? frames.filter(passes(filter)) : frames
    const ended = {
      connection,
      ending,
      log,
      last: frames.at(-1),
      hidden: frames.length - shown.length,
    }
    return [
      { kind: 'head', key: `head ${number}`, connection },
      ...shown.map((frame): TimelineRow => ({ kind: 'frame', key: frame.number, frame })),
      { kind: 'end', key: `end ${number}`, ended },
    ]
  })
}

const isFiltering = ({ hidesDeltas, kind, text }: TimelineFilter) =>
  hidesDeltas || kind !== undefined || text !== ''

function passes({ hidesDeltas, kind, text }: TimelineFilter): (frame: LoggedFrame) => boolean {
  const wanted = text.toLowerCase()
  return (frame) =>
    (!hidesDeltas || !isDelta(frame)) &&
    (kind === undefined || kindOf(frame) === kind) &&
    (wanted === '' || `${frame.name} ${frame.payload}`.toLowerCase().includes(wanted))
}

const isDelta = ({ payload }: LoggedFrame) =>
  /"(type|status)":"delta"|"thinking_delta"/.test(payload)

/** The kinds of bars that belong to a kind of events. */
const kindsOf: Readonly<Record<string, readonly BarKind[]>> = {
  phase: ['phase', 'step'],
  thinking: ['thinking'],
  tool: ['tool', 'approval'],
  answer: ['answer'],
  other: [],
}

/** Whether the waterfall shows a bar. Requests always remain, as the frame of the others. */
export function barPasses({ kind, text }: TimelineFilter, bar: Bar): boolean {
  if (bar.kind === 'request') return true
  const isKind = kind === undefined || kindsOf[kind]?.includes(bar.kind) === true
  return isKind && `${bar.kind} ${bar.label}`.toLowerCase().includes(text.toLowerCase())
}
