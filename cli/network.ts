import { readFileSync } from 'node:fs'
import * as http from 'node:http'
import * as tls from 'node:tls'
import { UsageError } from './usage.ts'

/** How a deployment is reached where the way there is not plain. */
export type Network = {
  /** A file of PEM certificates to trust beside those that Node trusts. */
  readonly ca?: string | undefined
  /** The address of an HTTP proxy; without it HTTP_PROXY, HTTPS_PROXY and NO_PROXY count. */
  readonly proxy?: string | undefined
}

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Lets `fetch` trust a private CA and go through a proxy; gives how to undo both. Throws
 * `UsageError` for a file without certificates, a proxy that is no address, or a Node too old.
 */
export function openNetwork(
  { ca, proxy }: Network,
  target: string,
  variables: Variables,
): () => void {
  const distrust = ca === undefined ? nothing : trust(ca)
  const leave = proxy === undefined ? goWhereVariablesSay(target, variables) : goThrough(proxy)
  return () => {
    leave()
    distrust()
  }
}

const nothing = () => undefined

function trust(file: string): () => void {
  const added = certificates(file)
  if (!('setDefaultCACertificates' in tls)) {
    throw new UsageError('--ca needs Node 22.19 or newer; NODE_EXTRA_CA_CERTS=FILE does the same.')
  }
  const before = tls.getCACertificates('default')
  try {
    tls.setDefaultCACertificates([...before, ...added])
  } catch {
    throw new UsageError(`--ca holds a certificate that is none: ${file}`)
  }
  return () => tls.setDefaultCACertificates(before)
}

const begin = '-----BEGIN CERTIFICATE-----'
const end = '-----END CERTIFICATE-----'

function certificates(file: string): readonly string[] {
  const [, ...parts] = readPem(file).split(begin)
  const found = parts.flatMap((part) => {
    const at = part.indexOf(end)
    return at < 0 ? [] : [begin + part.slice(0, at) + end]
  })
  if (found.length === 0) throw new UsageError(`--ca holds no PEM certificate: ${file}`)
  return found
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new UsageError(`--ca can't be read: ${file}`)
  }
}

function goThrough(proxy: string): () => void {
  // The address is not repeated: it may hold a password.
  if (!/^https?:$/.test(URL.parse(proxy)?.protocol ?? '')) {
    throw new UsageError('--proxy is no http or https address.')
  }
  if (!canProxy) throw new UsageError('--proxy needs Node 24.14 or newer.')
  return http.setGlobalProxyFromEnv({ HTTP_PROXY: proxy, HTTPS_PROXY: proxy })
}

// No proxy leads back to the machine that asks, so none is asked for what is served on it.
function goWhereVariablesSay(target: string, variables: Variables): () => void {
  const isHere = /^(localhost|127\.[\d.]+|\[::1\])$/.test(URL.parse(target)?.hostname ?? '')
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']
  const picked = names.map((name) => [name, variables[name.toLowerCase()] ?? variables[name]])
  if (isHere || !canProxy || picked.every(([, value]) => !value)) return nothing
  try {
    return http.setGlobalProxyFromEnv(Object.fromEntries(picked))
  } catch {
    throw new UsageError('HTTP_PROXY or HTTPS_PROXY is no http or https address.')
  }
}

const canProxy = 'setGlobalProxyFromEnv' in http
