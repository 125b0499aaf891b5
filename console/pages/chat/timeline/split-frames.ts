import { decodeSse, SseSplitter } from '../../../../contract/sse.ts'
import { readFrame } from '../../../../client/events/frames.ts'

/** An event or a comment, with its size on the wire. */
type MeasuredFrame = {
  /** The name of the event; `comment` for a keep-alive comment. */
  readonly name: string
  readonly cursor: number | undefined
  /** The size of the event in bytes, including the blank line. */
  readonly bytes: number
  /** The unchanged `data`, or the text of a comment. */
  readonly payload: string
}

export type FrameSplitter = {
  feed(bytes: Uint8Array): readonly MeasuredFrame[]
  /** The number of bytes of the incomplete event at the end. */
  readonly rest: number
}

export function createFrameSplitter(): FrameSplitter {
  const decoder = new TextDecoder()
  const splitter = new SseSplitter()
  return {
    feed: (bytes) =>
      splitter.add(decoder.decode(bytes, { stream: true })).flatMap((text) => {
        const frame = readBlock(text)
        return frame === undefined ? [] : [{ ...frame, bytes: utf8Length(text) }]
      }),
    get rest() {
      return utf8Length(splitter.rest)
    },
  }
}

/** The length of a text in UTF-8. An encoder would allocate memory for each of thousands of events. */
function utf8Length(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // The two halves of a character outside the basic plane take two bytes each.
    if (code > 0x7f) bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2
  }
  return bytes
}

function readBlock(block: string): Omit<MeasuredFrame, 'bytes'> | undefined {
  const { event, id, data, lines = [] } = decodeSse(block)
  if (data !== undefined) {
    // Without a cursor in its data, an event need not be parsed here.
    const { name, cursor } = readFrame({ event, id, data: data.includes('"cursor"') ? data : '0' })
    return { name, cursor, payload: data }
  }
  const comment = lines.find((line) => line.startsWith(':'))
  return comment === undefined
    ? undefined
    : { name: 'comment', cursor: undefined, payload: comment.replace(/^: ?/, '') }
}
