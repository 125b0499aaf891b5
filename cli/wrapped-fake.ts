import type { Fetch } from '../conformance/http/transport.ts'
import { ownLimits } from '../contract/limits.ts'
import { type Call, ConnectionReset, type FrameStream, type Reply } from '../mocks/call.ts'
import type { Core } from '../mocks/core.ts'

/** A fake whose platform answers through a wrapper; its control API stays as it is. */
export function wrapFake<Played extends Pick<Core, 'fetch' | 'handle'>>(
  fake: Played,
  wrap: (fetch: Fetch) => Fetch,
): Played {
  const fetch = wrap((request) => fake.fetch(request))
  const handle = async (call: Call): Promise<Reply> => {
    if (/^(?:\/w\/[^/]+)?\/__control(?:\/|$)/.test(call.path)) return fake.handle(call)
    const body = isBodiless(call) ? undefined : await call.read(ownLimits.documentBytes)
    if (body === 'too-large') return fake.handle(tooLarge(call))
    try {
      return await toReply(await fetch(toRequest(call, body)))
    } catch (error) {
      throw broken(error)
    }
  }
  return { ...fake, fetch, handle }
}

/** The call again: its body, which can be read once only, was too large. */
const tooLarge = (call: Call): Call => ({
  method: call.method,
  path: call.path,
  query: call.query,
  exposedAt: call.exposedAt,
  header: (name) => call.header(name),
  headers: () => call.headers(),
  left: call.left,
  read: async () => 'too-large',
})

const isBodiless = ({ method }: Call): boolean => method === 'GET' || method === 'HEAD'

function toRequest(call: Call, body: Uint8Array | undefined): Request {
  const query = call.query === '' ? '' : `?${call.query}`
  const url = `http://${call.header('host') ?? '127.0.0.1'}${call.path}${query}`
  const headers = new Headers([...call.headers()].map(([name, value]) => [name, value]))
  const content = body === undefined || body.length === 0 ? null : new Uint8Array(body)
  return new Request(url, { method: call.method, headers, body: content, signal: call.left })
}

async function toReply(response: Response): Promise<Reply> {
  const headers = Object.fromEntries(response.headers)
  const isStream = headers['content-type']?.startsWith('text/event-stream') ?? false
  const body =
    isStream && response.body ? toFrames(response.body) : (await response.text()) || undefined
  return { status: response.status, headers, body }
}

function toFrames(body: ReadableStream<Uint8Array>): FrameStream {
  const reader = body.getReader()
  return {
    async pull() {
      const { value } = await reader.read().catch((error: unknown) => {
        throw broken(error)
      })
      return value
    },
    // A stream that broke has nothing left to cancel.
    cancel: () => void reader.cancel().catch(() => undefined),
  }
}

/** What `fetch` tells of a connection that breaks is told as itself again. */
const broken = (error: unknown): unknown =>
  error instanceof TypeError && error.cause instanceof ConnectionReset ? error.cause : error
