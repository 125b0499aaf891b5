/** Where a command writes. */
export type Output = { write(text: string): unknown; readonly isTTY?: boolean | undefined }

/** What a command may touch of the process that runs it. */
export type Io = {
  readonly stdout: Output
  readonly stderr: Output
  /** Settles once the process is told to stop. */
  readonly stopped: Promise<void>
  /** Ends the process when it is told to stop once more, after this sentence on stderr. */
  endAtNext?(sentence: () => string): void
}
