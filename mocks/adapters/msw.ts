import { http, type HttpHandler } from 'msw/http'
import type { Fake } from '../fake.ts'

/**
 * The one handler that answers every call of the platform API from a fake, for `setupServer` and
 * `setupWorker` of MSW. `baseUrl` limits it to one origin; otherwise it takes any.
 */
export function handlers(fake: Fake, options: { readonly baseUrl?: string } = {}): HttpHandler[] {
  const { baseUrl = '*' } = options
  return [
    http.all(`${baseUrl.replace(/\/$/, '')}/api/*`, async ({ request }) => {
      const response = await fake.fetch(request)
      // Without it, MSW in Node tells a client whose stream breaks that it ended in order.
      if (isStream(response)) response.headers.set('transfer-encoding', 'chunked')
      return response
    }),
  ]
}

const isStream = (response: Response) =>
  response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
