import type { Exchange } from '../exchange.ts'
import { Blocked, Finding } from '../outcomes.ts'
import { type Frame, readFrame } from './frame.ts'

/** A stream that was read to its end, or as far as we wanted. */
export type Stream = {
  /** How a report names it, such as `POST /api/dag` or `replay after 4`. */
  readonly name: string
  /** Whether the agent ran while it was read; else it is a replay. */
  readonly live: boolean
  readonly exchange: Exchange
  readonly frames: readonly Frame[]
}

/**
 * Reads a reply as a stream. Throws a `Finding` if it is none, and `Blocked` if our own time limit
 * cut it: of an end that we did not wait for nothing can be said.
 */
export function readStream(name: string, live: boolean, exchange: Exchange): Stream {
  if (!isStream(exchange)) {
    throw new Finding(`${name} to be 200 with an event stream`, described(exchange), exchange)
  }
  if (exchange.ended === 'timeout') {
    throw new Blocked(`${name} took longer than the time limit of a request`)
  }
  return { name, live, exchange, frames: framesIn(exchange) }
}

/** The events of a reply, read; none where it is no stream. */
export const framesIn = ({ events }: Exchange): readonly Frame[] => events.map(readFrame)

export const isStream = (exchange: Exchange): boolean =>
  exchange.status === 200 && mediaType(exchange) === 'text/event-stream'

/** The media type of a reply without its parameters. */
export const mediaType = ({ headers }: Exchange): string | undefined =>
  headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()

export const framesOf = ({ frames }: Stream, type: string): readonly Frame[] =>
  frames.filter((frame) => frame.type === type)

/** The events that belong to the turn: all but the `resume_done` that a replay adds. */
export const turnFrames = (frames: readonly Frame[]): readonly Frame[] =>
  frames.filter(({ type }) => type !== 'resume_done')

/** The events of a turn that carry a cursor: of the others no one can say where they belong. */
export const placedFrames = (frames: readonly Frame[]): readonly Frame[] =>
  turnFrames(frames).filter(({ cursor }) => cursor !== undefined)

/** The cursors of a turn's own events, in the order they came. */
export const cursorsOf = (frames: readonly Frame[]): readonly number[] =>
  turnFrames(frames).flatMap(({ cursor }) => cursor ?? [])

const described = (exchange: Exchange): string =>
  `status ${exchange.status} with ${mediaType(exchange) ?? 'no content type'}`
