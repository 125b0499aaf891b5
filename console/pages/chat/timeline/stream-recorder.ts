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
  let cutController: AbortController | undefined
  /** This array grows in place, because a copy for each event of a long turn would be slow. */
  let frames: LoggedFrame[] = []
  /** The index in `frames` from which the next delivered event is searched. */
  let next = 0

  const elapsed = () => now() - resetAt

  function changeConnection(number: number, changes: Partial<Connection>): void {
    const { connections } = log.value
    const at = connections.findIndex((each) => each.number === number)
    const connection = connections[at]
    if (connection === undefined) return
    log.value = { frames, connections: connections.with(at, { ...connection, ...changes }) }
  }

  function addConnection(url: string, init: RequestInit): number {
    const number = log.value.connections.length + 1
    const body = typeof init.body === 'string' ? init.body : undefined
    const connection: Connection = {
      number,
      path: apiPath(new URL(url).pathname),
      request: { url, headers: [...new Headers(init.headers)], body },
      resumeCursor: readCursor(init.body),
      startedAt: elapsed(),
      openedAt: undefined,
      status: undefined,
      endedAt: undefined,
      ending: undefined,
      bytes: 0,
      readCount: 0,
      incompleteBytes: 0,
    }
    log.value = { ...log.value, connections: [...log.value.connections, connection] }
    return number
  }

  function onRead(number: number, length: number): NetworkRead {
    const { readCount = 0, bytes = 0 } =
      log.value.connections.find((each) => each.number === number) ?? {}
    changeConnection(number, { readCount: readCount + 1, bytes: bytes + length })
    return { number: readCount + 1, at: elapsed() }
  }

  function onBytes(
    number: number,
    bytes: Uint8Array,
    splitter: FrameSplitter,
    read: NetworkRead,
  ): void {
    const { length } = frames
    const rows = splitter.feed(bytes).map((frame, index): LoggedFrame => ({
      ...frame,
      number: length + index + 1,
      connection: number,
      at: read.at,
      read: read.number,
      isDelivered: false,
    }))
    frames.push(...rows)
    log.value = { ...log.value, frames }
  }

  function onEnd(number: number, ending: Ending, incompleteBytes = 0): void {
    const connection = log.value.connections.find((each) => each.number === number)
    if (connection === undefined || connection.ending !== undefined) return
    batch(() => {
      isOpen.value = false
      changeConnection(number, { ending, endedAt: elapsed(), incompleteBytes })
    })
  }

  async function stream(url: string, init: RequestInit): Promise<Response> {
    const controller = new AbortController()
    cutController = controller
    const number = addConnection(url, init)
    const endingOf = () =>
      controller.signal.aborted ? 'cut' : init.signal?.aborted === true ? 'left' : 'broke'
    const anySignal = AbortSignal.any([controller.signal, ...(init.signal ? [init.signal] : [])])
    const response = await fetch(url, { ...init, signal: anySignal }).catch((error: unknown) => {
      onEnd(number, endingOf())
      throw error
    })
    changeConnection(number, { openedAt: elapsed(), status: response.status })
    if (!response.ok || response.body === null) {
      onEnd(number, 'failed')
      return response
    }
    isOpen.value = true
    const observer = {
      signal: anySignal,
      onRead: onRead.bind(undefined, number),
      onBytes: onBytes.bind(undefined, number),
      onEnd: onEnd.bind(undefined, number),
    }
    return new Response(observeBody(response.body, { ...observer, endingOf }), response)
  }

  return {
    log,
    isOpen,
    fetch: (url, init) =>
      streamPaths.test(new URL(url).pathname) ? stream(url, init) : fetch(url, init),
    startedAt: () => new Date(resetAt),
    reset() {
      resetAt = now()
      next = 0
      frames = []
      log.value = emptyStreamLog
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

/** A read from the network: its number, counted from 1, and its time in milliseconds. */
type NetworkRead = { readonly number: number; readonly at: number }

/** The maximum number of bytes that are passed on at once. The page can draw in between. */
const maxPieceBytes = 16_384

type BodyObserver = {
  readonly signal: AbortSignal
  onRead(bytes: number): NetworkRead
  onBytes(bytes: Uint8Array, splitter: FrameSplitter, read: NetworkRead): void
  onEnd(ending: Ending, incompleteBytes?: number): void
  endingOf(): Ending
}

/** Returns a stream with the data of `body`, and reports to the observer what is read. */
function observeBody(body: ReadableStream<Uint8Array<ArrayBuffer>>, observer: BodyObserver) {
  const reader = body.getReader()
  const splitter = createFrameSplitter()
  let unread = new Uint8Array()
  let read: NetworkRead = { number: 0, at: 0 }
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        observer.signal.throwIfAborted()
        if (unread.length === 0) {
          const { done, value } = await reader.read()
          if (done) {
            observer.onEnd('ended', splitter.incompleteBytes)
            return controller.close()
          }
          read = observer.onRead(value.length)
          unread = value
        }
        const piece = unread.subarray(0, maxPieceBytes)
        unread = unread.subarray(maxPieceBytes)
        observer.onBytes(piece, splitter, read)
        controller.enqueue(piece)
      } catch (error) {
        observer.onEnd(observer.endingOf(), splitter.incompleteBytes)
        controller.error(error)
      }
    },
    cancel(reason) {
      observer.onEnd('left', splitter.incompleteBytes)
      return reader.cancel(reason)
    },
  })
}

function readCursor(body: RequestInit['body']): number | undefined {
  if (typeof body !== 'string') return undefined
  const { cursor } = JSON.parse(body) as { readonly cursor?: unknown }
  return typeof cursor === 'number' ? cursor : undefined
}
