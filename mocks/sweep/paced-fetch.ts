import type { Fake } from '../fake.ts'
import { decideApproval } from '../platform/approvals/decide-approval.ts'

/** The data that the client received from one stream. */
export type DeliveredStream = {
  readonly chunks: Uint8Array[]
  /** The client disconnected before the end. */
  cancelled: boolean
}

/** A `fetch` to a fake whose clock only moves on requests and reads. */
type PacedFetch = {
  readonly fetch: typeof globalThis.fetch
  /** The streams so far, in the order of their requests. */
  readonly streams: readonly DeliveredStream[]
}

/** Microtasks that a read may take before the clock has to move. */
const maxMicrotasks = 24

/**
 * Creates a `fetch` for a fake with a frozen clock. A request, or a read that has to wait, moves
 * the clock to the next timer. So a turn runs while it is read, without real timers.
 */
export function createPacedFetch(fake: Fake, turn: 'running' | 'ended'): PacedFetch {
  const world = fake.world()
  const streams: DeliveredStream[] = []
  const isRunning = () => world.runningTurns[Symbol.iterator]().next().done !== true
  /** Approves a pending confirmation, or runs the next timer. Returns false if there is neither. */
  const advance = () => {
    const [confirmation] = world.approvals.keys()
    if (confirmation === undefined) return world.clock.step()
    decideApproval(world, confirmation, 'approve', null)
    return true
  }
  return {
    streams,
    async fetch(input, init) {
      if (isRunning()) advance()
      const response = await fake.fetch(new Request(input, init))
      if (turn === 'ended') while (isRunning() && advance());
      const { body, headers, status } = response
      if (body === null || !headers.get('content-type')?.startsWith('text/event-stream'))
        return response
      const delivery: DeliveredStream = { chunks: [], cancelled: false }
      streams.push(delivery)
      return new Response(paceStream(body, delivery, advance), { status, headers })
    },
  }
}

function paceStream(
  body: ReadableStream<Uint8Array>,
  delivery: DeliveredStream,
  advance: () => boolean,
) {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await advanceUntil(reader.read(), advance)
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

/** Waits for a promise, and advances the clock until it settles. */
async function advanceUntil<Result>(
  work: Promise<Result>,
  advance: () => boolean,
): Promise<Result> {
  const read = { settled: false }
  const settle = () => (read.settled = true)
  work.then(settle, settle)
  do {
    for (let wait = 0; wait < maxMicrotasks && !read.settled; wait++) await undefined
  } while (!read.settled && advance())
  return work
}
