import type { Output } from './command-line.ts'

// Only this module writes escape codes of terminals.

type Variables = Readonly<Record<string, string | undefined>>

/** Whether the output is a terminal that can replace a line. */
export const canRewrite = (output: Output, { TERM }: Variables): boolean =>
  output.isTTY === true && TERM !== 'dumb'

/** Replaces the current line of a terminal. */
export const rewriteLine = (text: string): string => `\r\u001b[2K${text}`

/** Whether this output gets colours. As in Node, `FORCE_COLOR` wins over `NO_COLOR`. */
export function hasColours(output: Output, variables: Variables): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: none } = variables
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return !none && canRewrite(output, variables)
}

const colours: Readonly<Record<string, number>> = {
  FAIL: 31,
  ERROR: 31,
  '✗': 31,
  WARN: 33,
  OK: 32,
  'Green.': 32,
  'Green,': 33,
}

/** Colours the verdicts at the starts of lines, if the output gets colours. */
export function withColours(
  text: string,
  output: Output,
  variables: Variables = process.env,
): string {
  if (!hasColours(output, variables)) return text
  return text.replaceAll(
    /^(?:FAIL|ERROR|✗|WARN|OK|Green[.,])(?= |$)/gm,
    (verdict) => `\u001b[${colours[verdict]}m${verdict}\u001b[39m`,
  )
}
