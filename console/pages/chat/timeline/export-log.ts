import { quoteForShell } from '../../../../contract/escape.ts'
import { isSecretHeader } from '../../../../secrets/forms.ts'
import { maskQuery, maskText } from '../../../../secrets/mask.ts'
import type { Connection, SentRequest, StreamLog } from './stream-log.ts'

/** Returns the request of a connection as a curl command for a POSIX shell, with its credential. */
export function curlOf({ url, headers, body }: SentRequest): string {
  const lines = [
    `curl -N ${quoteForShell(url)}`,
    ...headers.map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoteForShell(body)}`]),
  ]
  return lines.join(' \\\n  ')
}

/**
 * Returns a log as the text of a HAR 1.2 file, with one entry for each connection. Each entry also
 * has the events as `_events`, and the reason for the end as `_ending`. `startedAt` is the time of
 * the question.
 */
export function exportLog(log: StreamLog, startedAt: Date): string {
  const framesOf = Map.groupBy(log.frames, ({ connection }) => connection)
  const entries = log.connections.map((connection) => ({
    ...toHarEntry(connection, startedAt),
    _ending: connection.ending ?? 'open',
    _resumeCursor: connection.resumeCursor ?? null,
    _incompleteBytes: connection.incompleteBytes,
    _events: (framesOf.get(connection.number) ?? []).map(
      ({ name, cursor, at, bytes, read, isDelivered, payload }) => {
        const event = { name, cursor: cursor ?? null, at, bytes, read, delivered: isDelivered }
        return { ...event, data: payload }
      },
    ),
  }))
  const creator = { name: 'Understudy console', version: '1' }
  return JSON.stringify({ log: { version: '1.2', creator, entries } }, undefined, 2)
}

function toHarEntry(connection: Connection, askedAt: Date) {
  const { request, startedAt, openedAt, endedAt, status, bytes } = connection
  const end = endedAt ?? openedAt ?? startedAt
  return {
    startedDateTime: new Date(askedAt.getTime() + startedAt).toISOString(),
    time: end - startedAt,
    request: {
      method: 'POST',
      url: maskQuery(request.url),
      httpVersion: 'HTTP/1.1',
      headers: request.headers
        // Users share exports, so secret headers are left out.
        .filter(([name]) => !isSecretHeader(name))
        .map(([name, value]) => ({ name, value })),
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: request.body?.length ?? 0,
      ...(request.body !== undefined && {
        postData: { mimeType: 'application/json', text: maskText(request.body) },
      }),
    },
    response: {
      status: status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      headers: [],
      cookies: [],
      content: { size: bytes, mimeType: 'text/event-stream' },
      redirectURL: '',
      headersSize: -1,
      bodySize: bytes,
    },
    cache: {},
    timings: {
      send: 0,
      wait: (openedAt ?? end) - startedAt,
      receive: openedAt === undefined ? 0 : end - openedAt,
    },
  }
}
