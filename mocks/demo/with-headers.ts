import type { PlainRequest } from '../../recording/exchange.ts'

/** Copies a request with other headers; `undefined` removes a header. */
export function withHeaders(
  call: PlainRequest,
  given: Readonly<Record<string, string | undefined>>,
  read: PlainRequest['read'] = (limit) => call.read(limit),
): PlainRequest {
  return {
    method: call.method,
    path: call.path,
    query: call.query,
    exposedAt: call.exposedAt,
    header: (name) => (Object.hasOwn(given, name) ? given[name] : call.header(name)),
    *headers() {
      for (const [name, value] of call.headers())
        if (!Object.hasOwn(given, name)) yield [name, value] as const
      for (const [name, value] of Object.entries(given))
        if (value !== undefined) yield [name, value] as const
    },
    get signal() {
      return call.signal
    },
    read,
  }
}
