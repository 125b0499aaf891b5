/**
 * Why a connection ended. `left`: the client left when it had the whole turn. `abandoned`: it left
 * before, as a recording can show.
 */
export type Ending = 'ended' | 'left' | 'abandoned' | 'cut' | 'broke' | 'failed'

/** A request as it was sent. */
export type SentRequest = {
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | undefined
}

/** One HTTP exchange that carried a part of a turn. */
export type Connection = {
  /** The number of the connection in its turn, from 1. */
  readonly number: number
  /** The path of the request, such as `/api/react`. */
  readonly path: string
  readonly request: SentRequest
  /** The cursor of a resume request. */
  readonly resumeCursor: number | undefined
  /** Milliseconds since the question was sent, like all times here. */
  readonly startedAt: number
  readonly openedAt: number | undefined
  readonly status: number | undefined
  readonly endedAt: number | undefined
  readonly ending: Ending | undefined
  /** The received bytes, and the number of reads. */
  readonly bytes: number
  readonly reads: number
  /** Bytes of an event that was incomplete when the connection ended. */
  readonly incompleteBytes: number
}

export type LoggedFrame = {
  /** The number of the event in its turn, over all connections, from 1. */
  readonly number: number
  readonly connection: number
  readonly name: string
  readonly cursor: number | undefined
  readonly at: number
  readonly bytes: number
  /** The number, from 1, of the read that completed it. */
  readonly read: number
  /** The unchanged payload. */
  readonly payload: string
  /** The event as it was received. */
  readonly text: string
  /** Whether the client delivered it. Otherwise it dropped it as a repetition. */
  readonly isDelivered: boolean
}

/** Everything received for one turn. */
export type StreamLog = {
  readonly connections: readonly Connection[]
  readonly frames: readonly LoggedFrame[]
}

export const emptyStreamLog: StreamLog = { connections: [], frames: [] }
