import * as z from 'zod/mini'
import type { JournalLine, JournalRecord } from '../../contract/control/journal.ts'
import { type Fault, fault } from '../../contract/fault.ts'
import { parseJson } from '../../contract/json.ts'
import type { OperationId } from '../../contract/operations.ts'
import { type Profile, picksAt } from '../../contract/picks.ts'
import { readProfile } from '../../contract/profile.ts'
import { type PinnedProfile, type RunCall, runFiles } from './run-document.ts'
import { createLineWriter, runFolder } from './run-lines.ts'

/** The run of `agent-understudy tolerance` that started this process. */
export type ActiveRun = {
  readonly folder: string
  /** The profile as plain data. */
  readonly profile: object
  readonly faults: readonly Fault[]
  readonly seed: string
  /** The name of the running test, which is recorded with each request. */
  test: string | null
  /** Writes a request that a fake received to the folder of the run. */
  record(call: JournalLine, details: () => JournalRecord): void
  /**
   * Records that a test has set the profile of its fake itself. `record` does so for a single world
   * if its options differ from those of the run.
   */
  pin(profile: string): void
}

const runDocument = z.object({
  profile: z.custom<object>((given) => typeof given === 'object' && given !== null),
  faults: z.array(fault),
  seed: z.string(),
})

/**
 * The maximum bytes of a file. After that, only requests with a new choice, fault or endpoint are
 * added; without bodies, unless a fault hit them.
 */
const maxBytes = 8_000_000
/** Maximum stored characters of a body. */
const maxBody = 4000

let active: ActiveRun | undefined

/**
 * Returns the run whose folder is in `UNDERSTUDY_RUN`; `undefined` without one, and in browsers.
 * Throws an `Error` if the folder has no document of a run.
 */
export function activeRun(): ActiveRun | undefined {
  const folder = runFolder()
  if (folder === undefined) return undefined
  if (active?.folder !== folder) active = openRun(folder)
  return active
}

/** Opens the run of a folder. Throws an `Error` if it has no document of a run. */
export function openRun(folder: string): ActiveRun {
  const { readFileSync } = process.getBuiltinModule('node:fs')
  const { join } = process.getBuiltinModule('node:path')
  const read = runDocument.safeParse(
    parseJson(
      readText(() => readFileSync(join(folder, runFiles.document), 'utf8')),
      undefined,
    ),
  )
  if (!read.success)
    throw new Error(
      `UNDERSTUDY_RUN is ${folder}, which has no valid ${runFiles.document}. ` +
        'Unset it, or start the tests by `agent-understudy tolerance`.',
    )
  const write = createLineWriter(folder, 'calls')
  const recordedKeys = new Set<string>()
  let written = 0
  let isPinned = false
  let profile: Profile | undefined
  const isOfRun = ({ endpoint, relied_on }: JournalRecord) => {
    const picks = picksAt(
      (profile ??= readProfile(read.data.profile)),
      (endpoint ?? undefined) as OperationId | undefined,
    )
    return relied_on.every(({ choice, option }) => picks[choice].option === option)
  }
  return {
    folder,
    ...read.data,
    test: null,
    pin(pinned) {
      isPinned = true
      write({ pinned } satisfies PinnedProfile)
    },
    record(call, details) {
      const record = details()
      if (!isPinned && !isOfRun(record)) this.pin('of single worlds')
      const line = toRunCall(record, this.test)
      const marks = [...line.shown, ...call.faults, `${call.method} ${call.endpoint}`]
      const isNew = marks.some((mark) => !recordedKeys.has(mark))
      if (written > maxBytes && !isNew) return
      for (const mark of marks) recordedKeys.add(mark)
      written += write(written > maxBytes ? withoutBodies(line) : line)
    },
  }
}

function readText(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

function toRunCall(record: JournalRecord, test: string | null): RunCall {
  const { relied_on, frames_beyond: _, partial_bytes: __, ...rest } = record
  return {
    ...rest,
    test,
    request: { ...rest.request, body: cutBody(rest.request.body) },
    response: { body: cutBody(rest.response.body) },
    shown: relied_on.map(({ choice, option }) => `${choice}=${option}`),
  }
}

const cutBody = (body: JournalRecord['response']['body']) =>
  body === null ? null : { ...body, text: body.text.slice(0, maxBody) }

/** Omits bodies, but keeps a request body with faults: it shows whether the faults are fair. */
const withoutBodies = (call: RunCall): RunCall => ({
  ...call,
  request: { headers: {}, body: call.faults.length > 0 ? call.request.body : null },
  response: { body: null },
  frames: [],
})
