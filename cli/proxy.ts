import { formatCount } from '../contract/format-count.ts'
import { escapeLine, escapeLines, escapeStack } from '../contract/escape.ts'
import { toJournalLine } from '../traffic/journal/query-journal.ts'
import type { PageHandler } from '../traffic/proxy/control.ts'
import {
  type ProxyOptions,
  type RunningProxy,
  startProxyWithConsole,
} from '../traffic/proxy/proxy.ts'
import { FaultInputError } from '../traffic/proxy/read-faults.ts'
import { TargetError } from '../traffic/proxy/targets.ts'
import {
  type FinishedRecording,
  finishRecording,
  openRecorder,
  type Recorder,
  RecordingError,
} from '../traffic/record/recorder.ts'
import { type Io, UsageError, writeLines } from './command-line.ts'
import { readCertificates } from './conform/target-run.ts'
import { defineCommand } from './define-command.ts'
import { readInput, requireInput } from './input-file.ts'
import { readDocument } from './read-document.ts'
import { listenError } from './listen-error.ts'
import { fakeFlags, loadProxyFake, type ProxyFake } from './proxy/fake.ts'
import { allowsProduction } from './production.ts'
import { jsonOrGithub } from './report-files.ts'
import { TrafficCheck } from '../conformance/passive/traffic-check.ts'
import { headOf, prepareReports, trafficFlags } from './traffic/reports.ts'
import type { Judge } from '../traffic/proxy/findings.ts'
import { callLine } from './serve/messages.ts'
import { jsonLine } from './json-text.ts'
import { leastSecret } from '../secrets/pseudonyms.ts'
import { createRedactor, type Redactor } from '../traffic/redact/redactor.ts'
import { rewriteKinds } from '../traffic/proxy/rewrite-headers.ts'
import { type Flags, type ParsedCommandLine, flagsNeeding } from './flags.ts'
import {
  listenFlags,
  logFlags,
  missingAddress,
  networkFlags,
  productionFlags,
  targetFlags,
} from './shared-flags.ts'
import { choiceOf, origin, port, textLike } from './value-types.ts'
import { capitalize } from '../contract/capitalize.ts'

const repairExclusionReason = '--repair finishes a recording, and starts no proxy'

const proxyFlags = {
  ...targetFlags,
  to: {
    value: 'URL|/PREFIX=URL',
    isRepeatable: true,
    required: missingAddress,
    requiredUnless: ['repair'],
    excludes: { repair: repairExclusionReason },
    config: 'address',
    help: 'the deployment; with a prefix, only for paths that begin with it',
  },
  ...listenFlags('4020'),
  'allow-host': {
    value: 'NAME',
    isRepeatable: true,
    help: 'lets clients call the proxy by this name, such as host.docker.internal',
  },
  'control-port': {
    value: 'N',
    type: port,
    default: '0',
    help: 'port of /__control, on 127.0.0.1; 0 takes a free one',
  },
  keep: {
    value: 'NAME',
    type: choiceOf(rewriteKinds),
    isRepeatable: true,
    help: `passes these headers on as they are: ${rewriteKinds.join(', ')}`,
  },
  origin: {
    value: 'ORIGIN',
    type: origin,
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
    type: choiceOf(['arguments', 'observations', 'chunks']),
    needs: ['record', 'repair'],
    isRepeatable: true,
    help: 'with --record: keeps the texts of arguments, observations or chunks',
  },
  secret: {
    value: 'FILE',
    needs: ['record', 'repair'],
    isRepeatable: true,
    help: 'with --record: a file of further secrets to replace, one a line',
  },
  repair: {
    value: 'FILE.har.part',
    type: textLike(/\.har\.part$/, 'a file that ends in .har.part'),
    excludes: { record: repairExclusionReason },
    help: 'finishes the recording of a proxy that was killed',
  },
  check: {
    help: 'judges the traffic by the rules of the suite that need no requests of their own',
  },
  ...flagsNeeding(['check'], trafficFlags),
  ca: networkFlags.ca,
  ...logFlags('logs each exchange to standard error'),
  json: {
    help: 'prints one line of JSON once the proxy is ready; with --check also one for each finding, and the report',
  },
} as const satisfies Flags

type ProxyFlags = ParsedCommandLine<typeof proxyFlags>

/** `agent-understudy proxy`: passes requests on to a deployment until Ctrl-C or SIGTERM. */
export const proxy = defineCommand(
  {
    usage: 'proxy --to URL [flags]',
    about:
      'Stands between clients and a deployment: passes everything on, records it, or breaks it.',
    flags: proxyFlags,
    problem: jsonOrGithub,
    notes:
      'Ctrl-C and SIGTERM are the normal end: exit code 0; with --check 1 if a rule that must hold is broken beyond the baseline, 4 if nothing was judged, and 6 if fewer rules than --min-rules were reached. A wrong command line or file: 3. A recording that could not be written: 1.',
  },
  async (given, io: Io) => {
    if (given.repair !== undefined) return repairRecording(given.repair, given, io)
    // Reading `stopped` installs the signal handlers. This comes first, so that a signal during the
    // start also ends the proxy properly.
    const { stopped } = io
    const reports = given.check ? await prepareReports(given, given.to.join(', ')) : undefined
    const recording = given.record === undefined ? undefined : beginRecording(given.record, given)
    const check = reports && new TrafficCheck()
    const judge = reports && check && judgeOf(check, reports.isKnown, given.json, io)
    const { running, fake } = await startRecordingProxy(given, recording, judge, io)
    if (given.verbose)
      running.journal.watch(
        (_happened, entry) =>
          io.stderr.write(`${callLine(toJournalLine({ name: 'proxy', seed: '' }, entry))}\n`),
        () => undefined,
      )
    if (given.json) io.stdout.write(readyLine(running))
    else if (!given.quiet) io.stdout.write(readyText(running))
    await stopped
    await running.close()
    fake?.close()
    await running.findings.settled()
    const code =
      recording === undefined ? 0 : await reportRecording(recording.finish(), io, given.quiet)
    const judged = reports && check && (await reports.finish(check, io.stdout))
    return code || (judged ?? 0)
  },
)

/** Creates the judge for `--check`. It prints each new cause that the baseline does not accept. */
const judgeOf =
  (check: TrafficCheck, isKnown: (rule: string) => boolean, json: boolean, io: Io): Judge =>
  async (exchange) => {
    const findings = await check.add(exchange)
    for (const finding of findings) {
      const { rule, operation, expected, got, count } = finding
      if (count > 1 || isKnown(rule)) continue
      writeLines(io.stderr, `${headOf(finding)}  ${operation}: expected ${expected}, got ${got}`)
      if (json) io.stdout.write(jsonLine({ finding }))
    }
    return findings.map(({ rule, expected, got }) => ({
      rule,
      message: `expected ${expected}, got ${got}`,
    }))
  }

async function startRecordingProxy(
  given: ProxyFlags,
  recording: Recorder | undefined,
  judge: Judge | undefined,
  io: Io,
): Promise<{ readonly running: RunningProxy; readonly fake: ProxyFake | undefined }> {
  const { host, controlPort } = given
  let fake: ProxyFake | undefined
  try {
    const files = given.fault.map((file) =>
      readDocument(readInput('fault', file), file, ({ value }) => value),
    )
    fake = await loadProxyFake(given, io)
    const options: ProxyOptions = {
      ...given,
      allowProduction: allowsProduction(given),
      ...(files.length > 0 && { faults: files.flat() }),
      ca: given.ca === undefined ? undefined : readCertificates(given.ca),
      through: proxiesOfEnvironment(process.env),
      substitute: fake?.substitute,
      onExchange: recording?.add,
      judge,
      allowHosts: given.allowHost,
      onRefused: (explanation) => writeLines(io.stderr, sentence(explanation)),
      onError: (error) =>
        io.stderr.write(
          error instanceof RecordingError
            ? escapeLines([error.message])
            : `An exchange was not recorded or judged: ${escapeStack(error)}\n`,
        ),
    }
    const { record: file } = given
    const shownStatus = {
      page: consolePage,
      ...(file !== undefined && recording && { recording: { file, soFar: recording.soFar } }),
    }
    return { running: await startProxyWithConsole(options, shownStatus), fake }
  } catch (error) {
    recording?.discard()
    fake?.close()
    if (error instanceof TargetError || error instanceof FaultInputError)
      throw new UsageError(error.message)
    const { code, port: taken } = error as NodeJS.ErrnoException & { readonly port?: number }
    if (code === undefined) throw error
    throw taken === controlPort && taken !== given.port
      ? listenError(error, '127.0.0.1', controlPort, 'control-port')
      : listenError(error, host, given.port)
  }
}

/** Serves the console. The code of the console is loaded with the first request. */
const consolePage: PageHandler = async (request) => {
  const { handleConsoleRequest } = await import('./serve/console.ts')
  return handleConsoleRequest(request, 'proxy')
}

const sentence = (text: string) => `${capitalize(text).replace(/\.$/, '')}.`

/** Reads the proxies in environment variables. Servers on this machine are called without them. */
function proxiesOfEnvironment(variables: Readonly<Record<string, string | undefined>>) {
  const valueOf = (name: string) => variables[name.toLowerCase()] || variables[name] || undefined
  const except = [valueOf('NO_PROXY'), 'localhost', '127.0.0.1', '[::1]']
  return {
    http: valueOf('HTTP_PROXY'),
    https: valueOf('HTTPS_PROXY'),
    except: except.filter((one) => one !== undefined).join(','),
  }
}

/** The line that `--json` prints at the start, for programs that wait for the proxy. */
function readyLine({ url, control, targets }: RunningProxy): string {
  const targetUrls = targets.map((target) => ({ prefix: target.prefix, url: target.url.href }))
  return jsonLine({ url, control, targets: targetUrls })
}

function readyText({ url, control, targets }: RunningProxy): string {
  const rows = targets.map((target) => `  ${target.prefix}  →  ${escapeLine(target.url.href)}`)
  return `
Understudy passes requests on from ${url}
${rows.join('\n')}

  console    ${new URL('/', control).href}
  control    ${control}

Point your client at ${url}. Press Ctrl-C to stop.

`
}

type RedactionFlags = Pick<ProxyFlags, 'keepText' | 'secret'>

/** Begins the recording of `--record`; throws `UsageError` if its file can't be written. */
function beginRecording(file: string, flags: RedactionFlags): Recorder {
  try {
    return openRecorder(file, redactorOf(flags))
  } catch (error) {
    if (error instanceof RecordingError) throw new UsageError(`--record: ${error.message}`)
    throw error
  }
}

const redactorOf = ({ keepText, secret }: RedactionFlags): Redactor =>
  createRedactor({
    key: crypto.getRandomValues(new Uint8Array(32)),
    keep: keepText,
    secrets: secret.flatMap(readSecrets),
  })

/** The lines of a file that lists secrets. */
function readSecrets(file: string): readonly string[] {
  const lines = readInput('secret', file)
    .split('\n')
    // `trim` also removes the byte order mark that some editors write.
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const short = lines.findIndex((line) => line.length < leastSecret)
  // The message does not repeat the line, because it is a secret.
  if (short >= 0)
    throw new UsageError(
      `--secret: line ${short + 1} of ${file} is too short: a secret needs at least ${leastSecret} characters.`,
    )
  return lines
}

/** `--repair`: finishes the recording of a proxy that was killed; resolves to the exit code. */
async function repairRecording(
  part: string,
  flags: RedactionFlags & { readonly quiet: boolean },
  io: Io,
): Promise<number> {
  requireInput('repair', part)
  const file = part.slice(0, -'.part'.length)
  return reportRecording(finishRecording(file, redactorOf(flags), 'killed'), io, flags.quiet)
}

/** Waits for the end of a recording and reports it. Resolves to the exit code. */
async function reportRecording(
  finishing: Promise<FinishedRecording>,
  io: Io,
  isQuiet: boolean,
): Promise<number> {
  try {
    const { file, entries, damaged } = await finishing
    const lost =
      damaged === 0
        ? ''
        : ` ${formatCount(damaged, 'incomplete line was', 'incomplete lines were')} left out.`
    const text = `Recorded ${formatCount(entries, 'exchange')} in ${file}.${lost}`
    if (!isQuiet || damaged > 0) writeLines(io.stderr, text)
    return 0
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error
    writeLines(io.stderr, error.message)
    return 1
  }
}
