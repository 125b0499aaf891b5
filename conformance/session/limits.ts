/** The milliseconds after which a change must show, unless a user chooses another grace. */
export const defaultGraceMs = 3000

const MiB = 2 ** 20

/**
 * The limits on the data that the suite accepts from a target. Without them, an endless stream or
 * millions of nested arrays could crash the suite before its clean-up and its report. With the
 * default limits, a JavaScript heap of 200 MB is enough, and the process stays below 500 MB.
 */
export type Limits = {
  /**
   * Maximum decoded bytes of a response that is no stream, and of one line of a stream. The largest
   * known page has 0.3 MiB.
   */
  readonly responseBytes: number
  /** Maximum decoded bytes of one stream. */
  readonly streamBytes: number
  /** Maximum events of one stream. Each takes about 200 bytes of memory in addition to its text. */
  readonly streamEvents: number
  /** Maximum lines of one stream, with comments. One event may have any number of lines. */
  readonly streamLines: number
  /** Maximum JSON values of a response or stream. `[],` has 3 bytes as text, but 40 in memory. */
  readonly values: number
  /** Maximum nesting depth of a JSON document. Checks and `JSON.stringify` are recursive. */
  readonly depth: number
  /** Maximum cut responses per run. Later checks are blocked, because each cut may take long. */
  readonly cutResponses: number
  /** Maximum estimated bytes of memory for all responses of a run, which passive checks read. */
  readonly keptBytes: number
  /** Maximum characters of a request path or header, which contain ids and tokens of the target. */
  readonly requestCharacters: number
  /** Milliseconds that a stopped run still waits for a response that confirms a new record. */
  readonly stopGrace: number
  /** Maximum milliseconds of the clean-up, in addition to the time limit of the run. */
  readonly cleanUp: number
}

/**
 * The default limits of a run.
 *
 * @example
 * await runConformance({ target, plan: 'core', limits: { ...suiteLimits, streamEvents: 1000 } })
 */
export const suiteLimits: Limits = {
  responseBytes: 8 * MiB,
  streamBytes: 32 * MiB,
  streamEvents: 50_000,
  streamLines: 500_000,
  values: 100_000,
  depth: 100,
  cutResponses: 5,
  keptBytes: 40 * MiB,
  requestCharacters: 65_536,
  stopGrace: 5000,
  cleanUp: 60_000,
}

/** Default time limit of the checks of a run: ten minutes, in milliseconds. */
export const defaultMaxTime = 600_000

/** Default timeout of a request in milliseconds. */
export const defaultTimeout = 30_000

/** Maximum milliseconds for which a stream may stay open after `end`. */
export const closingMs = 10_000

/** Maximum characters of a text that are searched for secrets. A report shows far fewer. */
export const maxQuoted = 65_536

/** Maximum characters of a text in a finding. One response may cause thousands of findings. */
export const maxFinding = 4096

/** Formats a number of bytes: `8 MiB`, `128 KiB`. */
export const formatBytes = (bytes: number): string =>
  bytes >= MiB ? `${Number((bytes / MiB).toFixed(1))} MiB` : `${Math.round(bytes / 1024)} KiB`
