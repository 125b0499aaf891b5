import type { Fake } from '../fake.ts'
import { decideApproval } from '../platform/approvals/decide-approval.ts'

/** What one reader got of one stream. */
export type DeliveredStream = {
  readonly chunks: Uint8Array[]
  /** The reader left before its end. */
  cancelled: boolean
}

/** A way to a fake whose time passes only as somebody calls or reads. */
export type PacedFetch = {
  readonly fetch: typeof globalThis.fetch
  /** The streams that were read, in the order of their calls. */
  readonly streams: readonly DeliveredStream[]
}

/** How long a read may take of turns of the event loop's inner queue before time has to pass. */
const maxMicrotasks = 24

/**
 * A `fetch` of a fake whose clock stands still: a call, and a read for which nothing is there yet,
 * bring about the next thing that is due. So a turn runs while it is read, without a timer.
 */
export function createPacedFetch(fake: Fake, turn: 'running' | 'ended'): PacedFetch {
  const world = fake.world()
  const streams: DeliveredStream[] = []
  const isRunning = () => world.runningTurns[Symbol.iterator]().next().done !== true
  /** Lets the next thing happen; false where nothing is left to happen. */
  const goOn = () => {
    const [waiting] = world.approvals.keys()
    if (waiting === undefined) return world.clock.step()
    decideApproval(world, waiting, 'approve', null)
    return true
  }
  return {
    streams,
    async fetch(input, init) {
      if (isRunning()) goOn()
      const response = await fake.fetch(new Request(input, init))
      if (turn === 'ended') while (isRunning() && goOn());
      const { body, headers, status } = response
      if (body === null || !headers.get('content-type')?.startsWith('text/event-stream'))
        return response
      const delivery: DeliveredStream = { chunks: [], cancelled: false }
      streams.push(delivery)
      return new Response(paceStream(body, delivery, goOn), { status, headers })
    },
  }
}

function paceStream(
  body: ReadableStream<Uint8Array>,
  delivery: DeliveredStream,
  goOn: () => boolean,
) {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await advanceUntil(reader.read(), goOn)
        if (done) return controller.close()
        delivery.chunks.push(value)
        controller.enqueue(value)
      },
      cancel(reason) {
        delivery.cancelled = true
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

/** Waits for something, and lets things happen as long as it does not come. */
async function advanceUntil<Result>(work: Promise<Result>, goOn: () => boolean): Promise<Result> {
  const read = { settled: false }
  const settle = () => (read.settled = true)
  work.then(settle, settle)
  do {
    for (let wait = 0; wait < maxMicrotasks && !read.settled; wait++) await undefined
  } while (!read.settled && goOn())
  return work
}
