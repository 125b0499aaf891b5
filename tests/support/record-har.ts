import { readHar } from '../../traffic/har/read-har.ts'
import type { Login } from '../../traffic/replay/credentials.ts'
import { replay, type ReplayOptions } from '../../traffic/replay/replay.ts'
import { SseSplitter } from '../../contract/sse.ts'
import { type Mounted, mountInProcess, shippedScenarios as scenarios } from './transports.ts'

type Fetch = (request: Request) => Promise<Response>

/** One entry of a HAR file; fields can be replaced to damage it. */
export function harEntry(given: {
  readonly method?: string
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly status?: number
  readonly content?: object
  readonly startedDateTime?: string
  readonly time?: number
  /** Milliseconds until the head of the response. */
  readonly wait?: number
  readonly closed?: string
}): Readonly<Record<string, unknown>> {
  const { url = 'http://platform.example/api/agents', status = 200, headers = {}, body } = given
  return {
    pageref: 'start',
    startedDateTime: given.startedDateTime ?? '2026-11-22T10:00:00.000Z',
    time: given.time ?? 5,
    request: {
      method: given.method ?? 'GET',
      url,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      queryString: [],
      bodySize: body?.length ?? 0,
      ...(body !== undefined && { postData: { mimeType: 'application/json', text: body } }),
    },
    response: {
      status,
      statusText: '',
      headers: [],
      redirectURL: '',
      content: given.content ?? { size: 2, mimeType: 'application/json', text: '{}' },
    },
    ...(given.wait !== undefined && { timings: { send: 0, wait: given.wait, receive: 0 } }),
    ...(given.closed !== undefined && { _closed: given.closed }),
  }
}

/** The text of a HAR file with these entries. */
export const harText = (entries: readonly unknown[]): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } })

/** Wraps `fetch` so that its exchanges become a HAR file, with the times of event frames. */
function recordHar(send: Fetch) {
  const entries: Promise<Readonly<Record<string, unknown>>>[] = []
  const fetch: Fetch = async (request) => {
    const started = Date.now()
    const body = request.body === null ? undefined : await request.clone().text()
    const response = await send(request)
    const copy = response.clone()
    const slot = entries.length
    entries[slot] = read(copy, started).then(({ time, wait, content }) =>
      harEntry({
        wait,
        method: request.method,
        url: request.url,
        headers: Object.fromEntries(request.headers),
        ...(body !== undefined && { body }),
        status: copy.status,
        content,
        time,
        startedDateTime: new Date(started).toISOString(),
      }),
    )
    return response
  }
  return { fetch, text: async () => harText(await Promise.all(entries)) }
}

async function read(response: Response, started: number) {
  const mimeType = response.headers.get('content-type') ?? ''
  const decoder = new TextDecoder()
  const splitter = new SseSplitter()
  const begun = Date.now()
  const frames: { readonly t: number; readonly text: string }[] = []
  let text = ''
  for await (const bytes of response.body ?? []) {
    const piece = decoder.decode(bytes, { stream: true })
    text += piece
    for (const frame of splitter.add(piece)) frames.push({ t: Date.now() - begun, text: frame })
  }
  const isStream = mimeType.startsWith('text/event-stream')
  const content = { size: text.length, mimeType, text, ...(isStream && { _frames: frames }) }
  return { time: Date.now() - started, wait: begun - started, content }
}

const users: ReadonlyMap<string, Login> = new Map([
  ['*', { email: 'demo@example.com', password: 'demo-password' }],
])

/** Replays a recording on a target. */
export const replayOn = (
  { fetch, baseUrl }: Pick<Mounted, 'fetch' | 'baseUrl'>,
  recording: string,
  options: Partial<ReplayOptions> = {},
) => {
  const given = { baseUrl, fetch, writes: true, users, timeout: 20_000, ...options }
  return replay(readHar([recording]), given)
}

/** Records what a client does on a new fake. */
export async function record(act: (mounted: Mounted) => Promise<unknown>, speed = Infinity) {
  const mounted = mountInProcess({ scenarios, speed })
  const { fetch, text } = recordHar(mounted.fetch)
  await act({ ...mounted, fetch })
  return text()
}
