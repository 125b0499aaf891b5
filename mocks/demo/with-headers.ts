import type { PlainRequest } from '../../recording/exchange.ts'

/** Copies a request with other headers; `undefined` removes a header. */
export function withHeaders(
  request: PlainRequest,
  given: Readonly<Record<string, string | undefined>>,
  read: PlainRequest['read'] = (limit) => request.read(limit),
): PlainRequest {
  return {
    method: request.method,
    path: request.path,
    query: request.query,
    exposedAt: request.exposedAt,
    header: (name) => (Object.hasOwn(given, name) ? given[name] : request.header(name)),
    *headers() {
      for (const [name, value] of request.headers())
        if (!Object.hasOwn(given, name)) yield [name, value] as const
      for (const [name, value] of Object.entries(given))
        if (value !== undefined) yield [name, value] as const
    },
    get signal() {
      return request.signal
    },
    read,
  }
}
