import { batch, type ReadonlySignal, signal } from '@preact/signals'
import type { TurnEvent } from '../../../../client/events/turn-event.ts'
import type { Fetch } from '../../../../client/transport.ts'
import { apiPath } from '../../../../contract/operations/path-table.ts'
import type { Moment } from '../turn/turn-spans.ts'
import { createFrameSplitter, type FrameSplitter } from './split-frames.ts'
import {
  type Connection,
  emptyStreamLog,
  type Ending,
  type LoggedFrame,
  resumeCursorOf,
  type StreamLog,
} from './stream-log.ts'

/** Wraps `fetch` for a client and records everything that its streams receive. */
export type StreamRecorder = {
  readonly fetch: Fetch
  /** Everything that was received since the last `reset`. */
  readonly log: ReadonlySignal<StreamLog>
  readonly isOpen: ReadonlySignal<boolean>
  /** The date from which the times in the log are counted. */
  startedAt(): Date
  /** Clears the log and restarts its times at 0. */
  reset(): void
  /** Aborts the open connection. Both the client and the server then see a broken connection. */
  cut(): void
  /** Records that the client delivered an event. Returns the event's time of arrival and row. */
  markDelivered(event: TurnEvent): Moment | undefined
}

const streamPaths = /\/api\/(react|dag|auto|chat\/resume)$/

export function createStreamRecorder(fetch: Fetch, now: () => number): StreamRecorder {
  const log = signal<StreamLog>(emptyStreamLog)
  const isOpen = signal(false)
  let resetAt = now()
  /** Counts the resets. A connection from before the last reset is not recorded any more. */
  let run = 0
  let cutController: AbortController | undefined
  /** This array grows in place, because a copy for each event of a long turn would be slow. */
  let frames: LoggedFrame[] = []
  /** The index in `frames` at which the search for the next delivered event starts. */
  let next = 0

  const elapsed = () => now() - resetAt

  const findConnection = (key: ConnectionKey) =>
    key.run === run ? log.value.connections[key.number - 1] : undefined

  function changeConnection(key: ConnectionKey, changes: Partial<Connection>): void {
    const connection = findConnection(key)
    if (connection === undefined) return
    const changed = { ...connection, ...changes }
    log.value = { frames, connections: log.value.connections.with(key.number - 1, changed) }
  }

  function addConnection(url: string, init: RequestInit): ConnectionKey {
    const number = log.value.connections.length + 1
    const body = typeof init.body === 'string' ? init.body : undefined
    const connection: Connection = {
      number,
      path: apiPath(new URL(url).pathname),
      request: { url, headers: [...new Headers(init.headers)], body },
      resumeCursor: resumeCursorOf(body),
      startedAt: elapsed(),
      bytes: 0,
      readCount: 0,
      incompleteBytes: 0,
    }
    log.value = { ...log.value, connections: [...log.value.connections, connection] }
    return { run, number }
  }

  function onRead(key: ConnectionKey, length: number): NetworkRead {
    const { readCount = 0, bytes = 0 } = findConnection(key) ?? {}
    changeConnection(key, { readCount: readCount + 1, bytes: bytes + length })
    return { number: readCount + 1, at: elapsed() }
  }

  function onBytes(
    key: ConnectionKey,
    bytes: Uint8Array,
    splitter: FrameSplitter,
    read: NetworkRead,
  ): void {
    if (key.run !== run) return
    const { length } = frames
    const rows = splitter.feed(bytes).map((frame, index): LoggedFrame => ({
      ...frame,
      number: length + index + 1,
      connection: key.number,
      at: read.at,
      read: read.number,
      isDelivered: false,
    }))
    frames.push(...rows)
    log.value = { ...log.value, frames }
  }

  function onEnd(key: ConnectionKey, ending: Ending, incompleteBytes = 0): void {
    const connection = findConnection(key)
    if (connection === undefined || connection.ending !== undefined) return
    batch(() => {
      isOpen.value = false
      changeConnection(key, { ending, endedAt: elapsed(), incompleteBytes })
    })
  }

  async function stream(url: string, init: RequestInit): Promise<Response> {
    const controller = new AbortController()
    cutController = controller
    const key = addConnection(url, init)
    const endingOf = () =>
      controller.signal.aborted ? 'cut' : init.signal?.aborted === true ? 'left' : 'broke'
    const anySignal = AbortSignal.any([controller.signal, ...(init.signal ? [init.signal] : [])])
    const response = await fetch(url, { ...init, signal: anySignal }).catch((error: unknown) => {
      onEnd(key, endingOf())
      throw error
    })
    changeConnection(key, { openedAt: elapsed(), status: response.status })
    if (!response.ok || response.body === null) {
      onEnd(key, 'failed')
      return response
    }
    if (key.run === run) isOpen.value = true
    return new Response(recordBody(key, response.body, anySignal, endingOf), response)
  }

  /** Returns a stream with the data of `body`, and records what is read from it. */
  function recordBody(
    key: ConnectionKey,
    body: ReadableStream<Uint8Array<ArrayBuffer>>,
    aborting: AbortSignal,
    endingOf: () => Ending,
  ) {
    const reader = body.getReader()
    const splitter = createFrameSplitter()
    let unread = new Uint8Array()
    let read: NetworkRead = { number: 0, at: 0 }
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        try {
          aborting.throwIfAborted()
          if (unread.length === 0) {
            const { done, value } = await reader.read()
            if (done) {
              onEnd(key, 'ended', splitter.incompleteBytes)
              return controller.close()
            }
            read = onRead(key, value.length)
            unread = value
          }
          const piece = unread.subarray(0, maxPieceBytes)
          unread = unread.subarray(maxPieceBytes)
          onBytes(key, piece, splitter, read)
          controller.enqueue(piece)
        } catch (error) {
          onEnd(key, endingOf(), splitter.incompleteBytes)
          controller.error(error)
        }
      },
      cancel(reason) {
        onEnd(key, 'left', splitter.incompleteBytes)
        return reader.cancel(reason)
      },
    })
  }

  return {
    log,
    isOpen,
    fetch: (url, init) =>
      streamPaths.test(new URL(url).pathname) ? stream(url, init) : fetch(url, init),
    startedAt: () => new Date(resetAt),
    reset() {
      resetAt = now()
      run += 1
      next = 0
      frames = []
      batch(() => {
        log.value = emptyStreamLog
        isOpen.value = false
      })
    },
    cut: () =>
      cutController?.abort(new DOMException('The connection was cut on purpose.', 'AbortError')),
    markDelivered(event) {
      const name = event.event === 'unknown' ? event.name : event.event
      for (let at = next; at < frames.length; at++) {
        const frame = frames[at]
        if (frame?.name !== name || frame.cursor !== event.cursor) continue
        next = at + 1
        frames[at] = { ...frame, isDelivered: true }
        log.value = { ...log.value }
        return { at: frame.at, row: frame.number }
      }
      return undefined
    },
  }
}

/**
 * Identifies a connection by its number in the log, which restarts at 1 after each reset, and by
 * the count of resets.
 */
type ConnectionKey = { readonly run: number; readonly number: number }

/** A read from the network: its number, counted from 1, and its time in milliseconds. */
type NetworkRead = { readonly number: number; readonly at: number }

/** The maximum number of bytes that are passed on at once. The page can draw in between. */
const maxPieceBytes = 16_384
