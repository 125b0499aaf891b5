import type { FaultInput } from '../../contract/fault.ts'
import type { JournalRecord } from '../../contract/control/journal.ts'

/** The settings of all fakes in one run of a test command: `run.json` in the folder of the run. */
export type RunDocument = {
  /** The name of the run, such as `options-2`. */
  readonly name: string
  /** The profile, in the format of a profile file. */
  readonly profile: object
  /** The faults that every world begins with. */
  readonly faults: readonly FaultInput[]
  /** The seed of ids, tokens and keys. */
  readonly seed: string
}

/** A request to a fake of a run, as one line of a `calls-*.ndjson` file. */
export type RunCall = Omit<JournalRecord, 'relied_on' | 'frames_beyond' | 'partial_bytes'> & {
  /** The name of the test; `null` if the fake does not know it. Fakes of `useFake` know it. */
  readonly test: string | null
  /** The choices that shaped the response, each as `choice=option`. */
  readonly shown: readonly string[]
}

/** The profile that a test set for its fake or a world, so that the run could not set its own. */
export type PinnedProfile = { readonly pinned: string }

/** The result of one test, as one line of a `results-*.ndjson` file. */
export type TestResult = {
  /** The file, the suites and the title, which identify the test in every run. */
  readonly id: string
  /** The text by which the runner selects the test. */
  readonly selector?: string
  /** `flaky` means that the test passed after a retry of the runner. */
  readonly status: 'passed' | 'failed' | 'skipped' | 'flaky'
  /** The first lines of the error of a failed test. */
  readonly message?: string
}

/** The files in the folder of a run. */
export const runFiles = {
  document: 'run.json',
  calls: /^calls-.*\.ndjson$/,
  results: /^results-.*\.ndjson$/,
} as const

/** The environment variable with the folder of the run. */
export const runVariable = 'UNDERSTUDY_RUN'
