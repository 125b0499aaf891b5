import { type EventSourceMessage, createParser } from 'eventsource-parser'
import { isObject, parseJson } from '../json.ts'
import { rejectOnAbort } from '../transport.ts'

/** An event of a stream, freed of where its cursor stood. */
export type Frame = {
  readonly name: string
  readonly data: unknown
  readonly cursor: number | undefined
}

/**
 * Reads a message in every form that cursors take: among the fields of the payload, in
 * `{cursor, data}` around it, on the `id:` line, or nowhere. What is no JSON stays a text.
 */
export function readFrame({ event: name = 'message', data: text, id }: EventSourceMessage): Frame {
  const data = parseJson(text)
  if (isObject(data) && Number.isInteger(data['cursor'])) {
    const { cursor, ...payload } = data as { cursor: number }
    const isWrapped = Object.keys(payload).join() === 'data'
    return { name, cursor, data: isWrapped ? data['data'] : payload }
  }
  return { name, data, cursor: id !== undefined && /^\d+$/.test(id) ? Number(id) : undefined }
}

/**
 * Opens a stream and reads its frames to the end of its body. Whoever leaves the loop, and the
 * signal, close the connection. Throws what breaks the body, or the signal's reason.
 */
export async function* readFrames(
  open: (signal: AbortSignal) => Promise<Response>,
  signal?: AbortSignal,
): AsyncGenerator<Frame, void, undefined> {
  const leaving = new AbortController()
  const leave = () => leaving.abort(signal?.reason)
  signal?.throwIfAborted()
  signal?.addEventListener('abort', leave, { once: true })
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  try {
    const { body } = await open(leaving.signal)
    if (body === null) return
    reader = (body as ReadableStream<Uint8Array>).getReader()
    const arrived: Frame[] = []
    const parser = createParser({ onEvent: (message) => arrived.push(readFrame(message)) })
    const decoder = new TextDecoder()
    for (;;) {
      const { done, value } = await rejectOnAbort(reader.read(), leaving.signal)
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      yield* arrived.splice(0)
    }
  } finally {
    signal?.removeEventListener('abort', leave)
    // Neither alone ends a stream wherever one may run.
    leaving.abort()
    reader?.cancel().catch(() => undefined)
  }
}
