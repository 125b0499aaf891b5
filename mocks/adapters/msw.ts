import { escapePattern } from '../../contract/escape.ts'
import { HttpHandler } from 'msw'
import { isConnectionReset } from '../../contract/plain-http.ts'
import type { Core } from '../core.ts'

/** Options of `handlers`. */
export type HandlerOptions = {
  /** The base URL of the platform, such as `https://api.test`. Default: any origin. */
  readonly baseUrl?: string
  /** Receives unexpected errors of the fake. Default: `reportError` of the page. */
  readonly onCrash?: (error: unknown) => void
}

/**
 * Creates a list with one handler for `setupServer` and `setupWorker` of MSW. The handler passes to a
 * fake all requests to the platform, to the control API, and to the operations that the profile of the
 * fake adds. With `baseUrl` it also handles `/openapi.json`, and ignores all other origins.
 *
 * Throws `TypeError` if `baseUrl` is not a URL.
 *
 * @example
 * const server = setupServer(...handlers(createFake({ fixture }), { baseUrl: 'https://api.test' }))
 */
export function handlers(
  fake: Pick<Core, 'fetch'> & Partial<Pick<Core, 'profile'>>,
  options: HandlerOptions = {},
): HttpHandler[] {
  const { onCrash = reportInPage, baseUrl } = options
  const prefix = baseUrl === undefined ? '' : prefixOf(baseUrl)
  const answer = async ({ request }: { readonly request: Request }) => {
    try {
      // MSW sees only requests of its own process, so the host name needs no check.
      request.headers.delete('host')
      return markAsChunked(await fake.fetch(await withoutPrefix(request, prefix)))
    } catch (error) {
      if (!isConnectionReset(error) && !request.signal.aborted) onCrash(error)
      // If this handler threw, MSW would send the stack of the error in its response.
      return Response.error()
    }
  }
  return [new QuietHandler(/./, handledUrlPattern(baseUrl, ownPathRoots(fake)), answer)]
}

/** Lists the first segments, such as `v2`, of the paths that the profile of the fake adds. */
function ownPathRoots({ profile }: Partial<Pick<Core, 'profile'>>): readonly string[] {
  const families = Object.values(profile?.operations ?? {})
  const paths = families.flatMap((one) => ('upload' in one ? [one.path, one.upload] : [one.path]))
  const roots = new Set(paths.map((path) => path?.split('/')[1] ?? ''))
  return [...roots].filter((root) => /^[\w.~-]+$/.test(root)).map(escapePattern)
}

/** Matches only paths below the root, not `/src/api/client.ts` of a development server. */
function handledUrlPattern(baseUrl: string | undefined, roots: readonly string[]): RegExp {
  const own = roots.map((root) => String.raw`${root}(?:[/?]|$)`)
  const below = ['(api|__control)/', ...(baseUrl === undefined ? [] : ['openapi\\.json$']), ...own]
  const base = baseUrl === undefined ? 'https?://[^/]+' : escapePattern(toAbsoluteUrl(baseUrl))
  return new RegExp(String.raw`^${base}(/w/[^/]+)?/(${below.join('|')})`)
}

/**
 * Makes a base URL absolute, without a slash at its end. In a page, it can be a path such as `/`.
 * Throws a `TypeError` for an invalid URL.
 */
export function toAbsoluteUrl(baseUrl: string): string {
  const { location } = globalThis as { readonly location?: { readonly href: string } }
  if (URL.canParse(baseUrl, location?.href))
    return new URL(baseUrl, location?.href).href.replace(/\/$/, '')
  throw new TypeError(
    `Failed to mount a fake at \`${baseUrl}\`: it is not a URL. Use one such as https://api.test.`,
  )
}

/**
 * Returns the path of a base URL before `/w/<name>`, such as `/platform`. The fake lacks this path.
 */
const prefixOf = (baseUrl: string): string =>
  new URL(toAbsoluteUrl(baseUrl)).pathname.replace(/(^|\/w\/[^/]+)\/?$/, '')

/** Copies a request, and removes the prefix from its path. */
async function withoutPrefix(request: Request, prefix: string): Promise<Request> {
  if (prefix === '') return request
  const { method, headers, signal } = request
  const url = new URL(request.url)
  url.pathname = url.pathname.slice(prefix.length)
  // Not every browser can take the body of another request as a stream.
  const body = ['GET', 'HEAD'].includes(method) ? null : await request.arrayBuffer()
  return new Request(url, { method, headers, signal, body })
}

/**
 * Marks a response that may be cut as chunked, because MSW in Node reports a cut only for chunks.
 */
function markAsChunked(response: Response): Response {
  const { headers } = response
  // The fake sets a length only for a body that a fault cuts off.
  const isPart = headers.has('content-length')
  if (isPart) headers.delete('content-length')
  if (isPart || headers.get('content-type')?.startsWith('text/event-stream'))
    headers.set('transfer-encoding', 'chunked')
  return response
}

/** Cancels the copy of a stream that MSW makes for its log, because the copy would never end. */
class QuietHandler extends HttpHandler {
  override async log(...args: Parameters<HttpHandler['log']>): Promise<void> {
    const { body, headers } = args[0].response
    if (headers.has('transfer-encoding')) void body?.cancel()
    else await super.log(...args)
  }
}

function reportInPage(error: unknown): void {
  const { reportError } = globalThis as { readonly reportError?: (error: unknown) => void }
  reportError?.(error)
}
