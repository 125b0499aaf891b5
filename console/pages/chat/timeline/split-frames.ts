import { createParser } from 'eventsource-parser'
import { type Frame, readFrame } from '../../../../client/events/frames.ts'

/** An event or a comment, with its size on the wire. */
export type MeasuredFrame = {
  /** The name of the event; `comment` for a keep-alive comment. */
  readonly name: string
  readonly cursor: number | undefined
  /** Its size in bytes, including the blank line. */
  readonly bytes: number
  /** The unchanged `data`, or the text of a comment. */
  readonly payload: string
}

/** Splits a stream into events as soon as each is complete. */
export type FrameSplitter = {
  feed(bytes: Uint8Array): readonly MeasuredFrame[]
  /** The number of bytes of the incomplete event at the end. */
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
  let frame: (Frame & { readonly text: string }) | undefined
  let comment: string | undefined
  const parser = createParser({
    onEvent: (message) => (frame = { ...readFrame(message), text: message.data }),
    onComment: (words) => (comment = words),
  })
  parser.feed(block)
  if (frame !== undefined) return { name: frame.name, cursor: frame.cursor, payload: frame.text }
  return comment === undefined
    ? undefined
    : { name: 'comment', cursor: undefined, payload: comment }
}
