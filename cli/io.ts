/** What a command may touch of the process that runs it. */
export type Io = {
  /** Writes to standard output. */
  out(text: string): void
  /** Writes to standard error. */
  err(text: string): void
  /** Whether standard error is a terminal that can be rewritten. */
  readonly isTerminal: boolean
  /** Settles once the process is told to stop. */
  readonly stopped: Promise<void>
}
