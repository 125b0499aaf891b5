import { parseJson } from '../../contract/json.ts'

/** The text without its backticks, for places that show plain text only. */
export const plainText = (text: string): string => text.replaceAll('`', '')

/** Formats a text that is JSON on several lines; returns any other text unchanged. */
export function prettyJson(text: string): string {
  const value = parseJson(text)
  return value === undefined ? text : JSON.stringify(value, undefined, 2)
}

/** The path of a call below the base URL of its world. */
export const pathInWorld = (path: string): string => path.replace(/^\/w\/[^/]+/, '')

/** The query of a call with its question mark; empty without one. */
export const searchOf = (query: string): string =>
  query === '' ? '' : `?${query.replace(/^\?/, '')}`

/** A text as one word of a POSIX shell. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
