import { type Rewrite, rewriteNames } from '../../traffic/proxy/rewrite-headers.ts'
import { targetFlags } from '../config/flags.ts'
import { productionFlags } from '../production.ts'
import { checkFakeFlags, fakeFlags } from './fake.ts'
import {
  type Flags,
  type FlagValues,
  helpText,
  parseInteger,
  parseWord,
  quietFlag,
  readFlags,
  UsageError,
} from '../command-line.ts'
import { parseOriginFlag } from '../serve/access-flags.ts'
import { trafficFlags } from '../traffic/reports.ts'

/** The kinds of texts that recordings replace unless named with `--keep-text`. */
const keptTexts = ['arguments', 'observations', 'chunks'] as const

export const proxyFlags = {
  ...targetFlags,
  to: {
    value: 'URL|/PREFIX=URL',
    isRepeatable: true,
    help: 'the deployment; with a prefix, only for paths that begin with it',
  },
  port: { value: 'N', default: '4020', help: 'port to listen on; 0 takes a free one' },
  host: { value: 'ADDRESS', default: '127.0.0.1', help: 'address to listen on' },
  'allow-host': {
    value: 'NAME',
    isRepeatable: true,
    help: 'lets clients call the proxy by this name, such as host.docker.internal',
  },
  'control-port': {
    value: 'N',
    default: '0',
    help: 'port of /__control, on 127.0.0.1; 0 takes a free one',
  },
  keep: {
    value: 'NAME',
    values: rewriteNames,
    isRepeatable: true,
    help: `passes these headers on as they are: ${rewriteNames.join(', ')}`,
  },
  origin: {
    value: 'ORIGIN',
    help: 'the origin that the deployment sees for pages of this machine (default: its own)',
  },
  'keep-reading': {
    help: 'reads a response to its end although the client left, because some deployments cancel a turn without a reader',
  },
  fault: {
    value: 'FILE',
    isRepeatable: true,
    help: 'faults to begin with, as YAML or JSON; the control API adds more',
  },
  ...fakeFlags,
  ...productionFlags('accepts faults'),
  record: { value: 'FILE.har', help: 'records the traffic, without its secrets' },
  'keep-text': {
    value: 'NAME',
    values: keptTexts,
    isRepeatable: true,
    help: 'with --record: keeps the texts of arguments, observations or chunks',
  },
  secret: {
    value: 'FILE',
    isRepeatable: true,
    help: 'with --record: a file of further secrets to replace, one a line',
  },
  repair: { value: 'FILE.har.part', help: 'finishes the recording of a proxy that was killed' },
  check: {
    help: 'judges the traffic by the rules of the suite that need no requests of their own',
  },
  ...trafficFlags,
  ca: { value: 'FILE', help: 'PEM certificates to trust' },
  verbose: { help: 'logs each exchange to standard error' },
  ...quietFlag,
  json: {
    help: 'prints one line of JSON once the proxy is ready; with --check also one for each finding, and the report',
  },
} as const satisfies Flags

export const proxyHelp = () =>
  helpText(
    'agent-understudy proxy --to URL [flags]',
    'Stands between clients and a deployment: passes everything on, records it, or breaks it.',
    proxyFlags,
    'Ctrl-C and SIGTERM are the normal end: exit code 0; with --check 1 if a rule that must hold is broken beyond the baseline, 4 if nothing was judged, and 6 if fewer rules than --min-rules were reached. A wrong command line or file: 3. A recording that could not be written: 1.',
  )

export type ProxyFlags = Exclude<ReturnType<typeof readProxyFlags>, 'help'>

/** Reads the flags of `proxy`; throws `UsageError` for invalid flags. */
export function readProxyFlags(argv: readonly string[]) {
  const given = readFlags(argv, proxyFlags)
  if (given.help) return 'help'
  if (given.repair === undefined && given.to.length === 0)
    throw new UsageError(
      '--to is missing: the address of a deployment; or --target, the name of one in a config file.',
    )
  if (given.repair !== undefined && (given.to.length > 0 || given.record !== undefined))
    throw new UsageError(
      '--repair finishes a recording and starts no proxy: leave out --to and --record.',
    )
  checkFakeFlags(given)
  const isRecording = given.record !== undefined || given.repair !== undefined
  if (!isRecording && given['keep-text'].length + given.secret.length > 0)
    throw new UsageError('--keep-text and --secret only work together with --record or --repair.')
  if (given.quiet && given.verbose)
    throw new UsageError('--quiet and --verbose contradict each other: use only one of them.')
  if (!given.check) refuseFlagsOfCheck(given)
  if (given.repair !== undefined && !given.repair.endsWith('.har.part'))
    throw new UsageError('--repair takes a file that ends in .har.part.')
  return {
    ...given,
    port: parseInteger('port', given.port, 0, 65_535),
    controlPort: parseInteger('control-port', given['control-port'], 0, 65_535),
    keep: given.keep.map((name) => parseWord('--keep', name, rewriteNames)) as readonly Rewrite[],
    keepTexts: given['keep-text'].map((name) => parseWord('--keep-text', name, keptTexts)),
    origin: given.origin === undefined ? undefined : parseOriginFlag('--origin', given.origin),
  }
}

type CheckFlags = FlagValues<typeof trafficFlags>

function refuseFlagsOfCheck(given: CheckFlags): void {
  const names = ['report', 'baseline', 'write-baseline'] as const
  const used = names.find((name) => (given[name] ?? []).length > 0)
  const idle = used ?? (given['min-rules'] === '0' ? undefined : 'min-rules')
  if (idle !== undefined) throw new UsageError(`--${idle} only works together with --check.`)
}
