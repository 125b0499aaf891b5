import { isError } from './realm-safe.ts'
import { shortenWithLength } from './shorten.ts'

/**
 * Escapes text from outside (a target, a caller, a file) before it is shown. Control and invisible
 * characters are written as in JSON (`\n`, `\u001b`), because users can read, search and copy that
 * form. Text in any language stays unchanged, with the joiners (U+200C, U+200D) that emoji and
 * Persian need.
 */

// C0, DEL, C1 and lone surrogates; then characters that hide or reorder text: bidirectional
// controls, line separators and zero-width characters.
const unsafeCharacters =
  /[\p{Cc}\p{Cs}\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escapeCharacter = (character: string): string =>
  shortEscapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The maximum length of a line on screen or in a log, in characters; longer lines are cut. */
export const maxLineLength = 4000

/** Escapes multi-line text: line breaks and tabs stay, other hidden characters become visible. */
export const escapeText = (text: string): string =>
  text.replaceAll(unsafeCharacters, (character) =>
    /[\n\t]/.test(character) ? character : escapeCharacter(character),
  )

/** Disables commands that CI servers read anywhere in a line: `##[…]`, `##vso[…]`. */
export const escapeCommands = (text: string): string => text.replaceAll(/##(\w*)\[/g, '##$1\\u005b')

/**
 * Escapes one line for a terminal, a log or a comment: line breaks become `\n`, long lines are cut,
 * and commands of CI servers are disabled. The GitHub runner reads `::` at the beginning of a line
 * as a command, even after spaces.
 */
export const escapeLine = (text: string, maxLength = maxLineLength): string =>
  escapeCommands(
    shortenWithLength(text, maxLength).replaceAll(unsafeCharacters, escapeCharacter),
  ).replace(/^(\s*):(?=:)/, '$1\\u003a')

/** Escapes lines for a terminal or a log and ends each with a line break. */
export const escapeLines = (lines: readonly string[]): string =>
  lines.map((line) => `${escapeLine(line)}\n`).join('')

/** Escapes hidden characters and CI commands in a JSON text, without changing its value. */
export const escapeJson = (json: string): string =>
  escapeCommands(
    json.replaceAll(unsafeCharacters, (character) =>
      character === '\n' ? character : escapeCharacter(character),
    ),
  )

const maxCauseDepth = 5
const maxStackLines = 100

/** Formats an error with its stack and causes; all lines but the first are indented. */
export function escapeStack(error: unknown, depth = 0): string {
  if (!isError(error)) return escapeLine(String(error))
  const [first = '', ...others] = (error.stack ?? `${error.name}: ${error.message}`).split(
    '\n',
    maxStackLines,
  )
  // A line that is not a stack frame is part of a message with several lines.
  const lines = others.map((line) => (/^ {4}at /.test(line) ? line : `    | ${line}`))
  const stack = [escapeLine(first), ...lines.map((line) => escapeLine(line))].join('\n')
  if (error.cause === undefined || depth === maxCauseDepth) return stack
  return `${stack}\n    caused by ${escapeStack(error.cause, depth + 1)}`
}

/** Escapes a text for a regular expression that matches only this text. Also escapes slashes. */
export const escapePattern = (text: string): string =>
  text.replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`)

/** Quotes a text for a POSIX shell, in single quotes. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Quotes a word of a command only if a shell needs quotes. */
export const shellWord = (word: string): string =>
  /^(?:[\w@%+=:,./-]|\{\w+\})+$/.test(word) ? word : quoteForShell(word)
