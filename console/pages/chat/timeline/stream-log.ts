/** Why no more came over a connection: which side ended it, or that it broke. */
export type Ending = 'ended' | 'left' | 'cut' | 'broke' | 'failed'

/** One HTTP exchange that carried a part of a turn. */
export type Connection = {
  /** From 1 in each turn. */
  readonly number: number
  /** Such as `/api/react`. */
  readonly path: string
  /** The cursor that a resume asked for. */
  readonly resumeCursor: number | undefined
  /** Milliseconds since the question was asked, as all times here. */
  readonly startedAt: number
  readonly openedAt: number | undefined
  readonly status: number | undefined
  readonly endedAt: number | undefined
  readonly ending: Ending | undefined
  /** What came over it, in bytes, and in how many reads. */
  readonly bytes: number
  readonly reads: number
  /** Bytes of an event that was not whole when the connection ended. */
  readonly incompleteBytes: number
}

/** One event of a stream, as its bytes came. */
export type LoggedFrame = {
  /** From 1 in each turn, over all connections. */
  readonly number: number
  readonly connection: number
  readonly name: string
  readonly cursor: number | undefined
  readonly at: number
  readonly bytes: number
  /** With which read of its connection it became whole, from 1. */
  readonly read: number
  /** The payload as it came. */
  readonly payload: string
  /** Whether the client handed it on, or knew it already. */
  readonly isDelivered: boolean
}

/** Everything that came over the wire for one turn. */
export type StreamLog = {
  readonly connections: readonly Connection[]
  readonly frames: readonly LoggedFrame[]
}

export const emptyStreamLog: StreamLog = { connections: [], frames: [] }
