import { decodeSse, SseSplitter, utf8Length } from '../../../../contract/sse.ts'
import { readFrame } from '../../../../client/events/frames.ts'
import type { MeasuredFrame } from './stream-log.ts'

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
