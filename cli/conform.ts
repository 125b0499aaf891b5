import { allChecks } from '../conformance/checks/all-checks.ts'
import { shapeChecks } from '../conformance/checks/shapes.ts'
import { baselineSummary } from '../conformance/report/baseline.ts'
import type { Check } from '../conformance/session/check.ts'
import { copyExchange } from '../contract/exchange.ts'
import type { Profile } from '../contract/picks.ts'
import { shapedOperations } from '../contract/profile/shaped-operations.ts'
import { loadProfile } from './world-data.ts'
import { toBaselineText } from '../conformance/reporters/summary.ts'
import { toJson } from '../conformance/reporters/json.ts'
import { toTerminal } from '../conformance/reporters/documents.ts'
import {
  type Progress,
  runConformance,
  type RunOptions,
  selectChecks,
} from '../conformance/runner/runner.ts'
import { systemTime } from '../conformance/session/time.ts'
import { prepareBaseline } from './conform/baseline.ts'
import {
  checkPatterns,
  conformFlags,
  conformOptions,
  type ConformOptions,
  runFlags,
  targetFlags,
} from './conform/flags.ts'
import { checkListJson, checkListText, dryRunText } from '../conformance/reporters/dry-run.ts'
import { guessText, type OutputIo, packageVersion, UsageError, writeLines } from './command-line.ts'
import { type Command, defineCommand, withMode } from './define-command.ts'
import {
  configureNetwork,
  createStopSignal,
  openLedger,
  refuseProductionPlan,
} from './conform/target-run.ts'
import { createProgress } from './progress.ts'
import { withColours } from './terminal.ts'
import { commandOf, printReproduction, selectReproduced } from './conform/reproduce.ts'
import { renderersOf } from './conform/reports.ts'
import { ensureReportsWritable, jsonOrGithub, writeReports } from './report-files.ts'
import { collectGarbage } from '../conformance/runner/gc.ts'
import { TrafficCheck } from '../conformance/passive/traffic-check.ts'
import { readRecording } from './read-recording.ts'
import { quietFlag } from './shared-flags.ts'
import { prepareReports, trafficFlags } from './traffic/reports.ts'

/** The network access and clock of a run. Default: `fetch` and the system clock. */
export type RunDependencies = Pick<RunOptions, 'fetch' | 'now' | 'sleep'> & {
  /** Creates the checks that a comparison adds for the profile of `--profile`. */
  readonly extraChecks?: (profile: Profile) => readonly Check[]
  /** The day on which a baseline is applied, such as `2026-11-21`. */
  readonly today?: string
  /** When the run starts, such as `2026-11-21T08:00:00.000Z`. */
  readonly startedAt?: string
}

const conformDeployment = defineCommand(
  {
    usage: 'conform --base-url URL [flags]',
    about: 'Checks a deployment against the specification.',
    flags: conformFlags,
    problem: jsonOrGithub,
    notes: `Each credential can also come from a variable, such as UNDERSTUDY_PASSWORD. Exit codes: 0 green,
1 a must check failed, 2 stale or expired baseline, 3 wrong command line, 4 none failed, but the target
was unreachable or most checks were blocked, 5 budget reached, 6 too few checks decided, 7 error of the suite, 130 interrupted.

understudy conform gc --help: deletes the records that a killed run left.
understudy conform --traffic FILE.har: judges a recording, and sends nothing.`,
  },
  async (values, io: OutputIo, dependencies: RunDependencies = {}) => {
    const given = conformOptions(values)
    const checks = await checksOf(given, dependencies.extraChecks)
    const { reproduce } = given
    const only = reproduce === undefined ? {} : selectReproduced(reproduce, checks, given.plan)
    const flags = { ...given, checks, ...only }
    refuseUnmatched(flags)
    if (flags.list) {
      const chosenChecks = selectChecks(flags.checks, flags.plan, flags.only)
      io.stdout.write(flags.json ? checkListJson(chosenChecks) : checkListText(chosenChecks))
      return 0
    }
    if (flags.dryRun) {
      io.stdout.write(dryRunText(flags))
      return 0
    }
    const baseline = await prepareBaseline(flags, dependencies.today ?? systemTime.today())
    const { baseUrl } = flags.target
    refuseProductionPlan(baseUrl, flags.plan, flags.allowsProduction)
    await ensureReportsWritable(flags.report)
    const ledger = flags.plan === 'smoke' ? undefined : openLedger(baseUrl, flags.ledger)
    const progress = createProgress(io.stderr, flags.quiet, dependencies)
    const closeNetwork = configureNetwork(flags, baseUrl, process.env)
    const stop = createStopSignal(io, ledger)
    const onProgress = ({ done, of, id }: Progress) =>
      progress.show({ text: `${done + 1}/${of} ${id}`, share: done / of })
    const options = { ...flags, ...dependencies, onProgress, ledger, stop }
    const { startedAt = systemTime.timestamp() } = dependencies
    const run = await runConformance(options).finally(closeNetwork)
    const report = { ...run, command: commandOf(given), startedAt, version: packageVersion() }
    ledger?.close()
    progress.end()
    if (reproduce !== undefined) return printReproduction(reproduce, report, { ...flags, stop }, io)
    const outcome = await baseline.apply(report)
    const { strict } = flags
    const { comparison } = outcome
    const json = toJson(comparison ? { ...report, baseline: baselineSummary(comparison) } : report)
    const text = toTerminal(outcome.shown, strict) + outcome.note
    const baselineText = comparison ? toBaselineText(comparison) : ''
    io.stdout.write(flags.json ? json : withColours(text + baselineText, io.stdout))
    await writeReports(flags.report, renderersOf(outcome, json, strict), io.stdout)
    return outcome.code
  },
)

/** All checks of the suite. With `--profile`, also checks of the shapes in the profile. */
async function checksOf(
  { profile: path, strict }: ConformOptions,
  extraChecks: RunDependencies['extraChecks'] = () => [],
): Promise<readonly Check[]> {
  if (path === undefined) return allChecks
  const profile = await loadProfile(path)
  const operations = shapedOperations(profile)
  if (operations.length === 0)
    throw new UsageError(
      `The profile ${path} has no shapes to check. Add \`shape\` to its answers, or add \`operations\`.`,
    )
  return [...allChecks, ...shapeChecks(operations, strict), ...extraChecks(profile)]
}

type Selection = Pick<ConformOptions, 'plan' | 'only'> & { readonly checks: readonly Check[] }

/** Throws `UsageError` for a pattern of `--only` that matches no check of the plan. */
function refuseUnmatched({ plan, only, checks }: Selection): void {
  const pattern = only.find((one) => selectChecks(checks, plan, [one]).length === 0)
  if (pattern === undefined) return
  const dearer = selectChecks(checks, 'destructive', [pattern]).length
  const hint =
    dearer > 0
      ? ` Larger plans have ${dearer} that match: choose one with --plan.`
      : guessText(pattern, checkPatterns(checks))
  throw new UsageError(`No check of plan ${plan} matches ${pattern}.${hint}`)
}

/**
 * `agent-understudy conform gc`: deletes records that earlier runs left behind and listed in a
 * ledger. Resolves to the exit code: 0 if no record is left, 1 if a record is left.
 */
const removeResidue = defineCommand(
  {
    usage: 'conform gc --base-url URL [flags]',
    about: `Deletes the records that killed runs left on a deployment. Only deletes records that are in a
ledger and still have a name given by the suite. Do not use it during a run.`,
    flags: conformFlags,
    shown: [...Object.keys(targetFlags), 'ledger', 'timeout', 'max-time'],
  },
  async (values, io: OutputIo, dependencies: RunDependencies = {}) => {
    const flags = conformOptions(values)
    const { target } = flags
    const ledger = openLedger(target.baseUrl, flags.ledger)
    const residue = ledger.open()
    const closeNetwork = configureNetwork(flags, target.baseUrl, process.env)
    const stays = await collectGarbage({ ...flags, ...dependencies, residue, ledger }).finally(
      closeNetwork,
    )
    ledger.close()
    const removed = residue.length - stays.length
    const sum = `${ledger.file}: ${removed} deleted or no longer present, ${stays.length} left.`
    writeLines(io.stdout, sum, ...stays.map((line) => `left behind: ${line}`))
    return stays.length > 0 ? 1 : 0
  },
)

/**
 * `agent-understudy conform --traffic FILE.har`: checks a recording by the rules that need no
 * requests. Resolves to the exit code: 0, 1 if a rule is broken, 4 if nothing was checked, 6 below
 * `--min-rules`. Throws `UsageError` for a wrong command line or file.
 */
const conformTraffic = defineCommand(
  {
    usage: 'conform --traffic FILE.har [flags]',
    about: 'Judges recorded traffic by the rules of the suite that need no requests of their own.',
    flags: {
      traffic: {
        value: 'FILE.har',
        isRepeatable: true,
        required: 'a recording, as in --traffic FILE.har',
        help: 'a recording to judge; nothing is sent',
      },
      ...trafficFlags,
      grace: runFlags.grace,
      json: { help: 'prints the report as JSON' },
      ...quietFlag,
    },
    problem: jsonOrGithub,
    notes:
      'Exit codes: 0, 1 a rule that must hold is broken beyond the baseline, 3 wrong command line or file,\n4 nothing judged, 6 fewer rules than --min-rules reached.',
  },
  async ({ traffic: files, ...given }, io: OutputIo) => {
    const reports = await prepareReports(given, files.join(', '))
    const progress = createProgress(io.stderr, given.quiet)
    const check = new TrafficCheck(given.grace)
    for (const file of files) {
      // The numbers of exchanges continue from one file to the next.
      const before = check.counts().exchanges
      for await (const exchange of readRecording(file, progress))
        await check.add(copyExchange(exchange, { index: before + exchange.index }))
    }
    return reports.finish(check, io.stdout)
  },
)

const suiteOrTraffic = withMode(conformDeployment, 'traffic', conformTraffic)

/**
 * `agent-understudy conform`: checks a target and reports. Resolves to the exit code: 0 green, 1
 * failures, 2 stale or expired baseline, 4 unreachable or mostly blocked without a failure, 5 turns
 * or time used up, 6 too few checks decided, 7 error of the suite, 130 interrupted. Throws
 * `UsageError` for a wrong command line.
 */
export const conform: Command<OutputIo, RunDependencies> = Object.assign(
  (argv: readonly string[], io: OutputIo, dependencies?: RunDependencies) =>
    argv[0] === 'gc'
      ? removeResidue(argv.slice(1), io, dependencies)
      : suiteOrTraffic(argv, io, dependencies),
  { grammar: suiteOrTraffic.grammar },
)
