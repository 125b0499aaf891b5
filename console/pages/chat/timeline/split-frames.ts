import { createParser } from 'eventsource-parser'
import { type Frame, readFrame } from '../../../../client/events/frames.ts'

/** An event or a comment, with what it took on the wire. */
type MeasuredFrame = {
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

const blankLine = /\r\n\r\n|\n\r?\n|\r\r/

export function createFrameSplitter(): FrameSplitter {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let text = ''
  return {
    feed(bytes) {
      text += decoder.decode(bytes, { stream: true })
      const frames: MeasuredFrame[] = []
      for (let end = blankLine.exec(text); end !== null; end = blankLine.exec(text)) {
        const block = text.slice(0, end.index + end[0].length)
        text = text.slice(block.length)
        const frame = readBlock(block)
        if (frame !== undefined) frames.push({ ...frame, bytes: encoder.encode(block).length })
      }
      return frames
    },
    get rest() {
      return encoder.encode(text).length
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
