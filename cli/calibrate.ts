import { stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { calibrate, type CalibrateOptions } from '../conformance/calibrate/calibrate.ts'
import { calibrationCosts } from '../conformance/runner/plan-costs.ts'
import {
  type CalibrationBase,
  toCalibrationText,
  toProfileYaml,
  toTrafficText,
} from '../conformance/calibrate/profile-text.ts'
import { unknownShare } from '../conformance/calibrate/observation.ts'
import { escapeLines } from '../contract/escape.ts'
import { type OutputIo, UsageError, writeLines } from './command-line.ts'
import { defineCommand, withMode } from './define-command.ts'
import type { Flags, FlagValues } from './flags.ts'
import { choiceOf, percentage } from './value-types.ts'
import {
  configureNetwork,
  createStopSignal,
  openLedger,
  refuseProductionPlan,
} from './conform/target-run.ts'
import type { Progress } from '../conformance/runner/runner.ts'
import { createProgress } from './progress.ts'
import { schemaLine } from './schema-line.ts'
import { runFlags, runOptions, secretFlag, targetFlags } from './conform/flags.ts'
import { PassiveCalibration } from '../conformance/calibrate/passive-calibration.ts'
import { isFullyRecorded } from '../contract/exchange.ts'
import { ensureWritable } from './output-file.ts'
import { baseName } from './profile-text.ts'
import { profileFlag, quietFlag } from './shared-flags.ts'
import { readRecording } from './read-recording.ts'
import { loadPlacedProfile } from './world-data.ts'
import { jsonText } from './json-text.ts'

/** The network access and clock of a calibration. Default: `fetch` and the system clock. */
type RunDependencies = Pick<CalibrateOptions, 'fetch' | 'now' | 'sleep'>

/** Flags for the profile that a calibration writes. */
const profileFlags = {
  out: { value: 'FILE', help: 'where to write the profile (default: standard output)' },
  base: {
    ...profileFlag,
    help: 'the profile that it begins with, such as deployed-0.8: the operations of that, and what was observed',
  },
} as const satisfies Flags

const calibrateFlags = {
  ...targetFlags,
  ...runFlags,
  plan: {
    ...runFlags.plan,
    type: choiceOf(['core', 'turn', 'full']),
    help: 'core (no agent turns), turn or full; larger plans observe more choices',
  },
  'max-unknown': {
    value: 'PERCENT',
    type: percentage,
    default: '20',
    help: 'ends with 6 if more than this share of the choices that the plan and the flags cover stayed unknown',
  },
  ...profileFlags,
  'restricted-email': {
    ...secretFlag,
    value: 'EMAIL',
    needs: ['restricted-password'],
    help: 'a user with restricted rights',
  },
  'restricted-password': {
    ...secretFlag,
    value: 'TEXT',
    needs: ['restricted-email'],
    help: 'the password of the restricted user',
  },
  'restricted-key': { ...secretFlag, value: 'KEY', help: 'an API key of the restricted user' },
  'approval-query': {
    value: 'TEXT',
    help: 'a question that leads to an approval; the approval is rejected',
  },
  'approval-agent': { value: 'ID', help: 'the agent that receives the approval query' },
  'failing-query': { value: 'TEXT', help: 'a question whose turn fails' },
  workflow: {
    value: 'ID',
    help: 'a workflow that can run without inputs; it is run up to 24 times',
  },
  'end-sessions': {
    help: 'ends all sessions of the second user, to observe which tokens stay valid',
  },
} as const satisfies Flags

type CalibrateFlags = FlagValues<typeof calibrateFlags>

const deploymentReader = defineCommand(
  {
    usage: 'calibrate --base-url URL [flags]',
    about: `Observes each choice on a deployment and writes a profile: \`agent-understudy serve --profile FILE\` uses
it. A choice that could not be observed, or was observed in two ways, is listed in the file.`,
    flags: calibrateFlags,
    notes: `Some choices need more to be observed: a restricted user, an approval, a workflow, ended sessions.
Each credential can also come from a variable, such as UNDERSTUDY_RESTRICTED_KEY.

agent-understudy calibrate --traffic FILE.har: reads a recording, and sends nothing.

Exit codes: 0 written, 1 some choices in conflict, 3 wrong command line, 4 nothing observed, 5 out of
time, 6 too many choices unknown (see --max-unknown), 130 interrupted.`,
  },
  async (given, io: OutputIo, dependencies: RunDependencies = {}) => {
    const flags = runOptions(given)
    if (flags.dryRun) {
      io.stdout.write(`${costText(given)}Nothing was sent.\n`)
      return 0
    }
    const { target, plan, out } = flags
    const base = await loadCalibrationBase(flags.base, out)
    refuseProductionPlan(target.baseUrl, plan, flags.allowsProduction)
    if (out !== undefined) await ensureWritable(out)
    if (!flags.quiet) io.stderr.write(costText(given))
    const progress = createProgress(io.stderr, flags.quiet, dependencies)
    const ledger = openLedger(target.baseUrl, flags.ledger)
    const closeNetwork = configureNetwork(flags, target.baseUrl, process.env)
    const stop = createStopSignal(io, ledger)
    const onProgress = ({ done, of, id }: Progress) =>
      progress.show({ text: `${done}/${of} ${id}`, share: done / of })
    const running = calibrate({
      ...flags,
      ...dependencies,
      base: base?.profile,
      inputs: flags,
      onProgress,
      ledger,
      stop,
    })
    const calibration = await running.finally(closeNetwork)
    ledger.close()
    progress.end()
    const states = new Set(calibration.observations.map(({ state }) => state))
    const yaml = schemaLine('profile', out) + toProfileYaml(calibration, base)
    if (out === undefined) io.stdout.write(yaml)
    // If the profile goes to standard output, the summary goes to standard error.
    const summary = out === undefined ? io.stderr : io.stdout
    summary.write(toCalibrationText(calibration))
    if (out !== undefined) {
      const emptyReason = states.has('seen') ? undefined : 'Nothing was observed'
      const reason = stop.aborted ? 'The run was stopped' : emptyReason
      writeLines(summary, await writeProfile(out, yaml, reason))
    }
    if (stop.aborted) return 130
    if (!states.has('seen')) return 4
    if (calibration.outOfTime)
      summary.write('The run reached its time limit: raise --max-time to observe the rest.\n')
    if (calibration.outOfTime && !states.has('conflict')) return 5
    if (states.has('conflict')) return 1
    const share = unknownShare(calibration.observations)
    if (share * 100 <= flags.maxUnknown) return 0
    const percent = Math.round(share * 100)
    summary.write(
      `${percent} % of the choices that the plan and the flags cover stayed unknown; --max-unknown allows only ${flags.maxUnknown} %.\n`,
    )
    return 6
  },
)

/**
 * `agent-understudy calibrate --traffic FILE.har`: reads the choices from recordings, and writes a
 * profile. Resolves to the exit code: 0 written, 1 some choices in conflict, 4 nothing observed.
 */
const calibrateTraffic = defineCommand(
  {
    usage: 'calibrate --traffic FILE.har [flags]',
    about: `Reads from recorded traffic how a deployment decides its choices, and writes a profile. Choices that
the traffic does not show are listed in the file, with the reason.`,
    flags: {
      traffic: {
        value: 'FILE.har',
        isRepeatable: true,
        required: 'a recording, as in --traffic FILE.har',
        help: 'a recording to read; nothing is sent. May be given several times',
      },
      ...profileFlags,
      ...quietFlag,
      json: { help: 'prints the picks and the observations as JSON' },
    },
    notes:
      'Exit codes: 0 written, 1 some choices in conflict, 3 wrong command line or file, 4 nothing seen.',
  },
  async ({ traffic: files, out, json, ...given }, io: OutputIo) => {
    const base = await loadCalibrationBase(given.base, out)
    if (out !== undefined) await ensureWritable(out)
    const calibration = new PassiveCalibration(base?.profile)
    let [exchanges, read] = [0, 0]
    const progress = createProgress(io.stderr, given.quiet)
    for (const file of files) {
      for await (const exchange of readRecording(file, progress)) {
        exchanges++
        // Ignores an exchange without a response or with an incomplete body.
        if (!isFullyRecorded(exchange)) continue
        read++
        calibration.add(exchange)
      }
    }
    const result = { target: files.join(', '), exchanges, read, ...calibration.finish() }
    const states = new Set(result.observations.map(({ state }) => state))
    const isEmpty = !states.has('seen') && !states.has('conflict')
    const yaml = schemaLine('profile', out) + toProfileYaml(result, base)
    const wrote =
      out === undefined
        ? []
        : [await writeProfile(out, yaml, isEmpty ? 'Nothing was observed' : undefined)]
    if (json) io.stdout.write(jsonText(result))
    else if (out === undefined) io.stdout.write(yaml)
    // If standard output has the profile or JSON, the summary goes to standard error.
    const summary = out === undefined || json ? io.stderr : io.stdout
    summary.write(toTrafficText(result))
    writeLines(summary, `${exchanges} exchanges, ${read} of them whole.`, ...wrote)
    if (states.has('conflict')) return 1
    return isEmpty ? 4 : 0
  },
)

/**
 * `agent-understudy calibrate`: observes each choice on a target and writes the target's profile.
 * Resolves to: 0 written, 1 some choices in conflict, 4 nothing observed, 5 out of time, 6 too many
 * choices unknown, 130 interrupted. Throws `UsageError` for a wrong command line.
 */
export const writeCalibration = withMode(deploymentReader, 'traffic', calibrateTraffic)

/**
 * Writes a profile, and returns a line for the user. `reason` is set if the calibration did not
 * observe enough. Then an existing file stays, because it may have a better profile.
 */
async function writeProfile(
  out: string,
  yaml: string,
  reason: string | undefined,
): Promise<string> {
  const existing = reason === undefined ? undefined : await stat(out).catch(() => undefined)
  if (existing?.isFile()) return `${reason}; ${out} is unchanged.`
  await writeFile(out, yaml)
  return `Wrote ${out}.`
}

/** Describes the maximum cost of a calibration. */
function costText({ baseUrl, plan, maxTurns, workflow }: CalibrateFlags): string {
  const { requests, turns, keys, conversations } = calibrationCosts[plan]
  const maxRunTurns = Math.min(turns, maxTurns ?? turns)
  const hasRuns = workflow !== undefined && plan !== 'core' && plan !== 'turn'
  return escapeLines([
    `Calibrating ${baseUrl}, plan ${plan}: at most ${requests} requests and ${maxRunTurns} turns of an agent.`,
    ...(hasRuns ? ['The workflow is run up to 24 times, and its runs stay in its history.'] : []),
    ...(keys > 0
      ? [
          `It creates up to ${keys} keys, ${conversations} conversations, a channel, a connector and an MCP`,
          'server, and deletes them; records that it cannot delete stay there, keys disabled.',
        ]
      : []),
  ])
}

/**
 * Loads the profile that a calibrated profile is based on. Throws `UsageError`, also if the file
 * for the calibrated profile is a file of the base: the new profile would then be based on itself.
 */
async function loadCalibrationBase(
  given: string | undefined,
  out: string | undefined,
): Promise<CalibrationBase | undefined> {
  if (given === undefined) return undefined
  const { profile, paths } = await loadPlacedProfile(given)
  if (out === undefined) return { name: baseName(given, process.cwd()), profile }
  const file = resolve(out)
  const folder = dirname(file)
  if (paths.some((path) => path === file || path === folder))
    throw new UsageError(
      `--out ${out} would overwrite a file of the base profile ${given}: name another file.`,
    )
  return { name: baseName(given, folder), profile }
}
