import { writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { PassiveCalibration } from '../../conformance/calibrate/passive-calibration.ts'
import {
  type CalibrationBase,
  toProfileYaml,
  toTrafficText,
} from '../../conformance/calibrate/profile-text.ts'
import { escapeLines } from '../../contract/escape.ts'
import { isWhole } from '../../contract/exchange.ts'
import type { OutputIo } from '../command-line.ts'
import { defineCommand } from '../define-command.ts'
import type { Flags } from '../flags.ts'
import { ensureWritable } from '../output-file.ts'
import { baseName } from '../profile-text.ts'
import { schemaLine } from '../schema-line.ts'
import { createProgress } from '../progress.ts'
import { profileFlag, quietFlag } from '../shared-flags.ts'
import { readRecording } from '../read-recording.ts'
import { loadPlacedProfile } from '../world-data.ts'
import { jsonText } from '../json-text.ts'

/** Flags for the profile that a calibration writes. */
export const profileFlags = {
  out: { value: 'FILE', help: 'where to write the profile (default: standard output)' },
  base: {
    ...profileFlag,
    help: 'the profile that it begins with, such as deployed-0.8: the operations of that, and what was observed',
  },
} as const satisfies Flags

/** Loads the base of a calibrated profile. Throws `UsageError`. */
export async function loadCalibrationBase(
  given: string | undefined,
  out = '',
): Promise<CalibrationBase | undefined> {
  if (given === undefined) return undefined
  const { profile } = await loadPlacedProfile(given)
  return { name: baseName(given, dirname(resolve(out))), profile }
}

/**
 * `agent-understudy calibrate --traffic FILE.har`: reads the choices from recordings, and writes a
 * profile. Resolves to the exit code: 0, 1 some choices in conflict, 4 nothing seen.
 */
export const calibrateTraffic = defineCommand(
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
    const calibration = new PassiveCalibration()
    let [exchanges, read] = [0, 0]
    const progress = createProgress(io.stderr, given.quiet)
    for (const file of files) {
      for await (const exchange of readRecording(file, progress)) {
        exchanges++
        // One without a response, or without all of its bodies, is only counted.
        if (!isWhole(exchange)) continue
        read++
        calibration.add(exchange)
      }
    }
    const result = { target: files.join(', '), exchanges, read, ...calibration.finish() }
    const yaml = schemaLine('profile', out) + toProfileYaml(result, base)
    if (out !== undefined) await writeFile(out, yaml)
    if (json) io.stdout.write(jsonText(result))
    else if (out === undefined) io.stdout.write(yaml)
    // Standard output may be the destination of the profile.
    const summary = out === undefined || json ? io.stderr : io.stdout
    summary.write(toTrafficText(result))
    const wrote = out === undefined ? [] : [`Wrote ${out}.`]
    summary.write(escapeLines([`${exchanges} exchanges, ${read} of them whole.`, ...wrote]))
    const states = new Set(result.observations.map(({ state }) => state))
    if (states.has('conflict')) return 1
    return states.has('seen') ? 0 : 4
  },
)
