import {
  type Flags,
  helpText,
  type OutputIo,
  quietFlag,
  readFlags,
  UsageError,
} from '../command-line.ts'
import { createProgress } from '../progress.ts'
import { readRecording } from '../read-recording.ts'
import { TrafficCheck } from '../../conformance/passive/traffic-check.ts'
import { prepareReports, trafficFlags } from '../traffic/reports.ts'

export const trafficRunFlags = {
  traffic: { value: 'FILE.har', help: 'the recording to judge; nothing is sent' },
  ...trafficFlags,
  json: { help: 'prints the report as JSON' },
  ...quietFlag,
} as const satisfies Flags

export const isTrafficRun = (argv: readonly string[]): boolean =>
  argv.some((word) => word === '--traffic' || word.startsWith('--traffic='))

/**
 * `agent-understudy conform --traffic FILE.har`: judges a recording by the rules that need no requests
 * of their own. Resolves to the exit code: 0, 1 if a rule is broken, 4 if nothing was judged, 6 below
 * `--min-rules`. Throws
 * `UsageError` for a wrong command line or file.
 */
export async function conformTraffic(argv: readonly string[], io: OutputIo): Promise<number> {
  const given = readFlags(argv, trafficRunFlags)
  if (given.help) {
    io.stdout.write(
      helpText(
        'agent-understudy conform --traffic FILE.har [flags]',
        'Judges recorded traffic by the rules of the suite that need no requests of their own.',
        trafficRunFlags,
        'Exit codes: 0, 1 a rule that must hold is broken beyond the baseline, 3 wrong command line or file,\n4 nothing judged, 6 fewer rules than --min-rules reached.',
      ),
    )
    return 0
  }
  const { traffic: file } = given
  if (file === undefined) throw new UsageError('--traffic takes a recording: --traffic FILE.har.')
  const reports = await prepareReports(given, file)
  const progress = createProgress(io.stderr, given.quiet)
  const check = new TrafficCheck()
  for await (const exchange of readRecording(file, progress)) await check.add(exchange)
  return reports.finish(check, io.stdout)
}
