import type { RecordedExchange } from '../har/read-entry.ts'
import { eventsOf, type StreamEvent, toEvent } from './stream-differences.ts'

/** How long a stream may bring nothing before the replay goes on without it, in milliseconds. */
const longestSilence = 5000

/**
 * The streams that are open while other requests are sent. A request that the recording sent during a
 * stream, such as an approval, is sent at the same event of the new stream.
 */
export function createStreams() {
  const open = new Map<RecordedExchange, { count: number; isEnded: boolean; wake: () => void }>()
  const running = new Map<RecordedExchange, Promise<void>>()

  const reach = async (exchange: RecordedExchange, events: number) => {
    const state = open.get(exchange)
    while (state !== undefined && !state.isEnded && state.count < events) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const silence = AbortSignal.timeout(longestSilence)
      state.wake = resolve
      silence.addEventListener('abort', () => resolve(), { once: true })
      await promise
      if (silence.aborted) return
    }
  }

  return {
    /** Begins a stream; its events are counted, and ids are learned from them. */
    open(exchange: RecordedExchange) {
      const state = { count: 0, isEnded: false, wake: () => undefined as void }
      open.set(exchange, state)
      const text = exchange.response.body
      const isStream = /^text\/event-stream/i.test(exchange.response.mimeType)
      const recorded = isStream && typeof text === 'string' ? eventsOf(text) : []
      const kinds = Map.groupBy(recorded, ({ kind }) => kind)
      const isCut =
        exchange.isClosedByClient && !recorded.some(({ kind }) => /^(end|resume_done)\b/.test(kind))
      return {
        /** Returns false where the recorded client closed the stream before its end. */
        add({ kind, data }: StreamEvent, index: number, learn: (a: unknown, b: unknown) => void) {
          learn(kinds.get(kind)?.shift()?.data, data)
          state.count = index + 1
          state.wake()
          return !(isCut && state.count >= recorded.length)
        },
        end() {
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
          const frames = response.frames ?? []
          const before = frames.filter(({ t }) => startedAt + t <= moment)
          await reach(exchange, before.flatMap(({ text }) => toEvent(text)).length)
        }
      }
    },
  }
}
