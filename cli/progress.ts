import { escapeLine } from '../contract/escape.ts'
import { systemTime } from '../conformance/session/time.ts'
import { type Output, writeLines } from './command-line.ts'
import { canRewrite, rewriteLine } from './terminal.ts'

/** The progress of a command. `share` says how much is done, from 0 to 1; absent if unknown. */
type ProgressState = { readonly text: string; readonly share?: number | undefined }

/** Shows the progress of a command: a bar in a terminal; otherwise at most one line every 5 s. */
export type ProgressLine = {
  show(state: ProgressState): void
  /** Writes a permanent line above the bar. */
  write(line: string): void
  /** Removes the bar. */
  end(): void
}

type Surroundings = {
  /** Monotonic time in milliseconds. */
  readonly now?: (() => number) | undefined
  readonly variables?: Readonly<Record<string, string | undefined>>
}

/** A progress line that shows nothing. */
export const noProgress: ProgressLine = { show() {}, write() {}, end() {} }

/** Milliseconds between two lines outside a terminal. */
const lineInterval = 5000
const barCells = 20

/** Creates the progress line of a command. With `--quiet`, it shows nothing. */
export function createProgress(
  output: Output,
  isQuiet: boolean,
  { now = systemTime.now, variables = process.env }: Surroundings = {},
): ProgressLine {
  const began = now()
  const isLive = !isQuiet && canRewrite(output, variables)
  let isShown = false
  let last = began
  const clear = () => {
    if (isShown) output.write(rewriteLine(''))
    isShown = false
  }
  return {
    show(state) {
      if (isQuiet) return
      if (isLive) {
        output.write(rewriteLine(barText(state).slice(0, (output.columns ?? 80) - 1)))
        isShown = true
        return
      }
      const at = now()
      if (at - last < lineInterval) return
      last = at
      output.write(`${escapeLine(state.text)} (${Math.round((at - began) / 1000)} s)\n`)
    },
    write(line) {
      clear()
      writeLines(output, line)
    },
    end: clear,
  }
}

function barText({ text, share }: ProgressState): string {
  if (share === undefined) return escapeLine(text)
  const cells = Math.round(Math.min(share, 1) * barCells)
  return `[${'#'.repeat(cells).padEnd(barCells, '.')}] ${escapeLine(text)}`
}
