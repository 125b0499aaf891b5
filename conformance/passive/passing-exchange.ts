import { parseJson } from '../../contract/json.ts'
import { apiPath } from '../../contract/operations/path-table.ts'
import { createEventReader } from '../http/event-reader.ts'
import type { Exchange } from '../session/exchange.ts'

/** A part of a response body, and when it came: milliseconds since the request began. */
type Part = { readonly t: number; readonly text: string }

/** A call that somebody else made, as a proxy sees it or a recording has it. */
export type PassingCall = {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  /** The body of the request as text; empty without one. */
  readonly body: string
  readonly response: {
    readonly status: number
    readonly headers: Headers
    /** The body in parts as they came; a stream has several. */
    readonly parts: readonly Part[]
    /** `cut` if the client left, `error` if the deployment broke off. */
    readonly ended: 'closed' | 'cut' | 'error'
    readonly ms: number
  }
}

/** Enough characters to show the format of the lines. */
const startLength = 2000

function startOf(parts: readonly Part[]): string {
  let start = ''
  for (const { text } of parts) {
    if (start.length >= startLength) break
    start += text.slice(0, startLength)
  }
  return start.slice(0, startLength)
}

/** Returns the exchange that rules judge. Its path begins with `/api/`, whatever is before that. */
export function toExchange(call: PassingCall): Exchange {
  const { method, url, headers, body, response } = call
  const { pathname, search } = new URL(url)
  const path = apiPath(pathname) + search
  const [, bearer] = /^bearer (.+)$/i.exec(headers.get('authorization') ?? '') ?? []
  const json = parseJson(body)
  const request = {
    method,
    path,
    ...(bearer !== undefined && { bearer }),
    headers: Object.fromEntries(headers),
    ...(json === undefined ? body !== '' && { text: body } : { body: json }),
  }
  const { status, headers: received, parts, ended, ms } = response
  const common = { request, url, status, headers: received, ended, ms } as const
  if (!(received.get('content-type') ?? '').toLowerCase().startsWith('text/event-stream')) {
    const text = parts.map((part) => part.text).join('')
    return { ...common, text, json: parseJson(text), events: [] }
  }
  let at = 0
  const reader = createEventReader(() => at)
  for (const { t, text } of parts) {
    at = t
    reader.feed(text)
  }
  const streamStart = startOf(parts)
  return { ...common, text: '', json: undefined, events: reader.events, streamStart }
}
