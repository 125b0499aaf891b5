import type { RecordedExchange } from '../../contract/exchange.ts'
import { readEntry } from '../../traffic/har/read-har.ts'
import { isProving } from './proving.ts'

/** Recordings of web clients, with their properties; `npm test` uses the short one. */
export const recording = isProving
  ? { file: 'tests/recordings/a.proxy.har.gz', exchanges: 912, whole: 910, flows: 70 }
  : { file: 'console/pages/traffic/example.har.gz', exchanges: 60, whole: 60, flows: 6 }

/** One call with its response, as tests write it. */
export type RecordedCall = {
  readonly call: string
  readonly sent?: unknown
  readonly status?: number
  /** The body as JSON; text or bytes if `type` is set. */
  readonly body?: unknown
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The bearer token; null for a call without a credential. */
  readonly token?: string | null
  /** Further headers of the request. */
  readonly sentHeaders?: Readonly<Record<string, string>>
}

/** Makes the exchange of a recording from a call, as a HAR file has it. */
export function recordedExchange(given: RecordedCall, index: number): RecordedExchange {
  const { call, sent, status = 200, body, type = 'application/json', headers = {} } = given
  const { token = 'token-of-someone', sentHeaders = {} } = given
  const [method = 'GET', path = '/'] = call.split(' ')
  const url = path.startsWith('http') ? path : `http://platform.example${path}`
  const isBytes = body instanceof Uint8Array
  const text =
    body === undefined
      ? undefined
      : isBytes
        ? Buffer.from(body).toString('base64')
        : type === 'application/json'
          ? JSON.stringify(body)
          : String(body)
  const entry = {
    startedDateTime: new Date(1_790_000_000_000 + index * 1000).toISOString(),
    time: 20,
    request: {
      method,
      url,
      headers: Object.entries({
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...sentHeaders,
      }).map(([name, value]) => ({ name, value })),
      ...(sent !== undefined && {
        postData: { mimeType: 'application/json', text: JSON.stringify(sent) },
      }),
    },
    response: {
      status,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      content: {
        mimeType: text === undefined ? '' : type,
        size: text?.length ?? 0,
        ...(text !== undefined && { text }),
        ...(isBytes && { encoding: 'base64' }),
      },
    },
  }
  return readEntry(entry, index)
}
