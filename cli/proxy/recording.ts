import { escapeLine } from '../../contract/escape.ts'
import {
  type FinishedRecording,
  finishRecording,
  RecordingError,
  openRecorder,
  type Recorder,
} from '../../traffic/record/recorder.ts'
import { leastSecret } from '../../secrets/pseudonyms.ts'
import { createRedactor, type Redactor } from '../../traffic/redact/redactor.ts'
import { type Io, UsageError } from '../command-line.ts'
import { readInput } from '../input-file.ts'
import type { ProxyFlags } from './flags.ts'

type RedactionFlags = Pick<ProxyFlags, 'keepText' | 'secret'>

/** Begins the recording of `--record`; throws `UsageError` if its file can't be written. */
export function beginRecording(file: string, flags: RedactionFlags): Recorder {
  try {
    return openRecorder(file, redactorOf(flags))
  } catch (error) {
    if (error instanceof RecordingError) throw new UsageError(`--record: ${error.message}`)
    throw error
  }
}

const redactorOf = ({ keepText, secret }: RedactionFlags): Redactor =>
  createRedactor({
    key: crypto.getRandomValues(new Uint8Array(32)),
    keep: keepText,
    secrets: secret.flatMap(readSecrets),
  })

/** The lines of a file of secrets. */
function readSecrets(file: string): readonly string[] {
  const lines = readInput('secret', file)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  const short = lines.findIndex((line) => line.length < leastSecret)
  // The line is not repeated, because it is a secret.
  if (short >= 0)
    throw new UsageError(
      `--secret: line ${short + 1} of ${file} has fewer than ${leastSecret} characters.`,
    )
  return lines
}

/** `--repair`: finishes the recording of a proxy that was killed; resolves to the exit code. */
export async function repair(
  part: string,
  flags: RedactionFlags & { readonly quiet: boolean },
  io: Io,
): Promise<number> {
  const file = part.slice(0, -'.part'.length)
  return reportRecording(finishRecording(file, redactorOf(flags)), io, flags.quiet)
}

/** Waits for a recording and reports it; resolves to the exit code. */
export async function reportRecording(
  finishing: Promise<FinishedRecording>,
  io: Io,
  isQuiet: boolean,
): Promise<number> {
  try {
    const { file, entries, damaged } = await finishing
    const lost =
      damaged === 0
        ? ''
        : ` ${damaged} incomplete line${damaged === 1 ? ' was' : 's were'} left out.`
    if (!isQuiet || damaged > 0)
      io.stderr.write(`${escapeLine(`Recorded ${entries} exchanges in ${file}.${lost}`)}\n`)
    return 0
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error
    io.stderr.write(`${escapeLine(error.message)}\n`)
    return 1
  }
}
