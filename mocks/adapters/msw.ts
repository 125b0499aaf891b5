import { http, type HttpHandler } from 'msw/http'
import type { Fake } from '../fake.ts'

/**
 * The handlers that answer every call of the platform API from a fake, for `setupServer` and
 * `setupWorker` of MSW. `baseUrl` limits it to one origin; otherwise it takes any.
 */
export function handlers(fake: Fake, options: { readonly baseUrl?: string } = {}): HttpHandler[] {
  const base = (options.baseUrl ?? '*').replace(/\/$/, '')
  return [`${base}/api/*`, `${base}/w/:world/api/*`].map((path) =>
    http.all(path, async ({ request }) => {
      const response = await fake.fetch(request)
      // Without it, MSW in Node tells a client whose stream breaks that it ended in order.
      if (isStream(response)) response.headers.set('transfer-encoding', 'chunked')
      return response
    }),
  )
}

const isStream = (response: Response) =>
  response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
