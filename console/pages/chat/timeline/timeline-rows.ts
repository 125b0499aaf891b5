import type { Connection, Ending, LoggedFrame, StreamLog } from './stream-log.ts'
import { type Bar, type BarKind, type EventKind, eventKindOf } from './waterfall.ts'

/** Which events and bars the timeline shows. */
export type TimelineFilter = {
  readonly hidesDeltas: boolean
  /** The kind of events to show; `undefined` shows all kinds. */
  readonly kind: EventKind | undefined
  /** A text that the name or the payload contains, in upper or lower case. */
  readonly text: string
}

export const noFilter: TimelineFilter = { hidesDeltas: false, kind: undefined, text: '' }

/** One row of the timeline: a request, an event, or the end of a connection. */
export type TimelineRow =
  | { readonly kind: 'head'; readonly key: string; readonly connection: Connection }
  | { readonly kind: 'frame'; readonly key: number; readonly frame: LoggedFrame }
  | { readonly kind: 'end'; readonly key: string; readonly ended: EndedConnection }

export type EndedConnection = {
  readonly connection: Connection
  readonly ending: Ending | undefined
  readonly hiddenCount: number
  readonly lastFrame: LoggedFrame | undefined
  readonly log: StreamLog
}

/** Returns the rows of all connections: for each connection its request, its events and its end. */
type ToTimelineRows = (log: StreamLog, filter: TimelineFilter) => readonly TimelineRow[]

/**
 * Creates a function that converts a log to rows. The function converts each event only once,
 * because a log grows with each frame of the browser.
 */
export function createTimelineRows(): ToTimelineRows {
  let settledParts = groupByConnection(noFilter)
  let source: StreamLog['frames'] | undefined
  let lastFilter: TimelineFilter | undefined
  let next = 0

  return ({ connections, frames }, filter) => {
    if (frames !== source || filter !== lastFilter) {
      settledParts = groupByConnection(filter)
      next = 0
      source = frames
      lastFilter = filter
    }
    // Events up to the last delivered event no longer change: the client has delivered or dropped
    // them.
    const end = frames.findLastIndex(({ isDelivered }) => isDelivered) + 1
    for (const frame of frames.slice(next, end)) settledParts.add(frame)
    next = Math.max(next, end)
    const newest = groupByConnection(filter)
    for (const frame of frames.slice(next)) newest.add(frame)

    return connections.flatMap((connection): readonly TimelineRow[] => {
      const { number, ending } = connection
      const [before, after] = [settledParts.of(number), newest.of(number)]
      const endedConnection = {
        connection,
        ending,
        log: { connections, frames },
        lastFrame: after.lastFrame ?? before.lastFrame,
        hiddenCount: before.hiddenCount + after.hiddenCount,
      }
      return [
        { kind: 'head', key: `head ${number}`, connection },
        ...before.rows,
        ...after.rows,
        { kind: 'end', key: `end ${number}`, ended: endedConnection },
      ]
    })
  }
}

/** The events of one connection that pass the filter, and the number of hidden events. */
type ConnectionRows = {
  readonly rows: TimelineRow[]
  hiddenCount: number
  lastFrame: LoggedFrame | undefined
}

/** Groups events by their connection, and counts the events that the filter hides. */
function groupByConnection(filter: TimelineFilter) {
  const parts = new Map<number, ConnectionRows>()
  const isShown = createFrameMatcher(filter)
  function rowsOfConnection(connection: number): ConnectionRows {
    const part = parts.get(connection) ?? { rows: [], hiddenCount: 0, lastFrame: undefined }
    parts.set(connection, part)
    return part
  }
  return {
    of: rowsOfConnection,
    add(frame: LoggedFrame): void {
      const part = rowsOfConnection(frame.connection)
      part.lastFrame = frame
      if (isShown(frame)) part.rows.push({ kind: 'frame', key: frame.number, frame })
      else part.hiddenCount++
    },
  }
}

function createFrameMatcher({
  hidesDeltas,
  kind,
  text,
}: TimelineFilter): (frame: LoggedFrame) => boolean {
  const searchText = text.toLowerCase()
  return (frame) =>
    (!hidesDeltas || !isDelta(frame)) &&
    (kind === undefined || eventKindOf(frame) === kind) &&
    (searchText === '' || `${frame.name} ${frame.payload}`.toLowerCase().includes(searchText))
}

const isDelta = ({ payload }: LoggedFrame) =>
  /"(type|status)"\s*:\s*"delta"|"thinking_delta"/.test(payload)

/** The kinds of bars that the waterfall shows for each kind of events. */
const barKindsByEventKind: Readonly<Record<EventKind, readonly BarKind[]>> = {
  phase: ['phase', 'step'],
  thinking: ['thinking'],
  tool: ['tool', 'approval'],
  answer: ['answer'],
  other: [],
}

/** Whether the waterfall shows a bar. It always shows requests, which contain other bars. */
export function isBarShown({ kind, text }: TimelineFilter, bar: Bar): boolean {
  if (bar.kind === 'request') return true
  const isKind = kind === undefined || barKindsByEventKind[kind].includes(bar.kind)
  return isKind && `${bar.kind} ${bar.label}`.toLowerCase().includes(text.toLowerCase())
}
