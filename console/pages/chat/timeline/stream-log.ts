import { parseJson } from '../../../../contract/json.ts'

/**
 * Why a connection ended. `left`: the client closed it. `abandoned`: a recording shows that the
 * client closed it before the turn was complete.
 */
export type Ending = 'ended' | 'left' | 'abandoned' | 'cut' | 'broke' | 'failed'

/** The text for each ending, and whether the ending broke the stream of the turn. */
export const endings: Readonly<
  Record<Ending, { readonly text: string; readonly isBreak: boolean }>
> = {
  ended: { text: 'Ended by the server', isBreak: false },
  left: { text: 'Closed by the client', isBreak: false },
  abandoned: { text: 'The client left early', isBreak: true },
  cut: { text: 'You cut it', isBreak: true },
  broke: { text: 'Broken', isBreak: true },
  failed: { text: 'No stream received', isBreak: true },
}

/** A request as it was sent. */
export type SentRequest = {
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | undefined
}

/** One HTTP exchange that carried a part of a turn. */
export type Connection = {
  /** The number of the connection in its turn, counted from 1. */
  readonly number: number
  /** The path of the request, such as `/api/react`. */
  readonly path: string
  readonly request: SentRequest
  /** The cursor after which the connection resumed the turn; `undefined` if it resumed nothing. */
  readonly resumeCursor: number | undefined
  /** Milliseconds since the question was sent, like all times of this type. */
  readonly startedAt: number
  readonly openedAt?: number | undefined
  readonly status?: number | undefined
  readonly endedAt?: number | undefined
  readonly ending?: Ending | undefined
  readonly bytes: number
  /** The number of network reads in which the `bytes` arrived. */
  readonly readCount: number
  /** The number of bytes of an event that was incomplete when the connection ended. */
  readonly incompleteBytes: number
}

/** An event or a comment of a stream, with its size in bytes. */
export type MeasuredFrame = {
  /** The name of the event; `comment` for a keep-alive comment. */
  readonly name: string
  readonly cursor: number | undefined
  /** The size of the event in bytes, including the blank line after it. */
  readonly bytes: number
  /** The unchanged text of `data`, or the text of the comment. */
  readonly payload: string
  /** The text of the event as it was sent, with its `event:`, `id:` and `data:` lines. */
  readonly text: string
}

export type LoggedFrame = MeasuredFrame & {
  /** The number of the event in its turn, counted from 1 over all connections. */
  readonly number: number
  readonly connection: number
  readonly at: number
  /** The number of the network read that completed the event, counted from 1. */
  readonly read: number
  /** Whether the client delivered the event. The client drops repeated events. */
  readonly isDelivered: boolean
}

/** Everything that the client received for one turn. */
export type StreamLog = {
  readonly connections: readonly Connection[]
  readonly frames: readonly LoggedFrame[]
}

export const emptyStreamLog: StreamLog = { connections: [], frames: [] }

/** Returns the cursor after which a request resumes a turn, from the body of the request. */
export function resumeCursorOf(body: string | undefined): number | undefined {
  const { cursor } = Object(parseJson(body ?? '')) as { readonly cursor?: unknown }
  return typeof cursor === 'number' ? cursor : undefined
}
