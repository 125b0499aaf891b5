import { createParser } from 'eventsource-parser'
import { SseSplitter } from '../../../../contract/sse.ts'
import { type Frame, readFrame } from '../../../../client/events/frames.ts'

/** An event or a comment, with what it took on the wire. */
export type MeasuredFrame = {
  /** The name of the event; `comment` for what only keeps a connection alive. */
  readonly name: string
  readonly cursor: number | undefined
  /** In bytes, with its blank line. */
  readonly bytes: number
  /** The `data` as it came, or the words of a comment. */
  readonly payload: string
}

/** Cuts a stream into its events as the bytes of each become whole. */
export type FrameSplitter = {
  feed(bytes: Uint8Array): readonly MeasuredFrame[]
  /** Bytes that belong to an event that is not whole. */
  readonly rest: number
}

export function createFrameSplitter(): FrameSplitter {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  const splitter = new SseSplitter()
  return {
    feed: (bytes) =>
      splitter.add(decoder.decode(bytes, { stream: true })).flatMap((text) => {
        const frame = readBlock(text)
        return frame === undefined ? [] : [{ ...frame, bytes: encoder.encode(text).length }]
      }),
    get rest() {
      return encoder.encode(splitter.rest).length
    },
  }
}

function readBlock(block: string): Omit<MeasuredFrame, 'bytes'> | undefined {
  let found: (Frame & { readonly text: string }) | undefined
  let comment: string | undefined
  const parser = createParser({
    onEvent: (message) => (found = { ...readFrame(message), text: message.data }),
    onComment: (words) => (comment = words),
  })
  parser.feed(block)
  if (found !== undefined) return { name: found.name, cursor: found.cursor, payload: found.text }
  return comment === undefined
    ? undefined
    : { name: 'comment', cursor: undefined, payload: comment }
}
