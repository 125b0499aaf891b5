import { escapeLine, escapeText, longestLine, shorten } from './escape-text.ts'

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
