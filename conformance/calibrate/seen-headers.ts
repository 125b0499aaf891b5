import { connectionHeaders } from '../../contract/choices/choice.ts'
import { isAccepted, isRefusal } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { credentialOf } from './request.ts'
import type { Evidence } from './look.ts'

/**
 * Headers of bodies, caches and gateways, and those that other choices decide. A server that also
 * has a console sends `x-content-type-options`.
 */
const usualHeaders =
  /^(?:access-control-.*|age|alt-svc|cache-control|content-.*|date|etag|expires|last-modified|pragma|server|set-cookie|via|www-authenticate|x-content-type-options|x-understudy-.*)$/

const isUsual = (name: string) => usualHeaders.test(name) || connectionHeaders.has(name)

/** The headers that all responses have, with the same values. */
export class SeenHeaders {
  #fixed: ReadonlyMap<string, string> | undefined
  #evidence: Evidence | undefined
  readonly #kinds = new Set<string>()

  /**
   * The headers of all responses, and a response; `undefined` if the responses have too much in
   * common: without a refusal and a response that needs no credential, all could be of one kind.
   */
  get fixed() {
    if (this.#evidence === undefined || this.#kinds.size < kinds.length) return undefined
    return { headers: this.#fixed ?? new Map<string, string>(), exchange: this.#evidence }
  }

  add(exchange: Exchange): void {
    const { request, status, headers } = exchange
    // A crash or a preflight may be answered in front of the service.
    if (request.method === 'OPTIONS' || !(isAccepted(exchange) || isRefusal(exchange))) return
    const all = [...headers]
    // Some recordings have no headers.
    if (all.length === 0) return
    for (const kind of kinds.filter((each) => each.includes(exchange))) this.#kinds.add(kind.name)
    const own = all.filter(([name]) => !isUsual(name))
    const fixed = this.#fixed
    this.#fixed = new Map(
      fixed === undefined ? own : own.filter(([name, value]) => fixed.get(name) === value),
    )
    this.#evidence ??= { request: { method: request.method, path: request.path }, status }
  }
}

/** The kinds of responses that must be among those that share a header. */
const kinds: readonly { readonly name: string; includes(exchange: Exchange): boolean }[] = [
  { name: 'refusal', includes: isRefusal },
  {
    name: 'public',
    includes: (exchange) => isAccepted(exchange) && credentialOf(exchange) === undefined,
  },
  {
    name: 'protected',
    includes: (exchange) => isAccepted(exchange) && credentialOf(exchange) !== undefined,
  },
  // The response to a page of another origin has `Vary` for that reason alone.
  { name: 'same origin', includes: ({ request }) => request.headers?.['origin'] === undefined },
]
