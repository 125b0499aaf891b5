import { allChecks } from '../conformance/checks/all-checks.ts'
import type { LedgerFile } from '../conformance/runner/ledger-file.ts'
import { formatCount, toBaselineText } from '../conformance/reporters/summary.ts'
import { toJson } from '../conformance/reporters/json.ts'
import { toTerminal } from '../conformance/reporters/terminal.ts'
import {
  runConformance,
  selectChecks,
  type Progress,
  type RunOptions,
} from '../conformance/runner/runner.ts'
import { systemTime } from '../conformance/session/time.ts'
import { openBaseline, type Settled } from './baseline.ts'
import { type ConformFlags, readConformFlags } from './conform-flags.ts'
import { toDryRun } from './dry-run.ts'
import type { Io, Output } from './io.ts'
import { openLedger } from './ledger-file.ts'
import { openNetwork } from './network.ts'
import { refuseProduction } from './production-guard.ts'
import { ensureReports, writeReports } from './reports.ts'
import { UsageError } from './usage.ts'

/** How the target is reached and how time passes; the system's own unless given. */
export type Means = Pick<RunOptions, 'fetch' | 'now' | 'sleep'> & {
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
  means: Means = {},
): Promise<number> {
  if (argv[0] === 'gc') return (await import('./gc.ts')).gc(argv.slice(1), io, means)
  const flags = readConformFlags(argv, process.env)
  refuseEmptySelection(flags)
  if (flags.help) {
    io.stdout.write(usage)
    return 0
  }
  if (flags.dryRun) {
    io.stdout.write(toDryRun(flags))
    return 0
  }
  const settle = await openBaseline(flags, means.today ?? systemTime.today())
  const { baseUrl } = flags.target
  refuseProduction(baseUrl, flags.plan, flags.knowsProduction)
  await ensureReports(flags.reports)
  const ledger = flags.plan === 'smoke' ? undefined : openLedger(baseUrl, flags.ledgerFile)
  const progress = progressOn(io.stderr)
  const closeNetwork = openNetwork(flags, baseUrl, process.env)
  const stop = stopWith(io, ledger)
  const onProgress = progress.show
  const options = { ...flags, ...means, onProgress, ledger, stop }
  const report = await runConformance(options).finally(closeNetwork)
  ledger?.close()
  progress.clear()
  const settled = await settle(report)
  io.stdout.write(flags.json ? toJson(report) : onScreen(settled, flags.strict))
  await writeReports(flags.reports, { ...settled, report, strict: flags.strict }, io.stdout)
  return settled.code
}

const onScreen = ({ shown, standing, note }: Settled, strict: boolean): string =>
  toTerminal(shown, strict) + note + (standing ? toBaselineText(standing) : '')

function refuseEmptySelection({ plan, only, help }: ConformFlags): void {
  if (help || selectChecks(allChecks, plan, only).length > 0) return
  const dearer = selectChecks(allChecks, 'destructive', only).length
  const hint = dearer > 0 ? ` ${dearer} do in a dearer plan.` : ''
  throw new UsageError(`No check of plan ${plan} matches ${only.join(' or ')}.${hint}`)
}

/**
 * Aborts once the process is told to stop. A second time ends the process at once, and says what
 * stays on the target and which ledger names it.
 */
export function stopWith(
  { stopped, stderr, endAtNext }: Pick<Io, 'stderr'> & Partial<Io>,
  ledger?: LedgerFile,
): AbortSignal {
  const stop = new AbortController()
  void stopped?.then(() => {
    stderr.write('\nStopping: what the run made is removed first. Stop again to end at once.\n')
    endAtNext?.(() => `\nEnded at once. ${leftBehind(ledger)}\n`)
    stop.abort()
  })
  return stop.signal
}

function leftBehind(ledger: LedgerFile | undefined): string {
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

/** One line that is rewritten while the run goes on; nothing where there is no terminal. */
function progressOn(output: Output) {
  const rewrite = (text: string) => output.isTTY && output.write(`\r\u001b[2K${text}`)
  return {
    show: ({ done, of, id }: Progress) => void rewrite(`${done + 1}/${of} ${id}`),
    clear: () => void rewrite(''),
  }
}

const usage = `understudy conform --base-url URL [flags]

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
