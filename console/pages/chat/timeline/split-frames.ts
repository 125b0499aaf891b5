import { decodeSse, SseSplitter, utf8Length } from '../../../../contract/sse.ts'
import { readFrame } from '../../../../client/events/frames.ts'

/** An event or a comment of a stream, with its size in bytes. */
type MeasuredFrame = {
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

export type FrameSplitter = {
  feed(bytes: Uint8Array): readonly MeasuredFrame[]
  /** The size of the incomplete event at the end of the received data, in bytes. */
  readonly incompleteBytes: number
}

export function createFrameSplitter(): FrameSplitter {
  const decoder = new TextDecoder()
  const splitter = new SseSplitter()
  return {
    feed: (bytes) =>
      splitter.add(decoder.decode(bytes, { stream: true })).flatMap((text) => {
        const frame = readBlock(text)
        return frame === undefined ? [] : [{ ...frame, bytes: utf8Length(text), text }]
      }),
    get incompleteBytes() {
      return utf8Length(splitter.incompleteFrame)
    },
  }
}

function readBlock(block: string): Omit<MeasuredFrame, 'bytes' | 'text'> | undefined {
  const { event, id, data, lines = [] } = decodeSse(block)
  if (data !== undefined) {
    // Only data that contains a cursor is parsed here, because parsing takes time.
    const { name, cursor } = readFrame({ event, id, data: data.includes('"cursor"') ? data : '0' })
    return { name, cursor, payload: data }
  }
  const comment = lines.find((line) => line.startsWith(':'))
  return comment === undefined
    ? undefined
    : { name: 'comment', cursor: undefined, payload: comment.replace(/^: ?/, '') }
}
