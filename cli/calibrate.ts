import { writeFile } from 'node:fs/promises'
import { calibrate, type CalibrateOptions } from '../conformance/calibrate/calibrate.ts'
import { calibrationCosts } from '../conformance/runner/plan-costs.ts'
import { toCalibrationText, toProfileYaml } from '../conformance/calibrate/profile-text.ts'
import { unknownShare } from '../conformance/calibrate/observation.ts'
import { escapeLines } from '../contract/escape.ts'
import {
  type Flags,
  helpText,
  type OutputIo,
  parseInteger,
  readFlags,
  UsageError,
} from './command-line.ts'
import {
  openLedger,
  configureNetwork,
  createStopSignal,
  refuseProductionPlan,
} from './conform/target-run.ts'
import type { Progress } from '../conformance/runner/runner.ts'
import { createProgress } from './progress.ts'
import { schemaLine } from './schema-line.ts'
import {
  calibrateTraffic,
  isTrafficReading,
  loadCalibrationBase,
  profileFlags,
} from './calibrate/traffic.ts'
import type { CalibrationInputs } from '../conformance/calibrate/observer.ts'
import {
  parseRunFlags,
  reportFlags,
  requirePair,
  runFlags,
  targetFlags,
  variableOf,
} from './conform/flags.ts'

/** Network access and clock of the run. Default: `fetch` and the clock of the system. */
type RunDependencies = Pick<CalibrateOptions, 'fetch' | 'now' | 'sleep'>

/**
 * `agent-understudy calibrate`: observes each choice on a target and writes a profile of it. Resolves to
 * the exit code: 0 written, 1 some choices in conflict, 4 nothing observed, 5 out of time, 6 too many
 * choices unknown, 130 interrupted. Throws `UsageError` for a wrong command line.
 */
export async function writeCalibration(
  argv: readonly string[],
  io: OutputIo,
  dependencies: RunDependencies = {},
): Promise<number> {
  if (isTrafficReading(argv)) return calibrateTraffic(argv, io)
  const flags = readCalibrateFlags(argv, process.env)
  if (flags.help) {
    io.stdout.write(calibrateHelp())
    return 0
  }
  if (flags.dryRun) {
    io.stdout.write(`${costText(flags)}Nothing was sent.\n`)
    return 0
  }
  const { target, plan, out } = flags
  const base = await loadCalibrationBase(flags.base, out)
  refuseProductionPlan(target.baseUrl, plan, flags.allowsProduction)
  if (!flags.quiet) io.stderr.write(costText(flags))
  const progress = createProgress(io.stderr, flags.quiet, dependencies)
  const ledger = openLedger(target.baseUrl, flags.ledgerFile)
  const closeNetwork = configureNetwork(flags, target.baseUrl, process.env)
  const stop = createStopSignal(io, ledger)
  const onProgress = ({ done, of, id }: Progress) =>
    progress.show({ text: `${done}/${of} ${id}`, share: done / of })
  const running = calibrate({ ...flags, ...dependencies, onProgress, ledger, stop })
  const calibration = await running.finally(closeNetwork)
  ledger.close()
  progress.end()
  const yaml = schemaLine('profile', out) + toProfileYaml(calibration, base)
  if (out === undefined) io.stdout.write(yaml)
  else await writeFile(out, yaml)
  // Standard output may be the destination of the profile.
  const summary = out === undefined ? io.stderr : io.stdout
  summary.write(toCalibrationText(calibration))
  if (out !== undefined) summary.write(escapeLines([`Wrote ${out}.`]))
  if (stop.aborted) return 130
  const states = new Set(calibration.observations.map(({ state }) => state))
  if (!states.has('seen')) return 4
  if (calibration.outOfTime) summary.write('The run reached its time limit; see --max-time.\n')
  if (calibration.outOfTime && !states.has('conflict')) return 5
  if (states.has('conflict')) return 1
  const share = unknownShare(calibration.observations)
  if (share * 100 <= flags.maxUnknown) return 0
  const percent = Math.round(share * 100)
  summary.write(
    `${percent} % of the choices that the plan and the flags cover stayed unknown, more than ${flags.maxUnknown} %; see --max-unknown.\n`,
  )
  return 6
}

/** The limits on the cost of a run. */
function costText({ target, plan, maxTurns, inputs }: CalibrateFlags): string {
  const { requests, turns, keys, conversations } = calibrationCosts[plan]
  const most = Math.min(turns, maxTurns ?? turns)
  const runs = inputs.workflow !== undefined && plan !== 'core' && plan !== 'turn'
  return escapeLines([
    `Calibrating ${target.baseUrl}, plan ${plan}: at most ${requests} requests and ${most} turns of an agent.`,
    ...(runs ? ['The workflow is run up to 24 times, and its runs stay in its history.'] : []),
    ...(keys > 0
      ? [
          `It creates up to ${keys} keys, ${conversations} conversations, a channel and an MCP server,`,
          'and deletes them; records that it cannot delete stay there, keys disabled.',
        ]
      : []),
  ])
}

export const calibrateFlags = {
  ...targetFlags,
  ...runFlags,
  plan: {
    value: 'PLAN',
    default: 'core',
    values: ['core', 'turn', 'full'],
    help: 'core (no agent turns), turn or full; larger plans observe more choices',
  },
  'max-unknown': {
    value: 'PERCENT',
    default: '20',
    help: 'ends with 6 if more than this share of the choices that the plan and the flags cover stayed unknown',
  },
  ...profileFlags,
  'restricted-email': { value: 'EMAIL', help: 'a user with restricted rights' },
  'restricted-password': { value: 'TEXT', help: 'the password of the restricted user' },
  'restricted-key': { value: 'KEY', help: 'an API key of the restricted user' },
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

const calibrateHelp = () =>
  helpText(
    'agent-understudy calibrate --base-url URL [flags]',
    `Observes each choice on a deployment and writes a profile: \`agent-understudy serve --profile FILE\` uses
it. A choice that could not be observed, or was observed in two ways, is listed in the file.`,
    calibrateFlags,
    `Some choices need more to be observed: a restricted user, an approval, a workflow, ended sessions.
Each credential can also come from a variable, such as UNDERSTUDY_RESTRICTED_KEY.

agent-understudy calibrate --traffic FILE.har: reads a recording, and sends nothing.

Exit codes: 0 written, 1 some choices in conflict, 3 wrong command line, 4 nothing observed, 5 out of
time, 6 too many choices unknown (see --max-unknown), 130 interrupted.`,
  )

export type CalibrateFlags = ReturnType<typeof readCalibrateFlags>

/** Reads the flags of `calibrate`, and the flags that it shares with `conform`. */
export function readCalibrateFlags(
  argv: readonly string[],
  variables: Readonly<Record<string, string | undefined>> = {},
) {
  const unsupported = argv
    .map((word) => word.split('=')[0] ?? '')
    .find((word) => word.startsWith('--') && Object.hasOwn(reportFlags, word.slice(2)))
  if (unsupported !== undefined) throw new UsageError(`calibrate does not support ${unsupported}.`)
  const given = readFlags(argv, calibrateFlags)
  const read = (flag: keyof typeof calibrateFlags & `restricted-${string}`) =>
    (given[flag] ?? variableOf(flag, variables)) || undefined
  const restrictedEmail = read('restricted-email')
  const restrictedPassword = read('restricted-password')
  requirePair('restricted-email', restrictedEmail, 'restricted-password', restrictedPassword)
  const inputs: CalibrationInputs = {
    restrictedEmail,
    restrictedPassword,
    restrictedKey: read('restricted-key'),
    approvalQuery: given['approval-query'],
    approvalAgent: given['approval-agent'],
    failingQuery: given['failing-query'],
    workflow: given.workflow,
    endSessions: given['end-sessions'],
  }
  const maxUnknown = parseInteger('max-unknown', given['max-unknown'], 0, 100)
  const { out, base } = given
  return { ...parseRunFlags(given, variables), out, base, inputs, maxUnknown }
}
