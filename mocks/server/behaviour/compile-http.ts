import type { CorsPolicy, Policy } from '../../world/behaviour.ts'
import { anyOrigin } from '../request/response-headers.ts'
import type { Choose } from './choose.ts'

export function compileHttp(choose: Choose): Policy['http'] {
  return {
    origins: choose.value('http.cors-origins', {
      any: () => undefined,
      listed: (origins) => new Set(origins as readonly string[]),
    }),
    preflight: choose('http.preflight', { empty: anyOrigin.preflight, text: textPreflight }),
    trailingSlash: choose('http.trailing-slash', {
      served: 'served',
      redirect: 'redirect',
      missing: 'missing',
    }),
    answersHead: choose('http.head', { refused: false, 'as-get': true }),
    allowed: choose('http.allow', {
      all: (methods: readonly string[]) => methods,
      one: (methods: readonly string[]) => methods.slice(0, 1),
    }),
    headers: choose.value('http.headers', {
      none: () => undefined,
      fixed: (headers) =>
        Object.fromEntries(
          Object.entries(headers as Record<string, string>).map(
            ([name, value]) => [name.toLowerCase(), value] as const,
          ),
        ),
    }),
  }
}

const plain = { 'content-type': 'text/plain; charset=utf-8' }
const textPreflight: CorsPolicy['preflight'] = {
  allowed: { status: 200, headers: plain, body: 'OK' },
  refused: { status: 400, headers: plain, body: 'Disallowed CORS origin' },
}
