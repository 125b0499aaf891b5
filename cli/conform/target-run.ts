import * as http from 'node:http'
import * as tls from 'node:tls'
import { UsageError, type Io } from '../command-line.ts'
import {
  type LedgerFile,
  LedgerError,
  openLedger as open,
} from '../../conformance/runner/ledger-file.ts'
import { formatCount } from '../../contract/format-count.ts'
import type { Plan } from '../../conformance/session/check.ts'
import { readInput } from '../input-file.ts'
import type { FlagValues } from '../flags.ts'
import { refuseProduction } from '../production.ts'
import type { networkFlags } from '../shared-flags.ts'

/** The flags to reach a deployment behind a private CA or a proxy. */
export type NetworkOptions = Partial<FlagValues<typeof networkFlags>>

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Lets `fetch` trust a private CA and use a proxy; returns a function that undoes both. Throws
 * `UsageError` for a file without certificates, a proxy that is not an address, or an old Node.
 */
export function configureNetwork(
  { ca, proxy }: NetworkOptions,
  target: string,
  variables: Variables,
): () => void {
  const removeCertificates = ca === undefined ? doNothing : addCertificates(ca)
  const removeProxy =
    proxy === undefined ? useProxyFromEnvironment(target, variables) : useProxy(proxy)
  return () => {
    removeProxy()
    removeCertificates()
  }
}

const doNothing = () => undefined

function addCertificates(file: string): () => void {
  const addedCertificates = readCertificates(file)
  if (!('setDefaultCACertificates' in tls)) {
    throw new UsageError('--ca needs Node 22.19 or newer; NODE_EXTRA_CA_CERTS=FILE does the same.')
  }
  const defaultCertificates = tls.getCACertificates('default')
  try {
    tls.setDefaultCACertificates([...defaultCertificates, ...addedCertificates])
  } catch {
    throw new UsageError(
      `--ca: ${file} contains an invalid certificate. Pass a file with valid PEM certificates.`,
    )
  }
  return () => tls.setDefaultCACertificates(defaultCertificates)
}

const certificateBegin = '-----BEGIN CERTIFICATE-----'
const certificateEnd = '-----END CERTIFICATE-----'

/** Reads the certificates of a PEM file; throws `UsageError` for a file without any. */
export function readCertificates(file: string): readonly string[] {
  const [, ...parts] = readInput('ca', file).split(certificateBegin)
  const certificates = parts.flatMap((part) => {
    const at = part.indexOf(certificateEnd)
    return at < 0 ? [] : [certificateBegin + part.slice(0, at) + certificateEnd]
  })
  if (certificates.length === 0)
    throw new UsageError(
      `--ca: ${file} contains no PEM certificate, which begins with ${certificateBegin}.`,
    )
  return certificates
}

function useProxy(proxy: string): () => void {
  // The message does not repeat the address, because it may contain a password.
  if (!/^https?:$/.test(URL.parse(proxy)?.protocol ?? '')) {
    throw new UsageError('--proxy takes an http or https address.')
  }
  if (!canProxy)
    throw new UsageError('--proxy needs Node 24.14 or newer. Install it, or leave out --proxy.')
  return http.setGlobalProxyFromEnv({ HTTP_PROXY: proxy, HTTPS_PROXY: proxy })
}

// A target on this machine is called without a proxy, because a proxy cannot reach it.
function useProxyFromEnvironment(target: string, variables: Variables): () => void {
  const isHere = /^(localhost|127\.[\d.]+|\[::1\])$/.test(URL.parse(target)?.hostname ?? '')
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']
  const pairs = names.map((name) => [name, variables[name.toLowerCase()] ?? variables[name]])
  if (isHere || !canProxy || pairs.every(([, value]) => !value)) return doNothing
  try {
    return http.setGlobalProxyFromEnv(Object.fromEntries(pairs))
  } catch {
    throw new UsageError('HTTP_PROXY and HTTPS_PROXY take an http or https address.')
  }
}

const canProxy = 'setGlobalProxyFromEnv' in http

/**
 * Creates a signal that aborts at Ctrl-C or SIGTERM. The second of these ends the process at once,
 * and prints which records stay on the target, and the ledger that lists them.
 */
export function createStopSignal(
  { interrupted, stderr, exitOnNextStop }: Pick<Io, 'stderr'> & Partial<Io>,
  ledger?: LedgerFile,
): AbortSignal {
  const stop = new AbortController()
  void interrupted?.then(() => {
    stderr.write(
      '\nStopping: deleting the records of the run. Press Ctrl-C again to end at once.\n',
    )
    exitOnNextStop?.(() => `\nEnded at once. ${residueSentence(ledger)}\n`)
    stop.abort()
  })
  return stop.signal
}

function residueSentence(ledger: LedgerFile | undefined): string {
  const openRecords = ledger?.open() ?? []
  if (ledger === undefined || openRecords.length === 0) return 'The run left nothing behind.'
  const kinds = [...Map.groupBy(openRecords, ({ kind }) => kind)].map(([kind, all]) =>
    formatCount(all.length, kind),
  )
  return (
    `Left behind: ${kinds.join(', ')}, recorded in ${ledger.file}; ` +
    '`agent-understudy conform gc` deletes the records in that file.'
  )
}

/** Throws `UsageError` if a plan that writes may not run on a production-like target. */
export function refuseProductionPlan(baseUrl: string, plan: Plan, isKnown: boolean): void {
  if (plan !== 'smoke' && !isKnown)
    refuseProduction(baseUrl, `plan ${plan} writes: use --plan smoke`)
}

/** Opens the ledger of a target; throws `UsageError` for a file that cannot be a ledger. */
export function openLedger(baseUrl: string, file?: string): LedgerFile {
  try {
    return open(baseUrl, file)
  } catch (error) {
    if (error instanceof LedgerError) throw new UsageError(error.message)
    throw error
  }
}
