const MiB = 2 ** 20

/**
 * What the suite takes from one target. A target is foreign: without these limits an endless stream
 * or a page of brackets ends the suite itself, before its report and its clean-up. Together they
 * keep the process below 400 MB.
 */
export type Limits = {
  /** Decoded bytes of one answer that is no stream; the largest real page seen has 0.3 MiB. */
  readonly answerBytes: number
  /** Decoded bytes of one stream. */
  readonly streamBytes: number
  /** Events of one stream: each costs some 200 bytes beside its text. */
  readonly streamEvents: number
  /** Lines of one stream: an event may have any number of them, and comments are lines too. */
  readonly streamLines: number
  /** JSON values of one answer or stream: `[[],[],…]` takes 3 bytes on the wire and 40 in memory. */
  readonly values: number
  /** Levels of a JSON document: checks and `JSON.stringify` recurse, and pointers grow with it. */
  readonly depth: number
  /** Answers that may be cut in a run before the rest is blocked: each costs up to the timeout. */
  readonly cutAnswers: number
  /** Memory (bytes, estimated) of all answers of a run: the checks of all traffic need them whole. */
  readonly keptBytes: number
  /** Characters of a path or a header of a request: ids and tokens of the target stand in them. */
  readonly requestCharacters: number
  /** Milliseconds that a stopped run waits for the answer to a request that makes something. */
  readonly lastAnswer: number
  /** Milliseconds for removing what a run made, beside the time of the run. */
  readonly cleanUp: number
}

/** The limits of a run unless `limits` gives others. */
export const suiteLimits: Limits = {
  answerBytes: 8 * MiB,
  streamBytes: 32 * MiB,
  streamEvents: 50_000,
  streamLines: 500_000,
  values: 100_000,
  depth: 100,
  cutAnswers: 5,
  keptBytes: 40 * MiB,
  requestCharacters: 65_536,
  lastAnswer: 5000,
  cleanUp: 60_000,
}

/** Milliseconds until a run is ended, cleans up and reports as far as it came: ten minutes. */
export const defaultMaxTime = 600_000

/** Milliseconds until a request counts as unanswered. */
export const defaultTimeout = 30_000

/** Characters of a foreign text that are looked at for a report, of which it shows far less. */
export const longestQuoted = 65_536

/** Characters that a finding keeps of a text: there may be thousands, each about a whole answer. */
export const longestFinding = 4096

/** A size as a sentence has it: `8 MiB`, `128 KiB`. */
export const formatBytes = (bytes: number): string =>
  bytes >= MiB ? `${Number((bytes / MiB).toFixed(1))} MiB` : `${Math.round(bytes / 1024)} KiB`
