import { HttpHandler } from 'msw'
import { ConnectionReset } from '../../recording/exchange.ts'
import type { Core } from '../core.ts'

/** Where a fake is mounted, and who hears of its crashes. */
export type HandlerOptions = {
  /** Where the platform is, such as `https://api.test`; any origin unless given. */
  readonly baseUrl?: string
  /** Told of what kept a call from an answer; unless given, the console of a page shows it. */
  readonly onCrash?: (error: unknown) => void
}

/**
 * The handler, as a list, that answers every call of the platform API and of the control API from a
 * fake, for `setupServer` and `setupWorker` of MSW. With `baseUrl` it also answers `/openapi.json`,
 * and leaves all other origins alone. Throws `TypeError` for a `baseUrl` that is no URL.
 */
export function handlers(fake: Pick<Core, 'fetch'>, options: HandlerOptions = {}): HttpHandler[] {
  const { onCrash = reportInPage } = options
  const answer = async ({ request }: { readonly request: Request }) => {
    try {
      // Whoever can be seen by MSW is in this process: no name that it goes by is foreign.
      request.headers.delete('host')
      return breakable(await fake.fetch(request))
    } catch (error) {
      const broke = error instanceof TypeError && error.cause instanceof ConnectionReset
      if (!broke && !request.signal.aborted) onCrash(error)
      // MSW would answer with the stack of what was thrown.
      return Response.error()
    }
  }
  return [new QuietHandler(/./, placesOf(options.baseUrl), answer)]
}

/** Everything below the root: `/src/api/client.ts` of a development server is no call. */
function placesOf(baseUrl: string | undefined): RegExp {
  if (baseUrl === undefined) return /^https?:\/\/[^/]+(\/w\/[^/]+)?\/(api|__control)\//
  const { location } = globalThis as { readonly location?: { readonly href: string } }
  if (!URL.canParse(baseUrl, location?.href))
    throw new TypeError(
      `Failed to mount a fake at \`${baseUrl}\`: it is no URL; one would be https://api.test.`,
    )
  const base = new URL(baseUrl, location?.href).href.replace(/\/$/, '')
  const literal = base.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  return new RegExp(String.raw`^${literal}(/w/[^/]+)?/((api|__control)/|openapi\.json$)`)
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

/** Lets go of the copy of a stream that MSW makes to log it: it would go on when its reader leaves. */
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
