import { http, type HttpHandler } from 'msw/http'
import { ConnectionReset } from '../call.ts'
import type { Core } from '../core.ts'

/**
 * The handlers that answer every call of the platform API and of the control API from a fake, for
 * `setupServer` and `setupWorker` of MSW. `baseUrl` limits it to one origin; otherwise it takes any.
 */
export function handlers(
  fake: Pick<Core, 'fetch'>,
  options: { readonly baseUrl?: string } = {},
): HttpHandler[] {
  const base = (options.baseUrl ?? '*').replace(/\/$/, '')
  const places = ['/api/*', '/__control/*', '/w/:world/api/*', '/w/:world/__control/*']
  return places.map((place) =>
    http.all(base + place, async ({ request }) => {
      try {
        // Whoever can be seen by MSW is in this process: no name that it goes by is foreign.
        request.headers.delete('host')
        return breakable(await fake.fetch(request))
      } catch (error) {
        const broke = error instanceof TypeError && error.cause instanceof ConnectionReset
        if (broke || request.signal.aborted) return Response.error()
        throw error
      }
    }),
  )
}

/** Chunked where it may break: MSW in Node would tell its client that it had ended in order. */
function breakable(response: Response): Response {
  const { headers } = response
  // A length is said by us alone, of what a fault breaks off.
  const isPart = headers.has('content-length')
  if (isPart) headers.delete('content-length')
  if (isPart || headers.get('content-type')?.startsWith('text/event-stream'))
    headers.set('transfer-encoding', 'chunked')
  return response
}
