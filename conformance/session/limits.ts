const MiB = 2 ** 20

/**
 * The limits on the data that the suite accepts from a target. Without these limits an endless
 * stream or a page of brackets could crash the suite before its clean-up and its report. Together
 * they keep the process below 400 MB of memory.
 */
export type Limits = {
  /** Decoded bytes of one response that is not a stream. The largest real page seen has 0.3 MiB. */
  readonly responseBytes: number
  /** Decoded bytes of one stream. */
  readonly streamBytes: number
  /** Events of one stream. Each takes about 200 bytes beside its text. */
  readonly streamEvents: number
  /** Lines of one stream, comments included. An event may have any number of lines. */
  readonly streamLines: number
  /** JSON values of one response or stream. `[[],[],…]` has 3 bytes each on the wire, 40 in memory. */
  readonly values: number
  /** Nesting depth of a JSON document, because checks and `JSON.stringify` recurse. */
  readonly depth: number
  /** Cut responses per run; after that the other checks are blocked. Each may take up to the timeout. */
  readonly cutResponses: number
  /** Estimated memory, in bytes, of all responses of a run. The passive checks need them complete. */
  readonly keptBytes: number
  /** Characters of a request's path or header. They contain ids and tokens that the target chose. */
  readonly requestCharacters: number
  /** Milliseconds that a stopped run still waits for the response to a request that creates something. */
  readonly stopGrace: number
  /** Milliseconds for the clean-up, in addition to the time of the run. */
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

/** Default time limit of a run in milliseconds (ten minutes); then it cleans up and reports. */
export const defaultMaxTime = 600_000

/** Default timeout of a request in milliseconds. */
export const defaultTimeout = 30_000

/** Characters of a target's text that are searched for secrets; a report shows far fewer. */
export const maxQuoted = 65_536

/** Characters of a text that a finding keeps. There may be thousands of findings per response. */
export const maxFinding = 4096

/** Formats a number of bytes: `8 MiB`, `128 KiB`. */
export const formatBytes = (bytes: number): string =>
  bytes >= MiB ? `${Number((bytes / MiB).toFixed(1))} MiB` : `${Math.round(bytes / 1024)} KiB`
