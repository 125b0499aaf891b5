import { writeFile } from 'node:fs/promises'
import { escapeJson, escapeLines } from '../contract/escape.ts'
import { type Login, UnknownUserError } from '../traffic/replay/credentials.ts'
import {
  type EntryResult,
  replay as replayEntries,
  UnreachableError,
} from '../traffic/replay/replay.ts'
import { freeFields, freeMaps } from '../traffic/replay/shape-differences.ts'
import { renderTerminal } from '../report/terminal.ts'
import { type ReplaySummary, replayDocument, summarize } from '../traffic/replay/summary.ts'
import {
  helpText,
  type OutputIo,
  parseInteger,
  quietFlag,
  readFlags,
  UsageError,
} from './command-line.ts'
import { targetFlags } from './config/flags.ts'
import { configureNetwork } from './conform/target-run.ts'
import { ensureWritable } from './output-file.ts'
import { allowsProduction, productionFlags, refuseProduction } from './production.ts'
import { createProgress } from './progress.ts'
import { readRecording } from './read-recording.ts'

export const replayFlags = {
  ...targetFlags,
  to: { value: 'URL', help: 'the deployment to send the requests to' },
  email: {
    value: 'EMAIL',
    help: 'the user of the deployment for every recorded user without --user',
  },
  password: { value: 'PASSWORD', help: 'the password of that user' },
  user: {
    value: 'RECORDED=EMAIL:PASSWORD',
    isRepeatable: true,
    help: 'the user of the deployment for one recorded user',
  },
  writes: { help: 'also sends requests that create, change or delete, and turns' },
  ...productionFlags('sends writes'),
  free: {
    value: 'FIELD',
    isRepeatable: true,
    help: `the keys of objects in this field are data, as those of ${freeFields.join(', ')}`,
  },
  'min-status': {
    value: 'PERCENT',
    default: '0',
    help: 'exit code 1 if fewer answers have the same status',
  },
  'min-shape': {
    value: 'PERCENT',
    default: '0',
    help: 'exit code 1 if fewer answers have the same shape',
  },
  timeout: { value: 'SECONDS', default: '30', help: 'for each response' },
  json: { help: 'prints the summary and every entry as JSON' },
  ...quietFlag,
  report: { value: 'FILE', help: 'writes that JSON to a file' },
  ca: { value: 'FILE', help: 'PEM certificates to trust' },
  proxy: { value: 'URL', help: 'an HTTP proxy (default: HTTPS_PROXY and HTTP_PROXY)' },
} as const

/**
 * `agent-understudy replay FILE.har --to URL`: sends recorded requests to a deployment and compares
 * the responses. Resolves to the exit code: 0, 1 below `--min-status` or `--min-shape`, 4
 * unreachable or nothing sent, 130 interrupted. Throws `UsageError` for a wrong command line or file.
 */
export async function replay(argv: readonly string[], io: OutputIo): Promise<number> {
  const given = readFlags(argv, replayFlags, 1)
  if (given.help) {
    io.stdout.write(replayHelp())
    return 0
  }
  const [file] = given.words
  const baseUrl = readAddress(given.to)
  if (file === undefined)
    throw new UsageError('replay takes a recording: replay FILE.har --to URL.')
  const users = readUsers(given)
  const least = {
    status: parseInteger('min-status', given['min-status'], 0, 100),
    shape: parseInteger('min-shape', given['min-shape'], 0, 100),
  }
  if (given.writes && !allowsProduction(given))
    refuseProduction(baseUrl, '--writes changes it: leave out --writes')
  if (given.report !== undefined) await ensureWritable(given.report)
  const stop = new AbortController()
  void io.stopped?.then(() => stop.abort())
  const closeNetwork = configureNetwork(given, baseUrl, process.env)
  const progress = createProgress(io.stderr, given.quiet)
  let results: readonly EntryResult[]
  try {
    results = await replayEntries(readRecording(file, progress), {
      baseUrl,
      fetch,
      writes: given.writes,
      users,
      timeout: parseInteger('timeout', given.timeout, 1, 3600) * 1000,
      isFree: freeMaps(given.free),
      stop: stop.signal,
    })
  } catch (error) {
    if (error instanceof UnknownUserError) throw new UsageError(error.message)
    if (!(error instanceof UnreachableError)) throw error
    io.stderr.write(escapeLines([error.message]))
    return 4
  } finally {
    closeNetwork()
  }
  const summary = summarize(results)
  const json = `${escapeJson(JSON.stringify({ ...summary, results }, null, 2))}\n`
  io.stdout.write(given.json ? json : renderTerminal(replayDocument(summary)))
  if (given.report !== undefined) await writeFile(given.report, json)
  if (stop.signal.aborted) return 130
  if (isBelow(summary, least)) return 1
  const reason = nothingCompared(summary, least, given.writes)
  if (reason === undefined) return 0
  io.stderr.write(escapeLines([reason]))
  return 4
}

type Least = { readonly status: number; readonly shape: number }

const isBelow = ({ sameStatus, sameShape }: ReplaySummary, least: Least) =>
  (sameStatus !== null && sameStatus < least.status) ||
  (sameShape !== null && sameShape < least.shape)

/** Why a replay says nothing about its target; undefined if it does. */
function nothingCompared(
  { entries, sent, sameShape }: ReplaySummary,
  least: Least,
  writes: boolean,
): string | undefined {
  if (entries === 0) return 'Nothing was sent: the recording has no entries.'
  if (sent === 0)
    return `Nothing was sent: ${writes ? 'see the reasons above' : 'see the reasons above, and --writes'}.`
  if (sameShape === null && least.shape > 0)
    return 'No shape was compared, so --min-shape has no meaning: the recording has no bodies of JSON or events.'
  return undefined
}

function readAddress(text: string | undefined): string {
  if (text === undefined)
    throw new UsageError(
      '--to is missing: the address of a deployment; or --target, the name of one in a config file.',
    )
  const url = URL.parse(text)
  if (url !== null && /^https?:$/.test(url.protocol)) return text
  throw new UsageError('--to takes an http or https address.')
}

type UserFlags = {
  readonly email: string | undefined
  readonly password: string | undefined
  readonly user: readonly string[]
}

function readUsers({ email, password, user }: UserFlags): ReadonlyMap<string, Login> {
  const users = new Map<string, Login>()
  if ((email === undefined) !== (password === undefined))
    throw new UsageError('--email and --password only work together.')
  if (email !== undefined && password !== undefined) users.set('*', { email, password })
  for (const text of user) {
    const { recorded, name, secret } =
      /^(?<recorded>[^=]+)=(?<name>[^:]+):(?<secret>.+)$/.exec(text)?.groups ?? {}
    // The value is not repeated, because it has a password.
    if (recorded === undefined || name === undefined || secret === undefined)
      throw new UsageError('--user takes RECORDED=EMAIL:PASSWORD.')
    users.set(recorded, { email: name, password: secret })
  }
  return users
}

const replayHelp = () =>
  helpText(
    'agent-understudy replay FILE.har --to URL [flags]',
    `Sends the requests of a recording (HAR 1.2, also packed) to a deployment, in order, and compares
status and shape of the responses. Ids, tokens and keys are those of the deployment.`,
    replayFlags,
    'Exit codes: 0, 1 below --min-status or --min-shape, 3 wrong command line or file, 4 unreachable or\nnothing sent, 130 interrupted.',
  )
