import { writeFile } from 'node:fs/promises'
import { calibrate, type CalibrateOptions } from '../conformance/calibrate/calibrate.ts'
import { calibrationCosts } from '../conformance/runner/plan-costs.ts'
import { toCalibrationText, toProfileYaml } from '../conformance/calibrate/profile-text.ts'
import { escapeLines } from '../contract/escape.ts'
import { type Io, readFlags, UsageError } from './command-line.ts'
import {
  openLedger,
  configureNetwork,
  createStopSignal,
  refuseProduction,
} from './conform/target-run.ts'
import type { CalibrationInputs } from '../conformance/calibrate/observer.ts'
import { type ConformFlags, readConformFlags } from './conform/flags.ts'

/** How the target is reached and how time passes; the system's own unless given. */
type RunDependencies = Pick<CalibrateOptions, 'fetch' | 'now' | 'sleep'>

/**
 * `understudy calibrate`: observes each choice on a target and writes a profile that plays it.
 * Resolves to the exit code: 0 written, 1 some choices in conflict, 4 nothing seen, 5 the
 * time was over before its end, 130 stopped before its end. Throws `UsageError` for a wrong command line.
 */
export async function writeCalibration(
  argv: readonly string[],
  io: Pick<Io, 'stdout' | 'stderr'> & Partial<Io>,
  means: RunDependencies = {},
): Promise<number> {
  const flags = readCalibrateFlags(argv, process.env)
  if (flags.help) {
    io.stdout.write(calibrateHelp)
    return 0
  }
  if (flags.dryRun) {
    io.stdout.write(`${costText(flags)}Nothing was sent.\n`)
    return 0
  }
  const { target, plan, out } = flags
  refuseProduction(target.baseUrl, plan, flags.allowsProduction)
  io.stderr.write(costText(flags))
  const ledger = openLedger(target.baseUrl, flags.ledgerFile)
  const closeNetwork = configureNetwork(flags, target.baseUrl, process.env)
  const { only: _only, ...options } = flags
  const stop = createStopSignal(io, ledger)
  const running = calibrate({ ...options, ...means, ledger, stop })
  const calibration = await running.finally(closeNetwork)
  ledger.close()
  const yaml = toProfileYaml(calibration)
  if (out === undefined) io.stdout.write(yaml)
  else await writeFile(out, yaml)
  // Where the profile itself is the output, what is told of it must not stand in it.
  const told = out === undefined ? io.stderr : io.stdout
  told.write(toCalibrationText(calibration))
  if (out !== undefined) told.write(escapeLines([`${out} is written.`]))
  if (stop.aborted) return 130
  const states = new Set(calibration.observations.map(({ state }) => state))
  if (!states.has('seen')) return 4
  if (calibration.outOfTime) told.write('The time of the run was over; see --max-time.\n')
  if (calibration.outOfTime && !states.has('conflict')) return 5
  return states.has('conflict') ? 1 : 0
}

/** What it is about to cost, in a few lines. */
function costText({ target, plan, maxTurns, aids }: CalibrateFlags): string {
  const { requests, turns, keys, conversations } = calibrationCosts[plan]
  const most = Math.min(turns, maxTurns ?? turns)
  const runs = aids.workflow !== undefined && plan !== 'core' && plan !== 'turn'
  return escapeLines([
    `Calibrating ${target.baseUrl}, plan ${plan}: at most ${requests} requests and ${most} turns of an agent.`,
    ...(runs ? ['The workflow is run up to 24 times, and its runs stay in its history.'] : []),
    ...(keys > 0
      ? [
          `It makes up to ${keys} keys, ${conversations} conversations, a channel and an MCP server,`,
          'and removes them; what the deployment cannot delete stays behind, keys disabled.',
        ]
      : []),
  ])
}

const calibrateHelp = `understudy calibrate --base-url URL [credentials] [--plan PLAN] [--out FILE]

Observes each choice on a deployment and writes a profile: understudy serve --profile FILE plays it.
What is hidden by another choice, unknown or in conflict is listed in the file, never guessed.

  --out FILE              where to write the profile, such as staging.profile.yaml (stdout)
  --plan PLAN             core (no turn; the default), turn, full: dearer plans see more
  --max-turns N           start no more turns of the agent; what needs more is unknown
  --dry-run               say what it would cost, and send nothing
  credentials, --ca, --proxy, --grace, --timeout, --max-time, --rate, --ledger and
  --i-know-this-is-production as for understudy conform

Some choices take more to be seen; without it they are unknown:
  --restricted-email, --restricted-password
                          a restricted account
  --restricted-key KEY    an API key that it has
                          each of these also as a variable: UNDERSTUDY_RESTRICTED_KEY and so on
  --approval-query TEXT   a question that makes a turn ask for an approval, which is rejected
  --approval-agent ID     the agent to ask it of
  --workflow ID           a workflow that may be run without inputs, up to 24 times
  --end-sessions          end all sessions of the second user
`

export type CalibrateFlags = ConformFlags & {
  readonly aids: CalibrationInputs
  /** The file for the profile; stdout without it. */
  readonly out?: string | undefined
}

const textFlag = { type: 'string' } as const

const ownFlags = {
  out: textFlag,
  'restricted-email': textFlag,
  'restricted-password': textFlag,
  'restricted-key': textFlag,
  'approval-query': textFlag,
  'approval-agent': textFlag,
  workflow: textFlag,
  'end-sessions': { type: 'boolean' },
} as const

/** Flags of `conform` that mean nothing here. */
const unsupported = /^--(only|report|baseline|write-baseline|json|strict)\b/

/**
 * Reads the flags of `calibrate`: its own, and those of `conform`, so that a target is named in one
 * way. Throws `UsageError` with one sentence that says what is wrong.
 */
export function readCalibrateFlags(
  argv: readonly string[],
  variables: Readonly<Record<string, string | undefined>> = {},
): CalibrateFlags {
  const useless = argv.find((word) => unsupported.test(word))
  if (useless !== undefined)
    throw new UsageError(`calibrate has no use for ${useless.split('=')[0]}.`)
  const { mine, rest } = splitArguments(argv)
  const values = readFlags(mine, ownFlags)
  const flags = readConformFlags(rest, variables)
  const restrictedEmail = values['restricted-email'] ?? variables['UNDERSTUDY_RESTRICTED_EMAIL']
  const restrictedPassword =
    values['restricted-password'] ?? variables['UNDERSTUDY_RESTRICTED_PASSWORD']
  if (!restrictedEmail !== !restrictedPassword)
    throw new UsageError('--restricted-email and --restricted-password belong together.')
  return {
    ...flags,
    out: values.out,
    aids: {
      restrictedEmail: restrictedEmail || undefined,
      restrictedPassword: restrictedPassword || undefined,
      restrictedKey:
        (values['restricted-key'] ?? variables['UNDERSTUDY_RESTRICTED_KEY']) || undefined,
      approvalQuery: values['approval-query'],
      approvalAgent: values['approval-agent'],
      workflow: values.workflow,
      endSessions: values['end-sessions'],
    },
  }
}

/** Our own flags with their values, and all other words. */
function splitArguments(argv: readonly string[]) {
  const mine: string[] = []
  const rest: string[] = []
  const words = argv.values()
  for (const word of words) {
    const [name = '', ...value] = word.replace(/^--/, '').split('=')
    const option =
      word.startsWith('--') &&
      Object.hasOwn(ownFlags, name) &&
      ownFlags[name as keyof typeof ownFlags]
    if (!option) {
      rest.push(word)
      continue
    }
    mine.push(word)
    const next = option.type === 'string' && value.length === 0 ? words.next().value : undefined
    if (next !== undefined) mine.push(next)
  }
  return { mine, rest }
}
