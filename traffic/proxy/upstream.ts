import { isAggregateError, isError } from '../../contract/realm-safe.ts'
import * as tls from 'node:tls'
import type { Dispatcher } from 'undici'

/** The connection options for targets. */
export type UpstreamOptions = {
  /** PEM certificates to trust in addition to the certificates that Node trusts. */
  readonly ca?: readonly string[] | undefined
  /** Proxies on the way to targets, as in `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. */
  readonly through?:
    | {
        readonly http?: string | undefined
        readonly https?: string | undefined
        readonly except?: string | undefined
      }
    | undefined
}

/** No timeouts: streams may be silent for any time, and the client decides how long it waits. */
const withoutTimeouts = { headersTimeout: 0, bodyTimeout: 0 }

/** The maximum bytes of response headers. */
const maxHeaderSize = 64 * 1024

/** Creates the HTTP client for targets, with persistent connections. */
export async function createUpstream({ ca, through }: UpstreamOptions): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent } = await import('undici')
  const connect = ca === undefined ? {} : { ca: [...trustedCertificates(), ...ca] }
  const options = { ...withoutTimeouts, maxHeaderSize, connect, pipelining: 1 }
  if ((through?.http ?? through?.https) === undefined) return new Agent(options)
  return new EnvHttpProxyAgent({
    ...options,
    requestTls: connect,
    httpProxy: through?.http ?? '',
    httpsProxy: through?.https ?? '',
    noProxy: through?.except ?? '',
  })
}

/** The certificates that Node trusts. The option `ca` would replace them, so it gets them, too. */
function trustedCertificates(): readonly string[] {
  // Node 22.12 to 22.14 have no `getCACertificates`, only their built-in certificates.
  return typeof tls.getCACertificates === 'function'
    ? tls.getCACertificates('default')
    : tls.rootCertificates
}

/** Whether a target broke an accepted connection, so that the client must see a break, too. */
export const isConnectionBreak = (error: Error): boolean =>
  /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(codeOf(error)) && !isUpgrade(error)

/** Whether a target switched protocols with status 101 without a request for it. */
const isUpgrade = (error: Error): boolean => error.message === 'bad upgrade'

/** Explains why a target sent no response, as the end of a sentence about the target. */
export function upstreamProblem(error: Error): string {
  const code = codeOf(error)
  if (code === 'ECONNREFUSED') return 'refused the connection: is it running?'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'has a host name that DNS does not know: correct its address.'
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return 'did not accept the connection in time: is it running?'
  if (/CERT|SIGNATURE|ISSUER/.test(code))
    return `has a certificate that is not trusted (${code}): name its CA with --ca.`
  if (isUpgrade(error))
    return 'switched protocols with status 101, although the request did not ask for it.'
  if (isConnectionBreak(error)) return 'closed the connection before it responded.'
  if (error.name === 'HTTPParserError' || code.startsWith('HPE_'))
    return 'did not respond with valid HTTP: is its address that of an HTTP server?'
  return `could not be reached: ${code === '' ? error.message : code}.`
}

function codeOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException
  if (typeof code === 'string') return code
  // For a name with several addresses, the error contains one error per address.
  const [first] = isAggregateError(error) ? error.errors : []
  return isError(first) ? codeOf(first) : ''
}
