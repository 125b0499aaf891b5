import { writeFile } from 'node:fs/promises'
import { calibrate, type CalibrateOptions } from '../conformance/calibrate/calibrate.ts'
import { toCalibrationText, toProfileYaml } from '../conformance/calibrate/profile-text.ts'
import { stopWith } from './conform.ts'
import { readConformFlags } from './conform-flags.ts'
import type { Io } from './io.ts'
import { openLedger } from './ledger-file.ts'
import { openNetwork } from './network.ts'
import { refuseProduction } from './production-guard.ts'
import { UsageError } from './usage.ts'

/** How the target is reached and how time passes; the system's own unless given. */
type Means = Pick<CalibrateOptions, 'fetch' | 'now' | 'sleep'>

/**
 * `understudy calibrate`: observes each choice on a target and writes a profile that plays it.
 * Resolves to the exit code: 0 written, 1 some choices in conflict, 4 nothing seen, 130 stopped
 * before its end. Throws `UsageError` for a wrong command line.
 */
export async function writeCalibration(
  argv: readonly string[],
  io: Pick<Io, 'stdout' | 'stderr'> & Partial<Io>,
  means: Means = {},
): Promise<number> {
  const { out, rest } = takeOut(argv)
  const flags = readConformFlags(rest, process.env)
  if (flags.help) {
    io.stdout.write(calibrateHelp)
    return 0
  }
  const { target, plan } = flags
  refuseProduction(target.baseUrl, plan, flags.knowsProduction)
  const ledger = openLedger(target.baseUrl, flags.ledgerFile)
  const closeNetwork = openNetwork(flags, target.baseUrl, process.env)
  const { only: _only, ...options } = flags
  const stop = stopWith(io)
  const running = calibrate({ ...options, ...means, ledger, stop })
  const calibration = await running.finally(closeNetwork)
  ledger.close()
  const yaml = toProfileYaml(calibration)
  if (out === undefined) io.stdout.write(yaml)
  else {
    await writeFile(out, yaml)
    io.stdout.write(`${toCalibrationText(calibration)}${out} is written.\n`)
  }
  if (stop.aborted) return 130
  const states = new Set(calibration.observations.map(({ state }) => state))
  if (!states.has('seen')) return 4
  return states.has('conflict') ? 1 : 0
}

/** All other flags are those of `conform`, so that a target is named in one way. */
function takeOut(argv: readonly string[]) {
  const place = argv.findIndex((word) => word === '--out' || word.startsWith('--out='))
  if (place < 0) return { out: undefined, rest: argv }
  const [word = '', next = ''] = argv.slice(place)
  const isApart = word === '--out'
  const out = isApart ? next : word.slice('--out='.length)
  if (out === '' || out.startsWith('--')) throw new UsageError('--out needs a value.')
  return { out, rest: argv.toSpliced(place, isApart ? 2 : 1) }
}

const calibrateHelp = `understudy calibrate --base-url URL [credentials] [--plan PLAN] [--out FILE]

Observes each choice on a deployment and writes a profile: understudy serve --profile FILE plays it.
What is hidden by another choice, unknown or in conflict is listed in the file, never guessed.

  --out FILE              where to write the profile, such as staging.profile.yaml (stdout)
  --plan PLAN             core (no turn; the default), turn, full: dearer plans see more
  credentials, --ca, --proxy, --grace, --timeout and --ledger as for understudy conform
`
