/**
 * Escapes for text that we did not write: what a target, a caller or a file said. Each place where
 * such text is shown calls one of these functions. Control and invisible characters are shown as JSON
 * writes them (`\n`, `\u001b`), because everyone can read, search and copy that form. Text of any
 * language stays as it is, with the joiners (U+200C, U+200D) that emoji and Persian need.
 */

// C0, DEL, C1, lone surrogates; then what hides or reorders text: bidirectional controls, separators
// of lines, and characters without width.
const hidden =
  /[\p{Cc}\p{Cs}\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const visible = (character: string): string =>
  short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Characters of one line of a screen or a log; the rest of a longer line is left out. */
export const longestLine = 4000

/** The beginning of a text that is too long to be shown whole, with its length. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  // Half a surrogate pair at the cut would be shown as an escape.
  const end = /[\ud800-\udbff]/.test(text[most - 1] ?? '') ? most - 1 : most
  return `${text.slice(0, end)}… (${text.length} characters)`
}

/** Text of several lines: line breaks and tabs stay, every other hidden character becomes visible. */
export const escapeText = (text: string): string =>
  text.replaceAll(hidden, (character) =>
    /[\n\t]/.test(character) ? character : visible(character),
  )

/** Text without `##[…]`, `##vso[…]` and their like: commands of CI servers, read anywhere in a line. */
export const escapeCommands = (text: string): string => text.replaceAll(/##(\w*)\[/g, '##$1\\u005b')

/**
 * One line for a terminal, a log or a comment: line breaks become `\n`, a long line is shortened, and
 * nothing in it is a command of a CI server. The runner of GitHub reads `::` at the beginning of a
 * line as one, also behind blanks.
 */
export const escapeLine = (text: string, most = longestLine): string =>
  escapeCommands(shorten(text, most).replaceAll(hidden, visible)).replace(
    /^(\s*):(?=:)/,
    '$1\\u003a',
  )

/** Lines for a terminal or a log, each escaped and ended. */
export const escapeLines = (lines: readonly string[]): string =>
  lines.map((line) => `${escapeLine(line)}\n`).join('')

/** JSON with the same value, in which nothing is hidden and nothing is a command of a CI server. */
export const escapeJson = (json: string): string =>
  escapeCommands(
    json.replaceAll(hidden, (character) => (character === '\n' ? character : visible(character))),
  )

const deepestCause = 5
const mostStackLines = 100

/** An error with its stack and its causes. All lines but the first are indented. */
export function escapeStack(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return escapeLine(String(error))
  const [first = '', ...others] = (error.stack ?? `${error.name}: ${error.message}`).split(
    '\n',
    mostStackLines,
  )
  // What is no frame is a line of the message.
  const lines = others.map((line) => (/^ {4}at /.test(line) ? line : `    | ${line}`))
  const stack = [escapeLine(first), ...lines.map((line) => escapeLine(line))].join('\n')
  if (error.cause === undefined || depth === deepestCause) return stack
  return `${stack}\n    caused by ${escapeStack(error.cause, depth + 1)}`
}

/** Text of any origin as a span of code: nothing in it ends the span, or begins anything else. */
export function markdownCode(text: string): string {
  const line = onOneLine(text).trim()
  const ticks = fenceFor(line, 1)
  const pad = /^`|`$/.test(line) ? ' ' : ''
  return `${ticks}${pad}${line}${pad}${ticks}`
}

/** Text of any origin as a block of code in a language. */
export function markdownFence(text: string, language: string): string {
  const fence = fenceFor(text, 3)
  return `${fence}${language}\n${escapeText(shorten(text, longestLine))}\n${fence}`
}

/**
 * Prose of any origin on one line: its own spans of code stay, and nothing else in it is markup. Prose
 * that would link or mention becomes a span of code as a whole: GitHub does so behind a backslash, too.
 */
export function markdownProse(text: string): string {
  if (/[@#]|:\/\/|\bwww\./i.test(text)) return markdownCode(text)
  return onOneLine(text)
    .split(/`([^`]+)`/)
    .map((part, index) =>
      index % 2 === 1 ? markdownCode(part) : part.replaceAll(/[\\`*_[\]<>&|~]/g, String.raw`\$&`),
    )
    .join('')
}

/**
 * Markdown as a cell of a table. A bar would end it, also inside a span of code; and so would an
 * escaped bar behind a backslash, which would take the escape for itself.
 */
export const markdownCell = (markdown: string): string =>
  markdown.replaceAll(/(\\*)\||\\+/g, (run, before: string | undefined) =>
    before === undefined ? run : `${'\\u005c'.repeat(before.length)}\\|`,
  )

// Shortened before all else, so that the cost of a long text is that of its beginning.
const onOneLine = (text: string): string =>
  escapeLine(shorten(text, longestLine).replaceAll(/\s+/g, ' '), Number.POSITIVE_INFINITY)

/** A run of backticks that is longer than any in the text. */
function fenceFor(text: string, least: number): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  return '`'.repeat(Math.max(least, longest + 1))
}
