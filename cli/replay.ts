import { abortableFetch } from '../contract/abortable-fetch.ts'
import { writeFile } from 'node:fs/promises'
import { type Login, UnknownUserError } from '../traffic/replay/credentials.ts'
import {
  type EntryResult,
  replay as replayEntries,
  UnreachableError,
} from '../traffic/replay/replay.ts'
import { machineClock } from '../traffic/proxy/clock.ts'
import { createFreeKeyTest } from '../traffic/replay/shape-differences.ts'
import { renderTerminal } from '../report/terminal.ts'
import { type ReplaySummary, replayDocument, summarize } from '../traffic/replay/summary.ts'
import { type OutputIo, UsageError, writeLines } from './command-line.ts'
import { freeFlag } from './compare/recordings.ts'
import { defineCommand } from './define-command.ts'
import type { Flags, FlagValues } from './flags.ts'
import {
  addressFlag,
  networkFlags,
  productionFlags,
  quietFlag,
  targetFlags,
} from './shared-flags.ts'
import { duration, percentage, type ValueType } from './value-types.ts'
import { configureNetwork } from './conform/target-run.ts'
import { ensureWritable } from './output-file.ts'
import { allowsProduction, refuseProduction } from './production.ts'
import { createProgress } from './progress.ts'
import { readRecording } from './read-recording.ts'
import { jsonText } from './json-text.ts'

const login: ValueType<readonly [recorded: string, login: Login]> = {
  takes: 'RECORDED=EMAIL:PASSWORD',
  read: (text) => {
    const [, recorded, email, password] = /^([^=]+)=([^:]+):(.+)$/.exec(text) ?? []
    return recorded === undefined || email === undefined || password === undefined
      ? undefined
      : [recorded, { email, password }]
  },
  isSecret: true,
}

const replayFlags = {
  ...targetFlags,
  to: { ...addressFlag, help: 'the deployment to send the requests to' },
  email: {
    value: 'EMAIL',
    needs: ['password'],
    config: 'credential',
    help: 'the user of the deployment for every recorded user without --user',
  },
  password: {
    value: 'TEXT',
    needs: ['email'],
    config: 'credential',
    help: 'the password of that user',
  },
  user: {
    value: 'RECORDED=EMAIL:PASSWORD',
    type: login,
    isRepeatable: true,
    help: 'the user of the deployment for one recorded user',
  },
  writes: { help: 'also sends requests that create, change or delete, and turns' },
  ...productionFlags('sends writes'),
  free: freeFlag,
  'min-status': {
    value: 'PERCENT',
    type: percentage,
    default: '0',
    help: 'exit code 1 if fewer answers have the same status',
  },
  'min-shape': {
    value: 'PERCENT',
    type: percentage,
    default: '0',
    help: 'exit code 1 if fewer answers have the same shape',
  },
  timeout: {
    value: 'TIME',
    type: duration({ min: '1s', max: '1h', example: '30s', unit: 's' }),
    default: '30s',
    help: 'for each response',
  },
  json: { help: 'prints the summary and every entry as JSON' },
  ...quietFlag,
  report: { value: 'FILE', help: 'writes that JSON to a file' },
  ...networkFlags,
} as const satisfies Flags

/**
 * `agent-understudy replay FILE.har --to URL`: sends recorded requests to a deployment and compares
 * the responses. Resolves to the exit code: 0 if all is well, 1 below `--min-status` or
 * `--min-shape`, 4 if unreachable or nothing was sent, 130 if interrupted.
 */
export const replay = defineCommand(
  {
    usage: 'replay FILE.har --to URL [flags]',
    about: `Sends the requests of a recording (HAR 1.2, also packed) to a deployment, in order, and compares
status and shape of the responses. Ids, tokens and keys are those of the deployment.`,
    flags: replayFlags,
    words: { max: 1, missing: 'replay takes a recording: replay FILE.har --to URL.' },
    notes:
      'Exit codes: 0, 1 below --min-status or --min-shape, 3 wrong command line or file, 4 unreachable or\nnothing sent, 130 interrupted.',
  },
  async (given, io: OutputIo) => {
    const { to, report } = given
    const [file = ''] = given.words
    if (given.writes && !allowsProduction(given))
      refuseProduction(to, '--writes changes it: leave out --writes')
    if (report !== undefined) await ensureWritable(report)
    const stop = new AbortController()
    void io.interrupted?.then(() => stop.abort())
    const closeNetwork = configureNetwork(given, to, process.env)
    const progress = createProgress(io.stderr, given.quiet)
    let results: readonly EntryResult[]
    try {
      results = await replayEntries(readRecording(file, progress), {
        baseUrl: to,
        fetch: abortableFetch,
        writes: given.writes,
        users: usersOf(given),
        timeout: given.timeout,
        isFree: createFreeKeyTest(given.free),
        wait: machineClock.wait,
        stop: stop.signal,
      })
    } catch (error) {
      if (error instanceof UnknownUserError) throw new UsageError(error.message)
      if (!(error instanceof UnreachableError)) throw error
      writeLines(io.stderr, error.message)
      return 4
    } finally {
      closeNetwork()
    }
    const summary = summarize(results)
    const json = jsonText({ ...summary, results })
    io.stdout.write(given.json ? json : renderTerminal(replayDocument(summary)))
    if (report !== undefined) await writeFile(report, json)
    if (stop.signal.aborted) return 130
    if (isBelow(summary, given)) return 1
    const reason = whyNothingCompared(summary, given)
    if (reason === undefined) return 0
    writeLines(io.stderr, reason)
    return 4
  },
)

type ReplayFlags = FlagValues<typeof replayFlags>

const isBelow = ({ sameStatus, sameShape }: ReplaySummary, { minStatus, minShape }: ReplayFlags) =>
  (sameStatus !== null && sameStatus < minStatus) || (sameShape !== null && sameShape < minShape)

/** Why a replay compared nothing; undefined if it compared something. */
function whyNothingCompared(
  { entries, sent, sameShape }: ReplaySummary,
  { writes, minShape }: ReplayFlags,
): string | undefined {
  if (entries === 0) return 'Nothing was sent: the recording has no entries.'
  if (sent === 0)
    return `Nothing was sent: ${writes ? 'see the reasons above' : 'see the reasons above. --writes also sends writes'}.`
  if (sameShape === null && minShape > 0)
    return 'No shape was compared, because the recording has no bodies of JSON or events: leave out --min-shape.'
  return undefined
}

const usersOf = ({ email, password, user }: ReplayFlags) =>
  new Map<string, Login>([
    ...(email !== undefined && password !== undefined ? [['*', { email, password }] as const] : []),
    ...user,
  ])
