import type { RecordedExchange } from '../../contract/exchange.ts'
import type { ReceivedEvent } from '../../contract/received-events.ts'
import { eventsOf, isCut, toEvent } from './stream-differences.ts'

/** How long a stream may bring nothing before the replay goes on without it, in milliseconds. */
const longestSilence = 5000

type OpenStream = {
  count: number
  isEnded: boolean
  /** Whether a request already waited for it in vain, so that the next one doesn't. */
  isSilent: boolean
  wake: () => void
}

/**
 * The streams that are open while other requests are sent. A request that the recording sent during a
 * stream, such as an approval, is sent at the same event of the new stream.
 */
export function createStreams() {
  const open = new Map<RecordedExchange, OpenStream>()
  const running = new Map<RecordedExchange, Promise<void>>()

  const reach = async (stream: OpenStream, events: number) => {
    const isReached = () => stream.isEnded || stream.isSilent || stream.count >= events
    while (!isReached()) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const silence = AbortSignal.timeout(longestSilence)
      stream.wake = resolve
      silence.addEventListener('abort', () => resolve(), { once: true })
      await promise
      if (silence.aborted) stream.isSilent = true
    }
  }

  return {
    /** Begins a stream. Pairs of recorded and new events of one kind are given to `learn`. */
    open(exchange: RecordedExchange, learn: (recorded: unknown, fresh: unknown) => void) {
      const state: OpenStream = { count: 0, isEnded: false, isSilent: false, wake: () => undefined }
      open.set(exchange, state)
      const recorded = eventsOf(exchange)
      const kinds = Map.groupBy(recorded, ({ kind }) => kind)
      // A target is read to the end of a stream that the deployment of the recording broke off.
      const wasCut = exchange.ended === 'cut' && isCut(recorded, exchange)
      return {
        /** Returns false where the client of the recording cut the stream. */
        add(event: ReceivedEvent): boolean {
          const { kind, data } = toEvent(event)
          learn(kinds.get(kind)?.shift()?.data, data)
          state.count += 1
          state.isSilent = false
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
    /**
     * Waits until every stream is as far as the recording was at this moment, or has brought these ids.
     */
    async follow(moment: number, newIds: readonly string[] = []): Promise<void> {
      for (const [exchange, work] of running) {
        const { startedAt, ms } = exchange
        if (startedAt + ms <= moment) {
          running.delete(exchange)
          await work
        } else {
          const stream = open.get(exchange)
          const events = eventsBefore(exchange, moment, newIds)
          if (stream !== undefined) await reach(stream, events)
        }
      }
    },
  }
}

/** How many events the recorded stream had brought when a request with these ids was sent. */
function eventsBefore(
  { startedAt, ms, frames = [], events }: RecordedExchange,
  moment: number,
  newIds: readonly string[],
): number {
  if (frames.length === 0) return 0
  const found = events.findIndex(({ data }) => newIds.some((id) => data.includes(id)))
  if (found >= 0) return found + 1
  // The last frame comes with the end, so this is when the headers came.
  const head = startedAt + Math.max(0, ms - (frames.at(-1)?.t ?? 0))
  return events.filter(({ at }) => head + at < moment).length
}
