import { TrafficCheck } from '../../conformance/passive/traffic-check.ts'
import type { OutputIo } from '../command-line.ts'
import { defineCommand } from '../define-command.ts'
import { createProgress } from '../progress.ts'
import { readRecording } from '../read-recording.ts'
import { jsonOrGithub } from '../report-files.ts'
import { quietFlag } from '../shared-flags.ts'
import { prepareReports, trafficFlags } from '../traffic/reports.ts'

/**
 * `agent-understudy conform --traffic FILE.har`: judges a recording by the rules that need no requests
 * of their own. Resolves to the exit code: 0, 1 if a rule is broken, 4 if nothing was judged, 6 below
 * `--min-rules`. Throws `UsageError` for a wrong command line or file.
 */
export const conformTraffic = defineCommand(
  {
    usage: 'conform --traffic FILE.har [flags]',
    about: 'Judges recorded traffic by the rules of the suite that need no requests of their own.',
    flags: {
      traffic: {
        value: 'FILE.har',
        required: 'a recording, as in --traffic FILE.har',
        help: 'the recording to judge; nothing is sent',
      },
      ...trafficFlags,
      json: { help: 'prints the report as JSON' },
      ...quietFlag,
    },
    problem: jsonOrGithub,
    notes:
      'Exit codes: 0, 1 a rule that must hold is broken beyond the baseline, 3 wrong command line or file,\n4 nothing judged, 6 fewer rules than --min-rules reached.',
  },
  async ({ traffic: file, ...given }, io: OutputIo) => {
    const reports = await prepareReports(given, file)
    const progress = createProgress(io.stderr, given.quiet)
    const check = new TrafficCheck()
    for await (const exchange of readRecording(file, progress)) await check.add(exchange)
    return reports.finish(check, io.stdout)
  },
)
