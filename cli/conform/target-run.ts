import { readFileSync } from 'node:fs'
import * as http from 'node:http'
import * as tls from 'node:tls'
import { UsageError, type Io } from '../command-line.ts'
import {
  type LedgerFile,
  LedgerError,
  openLedger as open,
} from '../../conformance/runner/ledger-file.ts'
import { formatCount } from '../../conformance/reporters/summary.ts'
import type { Plan } from '../../conformance/session/check.ts'
import { productionReason } from '../../conformance/runner/production.ts'

/** How a deployment is reached where the way there is not plain. */
export type NetworkOptions = {
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
export function configureNetwork(
  { ca, proxy }: NetworkOptions,
  target: string,
  variables: Variables,
): () => void {
  const distrust = ca === undefined ? doNothing : addCertificates(ca)
  const leave = proxy === undefined ? useProxyFromEnvironment(target, variables) : useProxy(proxy)
  return () => {
    leave()
    distrust()
  }
}

const doNothing = () => undefined

function addCertificates(file: string): () => void {
  const added = readCertificates(file)
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

function readCertificates(file: string): readonly string[] {
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

function useProxy(proxy: string): () => void {
  // The address is not repeated: it may hold a password.
  if (!/^https?:$/.test(URL.parse(proxy)?.protocol ?? '')) {
    throw new UsageError('--proxy is no http or https address.')
  }
  if (!canProxy) throw new UsageError('--proxy needs Node 24.14 or newer.')
  return http.setGlobalProxyFromEnv({ HTTP_PROXY: proxy, HTTPS_PROXY: proxy })
}

// No proxy leads back to the machine that asks, so none is asked for what is served on it.
function useProxyFromEnvironment(target: string, variables: Variables): () => void {
  const isHere = /^(localhost|127\.[\d.]+|\[::1\])$/.test(URL.parse(target)?.hostname ?? '')
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']
  const picked = names.map((name) => [name, variables[name.toLowerCase()] ?? variables[name]])
  if (isHere || !canProxy || picked.every(([, value]) => !value)) return doNothing
  try {
    return http.setGlobalProxyFromEnv(Object.fromEntries(picked))
  } catch {
    throw new UsageError('HTTP_PROXY or HTTPS_PROXY is no http or https address.')
  }
}

const canProxy = 'setGlobalProxyFromEnv' in http

/**
 * Aborts once the process is told to stop. A second time ends the process at once, and says what
 * stays on the target and which ledger names it.
 */
export function createStopSignal(
  { stopped, stderr, exitOnNextStop: endAtNext }: Pick<Io, 'stderr'> & Partial<Io>,
  ledger?: LedgerFile,
): AbortSignal {
  const stop = new AbortController()
  void stopped?.then(() => {
    stderr.write('\nStopping: what the run made is removed first. Stop again to end at once.\n')
    endAtNext?.(() => `\nEnded at once. ${residueSentence(ledger)}\n`)
    stop.abort()
  })
  return stop.signal
}

function residueSentence(ledger: LedgerFile | undefined): string {
  const left = ledger?.open() ?? []
  if (ledger === undefined || left.length === 0) return 'The run left nothing behind.'
  const kinds = [...Map.groupBy(left, ({ kind }) => kind)].map(([kind, all]) =>
    formatCount(all.length, kind),
  )
  return (
    `Left behind: ${kinds.join(', ')}, noted in ${ledger.file}; ` +
    'understudy conform gc removes what that file names.'
  )
}

/**
 * Throws `UsageError` where a plan that writes is pointed at what looks like production, unless the
 * user said that they know. `smoke` only reads.
 */
export function refuseProduction(baseUrl: string, plan: Plan, isKnown: boolean): void {
  const sign = plan === 'smoke' || isKnown ? undefined : productionReason(baseUrl)
  if (sign === undefined) return
  throw new UsageError(
    `${new URL(baseUrl).host} may be production (${sign}) and plan ${plan} writes: take --plan smoke, or --i-know-this-is-production.`,
  )
}

/** Opens the ledger of a target as the library does; throws `UsageError` for a file that can be none. */
export function openLedger(baseUrl: string, file?: string): LedgerFile {
  try {
    return open(baseUrl, file)
  } catch (error) {
    if (error instanceof LedgerError) throw new UsageError(error.message)
    throw error
  }
}
