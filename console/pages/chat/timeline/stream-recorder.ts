import { batch, type ReadonlySignal, signal } from '@preact/signals'
import type { TurnEvent } from '../../../../client/events/turn-event.ts'
import type { Fetch } from '../../../../client/transport.ts'
import { createFrameSplitter, type FrameSplitter } from './split-frames.ts'
import {
  type Connection,
  emptyStreamLog,
  type Ending,
  type LoggedFrame,
  type StreamLog,
} from './stream-log.ts'

/** Sits between a client and its network, and writes down every byte that streams bring. */
export type StreamRecorder = {
  /** What to give the client in place of `fetch`. */
  readonly fetch: Fetch
  /** What came since `begin`. */
  readonly log: ReadonlySignal<StreamLog>
  /** Whether a stream is open at this moment. */
  readonly isOpen: ReadonlySignal<boolean>
  /** Forgets the tape, and counts time from now. */
  reset(): void
  /** Drops the connection that is open, for real: both ends see it break. */
  cut(): void
  /** Notes that the client handed an event on. */
  markDelivered(event: TurnEvent): void
}

const streamPaths = /\/api\/(react|dag|auto|chat\/resume)$/

/** A recorder over a `fetch`; `now` is in milliseconds. */
export function createStreamRecorder(fetch: Fetch, now: () => number): StreamRecorder {
  const tape = signal<StreamLog>(emptyStreamLog)
  const isOpen = signal(false)
  let begunAt = now()
  let cutController: AbortController | undefined
  /** Where the next event that is handed on is looked for. */
  let next = 0

  const elapsed = () => now() - begunAt

  function change(number: number, told: Partial<Connection>): void {
    const { connections, frames } = tape.value
    const at = connections.findIndex((each) => each.number === number)
    const connection = connections[at]
    if (connection === undefined) return
    tape.value = { frames, connections: connections.with(at, { ...connection, ...told }) }
  }

  function begun(path: string, init: RequestInit): number {
    const number = tape.value.connections.length + 1
    const connection: Connection = {
      number,
      path,
      resumeCursor: readCursor(init.body),
      startedAt: elapsed(),
      openedAt: undefined,
      status: undefined,
      endedAt: undefined,
      ending: undefined,
      bytes: 0,
      reads: 0,
      incompleteBytes: 0,
    }
    tape.value = { ...tape.value, connections: [...tape.value.connections, connection] }
    return number
  }

  function took(number: number, bytes: Uint8Array, splitter: FrameSplitter): void {
    const connection = tape.value.connections.find((each) => each.number === number)
    if (connection === undefined) return
    const piece = connection.reads + 1
    const { length } = tape.value.frames
    const rows = splitter.feed(bytes).map((frame, index): LoggedFrame => ({
      ...frame,
      number: length + index + 1,
      connection: number,
      at: elapsed(),
      read: piece,
      isDelivered: false,
    }))
    batch(() => {
      change(number, { reads: piece, bytes: connection.bytes + bytes.length })
      tape.value = { ...tape.value, frames: [...tape.value.frames, ...rows] }
    })
  }

  function ended(number: number, ending: Ending, torn = 0): void {
    const connection = tape.value.connections.find((each) => each.number === number)
    if (connection === undefined || connection.ending !== undefined) return
    batch(() => {
      isOpen.value = false
      change(number, { ending, endedAt: elapsed(), incompleteBytes: torn })
    })
  }

  async function stream(url: string, init: RequestInit): Promise<Response> {
    const cutting = new AbortController()
    cutController = cutting
    const number = begun(new URL(url).pathname.replace(/^.*(?=\/api\/)/, ''), init)
    const endingOf = () =>
      cutting.signal.aborted ? 'cut' : init.signal?.aborted === true ? 'left' : 'broke'
    const either = AbortSignal.any([cutting.signal, ...(init.signal ? [init.signal] : [])])
    const response = await fetch(url, { ...init, signal: either }).catch((error: unknown) => {
      ended(number, endingOf())
      throw error
    })
    change(number, { openedAt: elapsed(), status: response.status })
    if (!response.ok || response.body === null) {
      ended(number, 'failed')
      return response
    }
    isOpen.value = true
    const watcher = { took: took.bind(undefined, number), ended: ended.bind(undefined, number) }
    return new Response(observeBody(response.body, { ...watcher, endingOf }), response)
  }

  return {
    log: tape,
    isOpen,
    fetch: (url, init) =>
      streamPaths.test(new URL(url).pathname) ? stream(url, init) : fetch(url, init),
    reset() {
      begunAt = now()
      next = 0
      tape.value = emptyStreamLog
    },
    cut: () =>
      cutController?.abort(new DOMException('The connection was cut on purpose.', 'AbortError')),
    markDelivered(event) {
      const { frames } = tape.value
      const name = event.event === 'unknown' ? event.name : event.event
      const at = frames.findIndex(
        (frame, index) => index >= next && frame.name === name && frame.cursor === event.cursor,
      )
      const frame = frames[at]
      if (frame === undefined) return
      next = at + 1
      tape.value = { ...tape.value, frames: frames.with(at, { ...frame, isDelivered: true }) }
    },
  }
}

type BodyObserver = {
  took(bytes: Uint8Array, splitter: FrameSplitter): void
  ended(ending: Ending, torn?: number): void
  endingOf(): Ending
}

/** The same body: what is read from it is written down on the way. */
function observeBody(body: ReadableStream<Uint8Array<ArrayBuffer>>, watcher: BodyObserver) {
  const reader = body.getReader()
  const splitter = createFrameSplitter()
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) {
          watcher.ended('ended', splitter.rest)
          return controller.close()
        }
        watcher.took(value, splitter)
        controller.enqueue(value)
      } catch (error) {
        watcher.ended(watcher.endingOf(), splitter.rest)
        controller.error(error)
      }
    },
    cancel(reason) {
      watcher.ended('left', splitter.rest)
      return reader.cancel(reason)
    },
  })
}

function readCursor(body: RequestInit['body']): number | undefined {
  if (typeof body !== 'string') return undefined
  const { cursor } = JSON.parse(body) as { readonly cursor?: unknown }
  return typeof cursor === 'number' ? cursor : undefined
}
