import type { IncomingMessage } from 'node:http'
import { foreignOrigin, refusedOrigin } from '../../recording/foreign-origin.ts'
import { maskText } from '../../secrets/mask.ts'
import { headerOf, type RawHeaders } from './raw-headers.ts'
import type { Sides } from './rewrite-headers.ts'

/** A page that may not read a response of the target. */
export type RefusedPage = { readonly origin: string; readonly explanation: string }

/** A request and the head of its response. */
export type PassedHeads = {
  readonly incoming: IncomingMessage
  /** The headers that the target received. */
  readonly sentHeaders: RawHeaders
  readonly status: number
  /** The headers that the client receives. */
  readonly received: RawHeaders
  readonly sides: Sides
}

/** Finds the page that may not read a response of the target; `undefined` if there is none. */
export function refusedPage(heads: PassedHeads): RefusedPage | undefined {
  const { incoming, status, received, sides } = heads
  const origin = foreignOrigin((name) => headerOf(incoming.rawHeaders, name))
  // Errors of a server often lack all CORS headers, and a 304 leaves them to the cache.
  if (origin === undefined || status >= 500 || status === 304) return undefined
  const granted = headerOf(received, 'access-control-allow-origin')
  const isFailedPreflight = incoming.method === 'OPTIONS' && (status < 200 || status > 299)
  if ((granted === origin || granted === '*') && !isFailedPreflight) return undefined
  const sent = headerOf(heads.sentHeaders, 'origin') ?? origin
  const target = `the deployment received ${sent === origin ? 'it' : `${sent} instead`}`
  const help = helpFor(origin, sent, granted, sides)
  return { origin, explanation: maskText(`${refusedOrigin(origin)}; ${target}; ${help}`) }
}

function helpFor(
  origin: string,
  sent: string,
  granted: string | undefined,
  { rewrites }: Sides,
): string {
  if (sent !== origin && granted === sent) return 'leave out `--keep cors`'
  if (sent !== origin)
    return "pass an origin that it allows with `--origin ORIGIN`, or the page's own with `--keep origin`"
  const others = rewrites.has('origin')
    ? 'serve the page on this machine, with `--origin ORIGIN` for one that it allows'
    : 'leave out `--keep origin`'
  return `have the deployment allow it, or ${others}`
}

/** The most names that are remembered: a client can send any number. */
const mostNames = 100

/** Calls a function with the explanation of each refused origin or host, once for each. */
export function oncePerName(
  report: (explanation: string) => void,
): (name: string, explanation: string) => void {
  const seen = new Set<string>()
  return (name, explanation) => {
    if (seen.has(name) || seen.size >= mostNames) return
    seen.add(name)
    report(explanation)
  }
}
