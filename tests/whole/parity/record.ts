import type { Mounted } from '../../support/transports.ts'
import { type Ask, toLatin1 } from './exchange.ts'

type Open = { seen: number; first: number | undefined; ended: boolean }

/** A mounted fake that records its requests; `asks` returns them after the journey. */
export function recording(mounted: Mounted): Mounted & { asks(): readonly Ask[] } {
  const asked: { readonly ask: Ask; readonly stream?: Open }[] = []

  async function fetch(request: Request): Promise<Response> {
    for (const { stream } of asked) if (stream) stream.first ??= stream.seen
    const { method, url, headers } = request
    const { pathname, search } = new URL(url)
    const bytes = new Uint8Array(await request.clone().arrayBuffer())
    const body = request.body === null ? {} : { body: toLatin1(bytes) }
    const ask = { method, path: pathname + search, headers: [...headers], ...body }
    const at = asked.push({ ask }) - 1
    const response = await mounted.fetch(request)
    if (response.body === null) return response
    const stream: Open = { seen: 0, first: undefined, ended: false }
    asked[at] = { ask, stream }
    return new Response(counted(response.body, stream), response)
  }

  return {
    ...mounted,
    fetch,
    asks: () =>
      asked.map(({ ask, stream }) =>
        stream === undefined || (stream.ended && stream.first === stream.seen)
          ? ask
          : { ...ask, first: stream.first ?? stream.seen, toItsEnd: stream.ended },
      ),
  }
}

/** A stream of the same bytes, pulled only when they are read. */
function counted(body: ReadableStream<Uint8Array>, stream: Open): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read().catch((error: unknown) => {
          stream.ended = true
          throw error
        })
        if (done) {
          stream.ended = true
          controller.close()
        } else {
          stream.seen += value.length
          controller.enqueue(value)
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
