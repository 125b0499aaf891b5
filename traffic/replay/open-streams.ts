import type { RecordedExchange } from '../har/read-entry.ts'
import { isStream } from './recorded-request.ts'
import { eventsOf, isCut, type StreamEvent, toEvent } from './stream-differences.ts'

/** How long a stream may bring nothing before the replay goes on without it, in milliseconds. */
const longestSilence = 5000

type OpenStream = { count: number; isEnded: boolean; wake: () => void }

/**
 * The streams that are open while other requests are sent. A request that the recording sent during a
 * stream, such as an approval, is sent at the same event of the new stream.
 */
export function createStreams() {
  const open = new Map<RecordedExchange, OpenStream>()
  const running = new Map<RecordedExchange, Promise<void>>()

  const reach = async (stream: OpenStream, events: number) => {
    const isReached = () => stream.isEnded || stream.count >= events
    while (!isReached()) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const silence = AbortSignal.timeout(longestSilence)
      stream.wake = resolve
      silence.addEventListener('abort', () => resolve(), { once: true })
      await promise
      if (silence.aborted) return
    }
  }

  return {
    /** Begins a stream. Pairs of recorded and new events of one kind are given to `learn`. */
    open(exchange: RecordedExchange, learn: (recorded: unknown, fresh: unknown) => void) {
      const state: OpenStream = { count: 0, isEnded: false, wake: () => undefined }
      open.set(exchange, state)
      const { body } = exchange.response
      const recorded = isStream(exchange) && typeof body === 'string' ? eventsOf(body) : []
      const kinds = Map.groupBy(recorded, ({ kind }) => kind)
      const wasCut = isCut(recorded, exchange.isClosedByClient)
      return {
        /** Returns false where the client of the recording cut the stream. */
        add({ kind, data }: StreamEvent): boolean {
          learn(kinds.get(kind)?.shift()?.data, data)
          state.count += 1
          state.wake()
          return !wasCut || state.count < recorded.length
        },
        end(): void {
          state.isEnded = true
          open.delete(exchange)
          state.wake()
        },
      }
    },
    /** Lets a stream run while the next requests are sent. */
    track(exchange: RecordedExchange, work: Promise<void>): void {
      running.set(exchange, work)
      // The error is thrown when the stream is awaited.
      work.catch(() => undefined)
    },
    /** Waits until every stream is as far as the recording was at this moment. */
    async follow(moment: number): Promise<void> {
      for (const [exchange, work] of running) {
        const { startedAt, ms, response } = exchange
        if (startedAt + ms <= moment) {
          running.delete(exchange)
          await work
        } else {
          const before = (response.frames ?? []).filter(({ t }) => startedAt + t <= moment)
          const stream = open.get(exchange)
          const events = before.flatMap(({ text }) => toEvent(text)).length
          if (stream !== undefined) await reach(stream, events)
        }
      }
    },
  }
}
