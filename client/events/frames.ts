import { type EventSourceMessage, createParser } from 'eventsource-parser'
import { isObject, parseJson } from '../../contract/json.ts'
import { rejectOnAbort } from '../transport.ts'

/** An event of a stream, independent of where the deployment puts its cursor. */
export type Frame = {
  readonly name: string
  readonly data: unknown
  readonly cursor: number | undefined
}

/**
 * Converts an SSE message to a frame. The cursor is in `id` or in the data, which is JSON or text.
 */
export function readFrame({ event: name = 'message', data: text, id }: EventSourceMessage): Frame {
  const data = parseJson(text, text)
  if (isObject(data) && Number.isInteger(data['cursor'])) {
    const { cursor, ...payload } = data as { cursor: number }
    const isWrapped = Object.keys(payload).join() === 'data'
    return { name, cursor, data: isWrapped ? data['data'] : payload }
  }
  return { name, data, cursor: id !== undefined && /^\d+$/.test(id) ? Number(id) : undefined }
}

/**
 * Opens a stream and yields its frames until the body ends. The connection is closed if the caller
 * leaves the loop or the signal aborts. Throws the signal's reason, or the error with which the
 * body breaks.
 */
export async function* readFrames(
  open: (signal: AbortSignal) => Promise<Response>,
  signal?: AbortSignal,
): AsyncGenerator<Frame, void, undefined> {
  const connection = new AbortController()
  const close = () => connection.abort(signal?.reason)
  signal?.throwIfAborted()
  signal?.addEventListener('abort', close, { once: true })
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  let isComplete = false
  try {
    const { body } = await open(connection.signal)
    if (body === null) return
    reader = (body as ReadableStream<Uint8Array>).getReader()
    const received: Frame[] = []
    const parser = createParser({ onEvent: (message) => received.push(readFrame(message)) })
    const decoder = new TextDecoder()
    for (;;) {
      const { done, value } = await rejectOnAbort(reader.read(), connection.signal)
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      for (const frame of received.splice(0)) {
        isComplete = finalFrameNames.has(frame.name)
        yield frame
      }
    }
  } finally {
    signal?.removeEventListener('abort', close)
    if (isComplete && reader !== undefined && !connection.signal.aborted)
      void readToEnd(reader, connection)
    else disconnect(reader, connection)
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** The names of the events after which the server closes the stream. */
const finalFrameNames: ReadonlySet<string> = new Set(['end', 'resume_done'])

/** The maximum wait until the server closes a complete stream, in milliseconds. */
const maxCloseWaitMs = 1000

/** Lets the server close a complete stream, because browsers show an aborted request as failed. */
async function readToEnd(reader: Reader, connection: AbortController): Promise<void> {
  const closeTimer = setTimeout(() => disconnect(reader, connection), maxCloseWaitMs)
  const { done } = await reader.read().catch(() => ({ done: true }))
  clearTimeout(closeTimer)
  if (!done) disconnect(reader, connection)
}

function disconnect(reader: Reader | undefined, connection: AbortController): void {
  // Some runtimes close the connection only on abort, and some only on cancel.
  connection.abort()
  reader?.cancel().catch(() => undefined)
}
