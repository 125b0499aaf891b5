import { closeSync, existsSync, openSync, rmSync, writeSync } from 'node:fs'
import type { RecordedExchange } from '../../contract/exchange.ts'
import type { Redactor } from '../redact/redactor.ts'
import {
  type FinishedRecording,
  finishRecording,
  partOf,
  RecordingError,
} from './finish-recording.ts'
import { type HarEntry, toHarEntry } from './har-entry.ts'

/**
 * The newest exchanges stay in memory until there are this many, or so many bytes. A secret that is
 * learned in the meantime never reaches the disk.
 */
export const holdBack = { entries: 200, bytes: 32 * 1024 * 1024 }

/** A recording that is being written. */
export type Recorder = {
  /** Adds an exchange that is over. */
  add(exchange: RecordedExchange): void
  /** Writes the HAR file. Rejects with `RecordingError` if a part of it could not be written. */
  finish(): Promise<FinishedRecording>
  /** Removes the recording, such as when the proxy could not start. */
  discard(): void
}

type Held = { readonly entry: HarEntry; readonly bytes: number }

/**
 * Begins a recording. Exchanges go to `FILE.part`, a JSON line each, readable by its owner only, until
 * `finish` writes `FILE`. Throws `RecordingError` if one of the two exists, or can't be written.
 *
 * @example
 * const recorder = openRecorder('session.har', createRedactor({ key }))
 * const proxy = await startProxy({ to, onExchange: recorder.add })
 * await proxy.close()
 * await recorder.finish()
 */
export function openRecorder(file: string, redactor: Redactor): Recorder {
  const part = partOf(file)
  if (existsSync(file)) throw new RecordingError(`${file} exists: choose another file.`)
  const out = openPart(part)
  const held: Held[] = []
  let bytes = 0
  let failure: string | undefined
  let isFinished = false
  const write = ({ entry }: Held) => {
    if (failure !== undefined) return
    try {
      writeSync(out, `${JSON.stringify(redactor.replace(entry))}\n`)
    } catch (error) {
      failure = `${part} can't be written (${(error as NodeJS.ErrnoException).code}).`
    }
  }
  const writeDown = (limit: typeof holdBack) => {
    while (held.length > limit.entries || bytes > limit.bytes) {
      const [oldest] = held.splice(0, 1)
      if (oldest === undefined) return
      bytes -= oldest.bytes
      write(oldest)
    }
  }
  return {
    add(exchange) {
      if (isFinished) return
      const entry = redactor.learn(toHarEntry(exchange))
      const { request = 0, response = 0 } = exchange.parts.sizes ?? {}
      const size = 2000 + request + response * 2
      held.push({ entry, bytes: size })
      bytes += size
      writeDown(holdBack)
    },
    async finish() {
      isFinished = true
      writeDown({ entries: 0, bytes: 0 })
      closeSync(out)
      if (failure !== undefined)
        throw new RecordingError(`${failure} The exchanges before are in it: use --repair.`)
      return finishRecording(file, redactor)
    },
    discard() {
      isFinished = true
      closeSync(out)
      rmSync(part)
    },
  }
}

function openPart(part: string): number {
  try {
    return openSync(part, 'wx', 0o600)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new RecordingError(
      code === 'EEXIST'
        ? `${part} exists: finish that recording with --repair, or choose another file.`
        : `${part} can't be written (${code}).`,
    )
  }
}
