import { allChecks } from '../conformance/checks/all-checks.ts'
import { toBaselineText } from '../conformance/reporters/summary.ts'
import { toJson } from '../conformance/reporters/json.ts'
import { toTerminal } from '../conformance/reporters/terminal.ts'
import {
  runConformance,
  selectChecks,
  type Progress,
  type RunOptions,
} from '../conformance/runner/runner.ts'
import { systemTime } from '../conformance/session/time.ts'
import { prepareBaseline, type BaselineOutcome } from './conform/baseline.ts'
import { type ConformFlags, readConformFlags } from './conform/flags.ts'
import { dryRunText } from '../conformance/reporters/dry-run.ts'
import { type Io, type Output, UsageError } from './command-line.ts'
import {
  openLedger,
  configureNetwork,
  createStopSignal,
  refuseProduction,
} from './conform/target-run.ts'
import { ensureReportsWritable, writeReports } from './conform/reports.ts'
import { collectGarbage, type GcOptions } from '../conformance/runner/gc.ts'
import { escapeLines } from '../contract/escape.ts'

/** How the target is reached and how time passes; the system's own unless given. */
export type RunDependencies = Pick<RunOptions, 'fetch' | 'now' | 'sleep'> & {
  /** The day by which a baseline is judged, as `2026-11-21`. */
  readonly today?: string
}

/**
 * `understudy conform`: judges a target and reports. Resolves to the exit code: 0 green, 1 failures,
 * 2 stale or expired baseline, 4 unreachable or mostly blocked, 5 more turns or time needed
 * than allowed, 6 too little decided, 7 an error of the suite, 130 stopped before its end. Throws `UsageError` for
 * a wrong command line.
 */
export async function conform(
  argv: readonly string[],
  io: Pick<Io, 'stdout' | 'stderr'> & Partial<Io>,
  means: RunDependencies = {},
): Promise<number> {
  if (argv[0] === 'gc') return removeResidue(argv.slice(1), io, means)
  const flags = readConformFlags(argv, process.env)
  refuseEmptySelection(flags)
  if (flags.help) {
    io.stdout.write(conformHelp)
    return 0
  }
  if (flags.dryRun) {
    io.stdout.write(dryRunText(flags))
    return 0
  }
  const settle = await prepareBaseline(flags, means.today ?? systemTime.today())
  const { baseUrl } = flags.target
  refuseProduction(baseUrl, flags.plan, flags.allowsProduction)
  await ensureReportsWritable(flags.reports)
  const ledger = flags.plan === 'smoke' ? undefined : openLedger(baseUrl, flags.ledgerFile)
  const progress = createProgressLine(io.stderr)
  const closeNetwork = configureNetwork(flags, baseUrl, process.env)
  const stop = createStopSignal(io, ledger)
  const onProgress = progress.show
  const options = { ...flags, ...means, onProgress, ledger, stop }
  const report = await runConformance(options).finally(closeNetwork)
  ledger?.close()
  progress.clear()
  const settled = await settle(report)
  io.stdout.write(flags.json ? toJson(report) : terminalText(settled, flags.strict))
  await writeReports(flags.reports, { ...settled, report, strict: flags.strict }, io.stdout)
  return settled.code
}

const terminalText = (
  { shown, comparison: standing, note }: BaselineOutcome,
  strict: boolean,
): string => toTerminal(shown, strict) + note + (standing ? toBaselineText(standing) : '')

function refuseEmptySelection({ plan, only, help }: ConformFlags): void {
  if (help || selectChecks(allChecks, plan, only).length > 0) return
  const dearer = selectChecks(allChecks, 'destructive', only).length
  const hint = dearer > 0 ? ` ${dearer} do in a dearer plan.` : ''
  throw new UsageError(`No check of plan ${plan} matches ${only.join(' or ')}.${hint}`)
}

/** One line that is rewritten while the run goes on; nothing where there is no terminal. */
function createProgressLine(output: Output) {
  const rewrite = (text: string) => output.isTTY && output.write(`\r\u001b[2K${text}`)
  return {
    show: ({ done, of, id }: Progress) => void rewrite(`${done + 1}/${of} ${id}`),
    clear: () => void rewrite(''),
  }
}

const conformHelp = `understudy conform --base-url URL [flags]

Judges a deployment by the specification.

  --base-url URL          the root address of the deployment
  --email, --password     a user made for tests
  --other-email, --other-password
                          a second one, for the rules of ownership
  --api-key KEY           a key with full access, where there is no login
  --expired-token TOKEN   an access token that has expired
                          each of these also as a variable: UNDERSTUDY_PASSWORD and so on
  --ca FILE               PEM certificates to trust beside those that Node trusts
  --proxy URL             go through an HTTP proxy; else HTTPS_PROXY and NO_PROXY count
  --plan PLAN             smoke (reads only), core (no turn; the default), turn, full, destructive
  --only GLOB             only checks whose id matches, such as keys.*; may be repeated
  --grace MS              how long an effect may lag behind its cause (3000)
  --timeout MS            how long a request may take, its answer included (30000)
  --max-time MS           how long the run may take (600000); what is not judged by then is skipped,
                          and the clean-up (at most a minute) and the report follow
  --max-turns N           start no more turns of the agent; what needs more is skipped
  --rate N                send at most N requests a second
  --dry-run               say what would run and what it would cost, and send nothing
  --baseline FILE         known failures, each with its owner, reason and last day
  --write-baseline FILE   a baseline of what fails now, owner and reason to be filled in
  --ledger FILE           where all that the run makes is noted (.understudy/residue-<host>.ndjson);
                          understudy conform gc removes what a killed run left
  --i-know-this-is-production
                          run a plan that writes where the address looks like production
  --report FORMAT=FILE    json, junit, markdown (for a step's summary) or html; may be repeated
  --report github         annotations for a workflow of GitHub Actions, on stdout
  --json                  the report as JSON on stdout
  --strict                warnings fail as well
`

/**
 * `understudy conform gc`: removes what earlier runs noted in a ledger and did not remove. Resolves
 * to the exit code: 0 nothing stays, 1 something does. Throws `UsageError` for a wrong command line.
 */
export async function removeResidue(
  argv: readonly string[],
  io: Pick<Io, 'stdout'>,
  means: Pick<GcOptions, 'fetch' | 'now' | 'sleep'> = {},
): Promise<number> {
  const flags = readConformFlags(argv, process.env)
  if (flags.help) {
    io.stdout.write(gcHelp)
    return 0
  }
  const { target } = flags
  const ledger = openLedger(target.baseUrl, flags.ledgerFile)
  const residue = ledger.open()
  const closeNetwork = configureNetwork(flags, target.baseUrl, process.env)
  const stays = await collectGarbage({ ...flags, ...means, residue, ledger }).finally(closeNetwork)
  ledger.close()
  const removed = residue.length - stays.length
  const sum = `${ledger.file}: ${removed} removed or gone, ${stays.length} left.`
  io.stdout.write(escapeLines([sum, ...stays.map((line) => `left behind: ${line}`)]))
  return stays.length > 0 ? 1 : 0
}

const gcHelp = `understudy conform gc --base-url URL [credentials] [--ledger FILE]

Removes what runs that were killed left on a deployment: only what their ledger names, and what the
deployment still lists under a name of the suite. Not for while a run goes on.

  --ledger FILE           the ledger (.understudy/residue-<host>.ndjson)
  credentials, --ca, --proxy, --timeout and --max-time as for understudy conform
`
