import { parseJson } from '../../contract/json.ts'

/** Removes the backticks from a text, for places that show plain text only. */
export const plainText = (text: string): string => text.replaceAll('`', '')

/** Formats a text that is JSON on several lines; returns any other text unchanged. */
export function prettyJson(text: string): string {
  const value = parseJson(text)
  return value === undefined ? text : JSON.stringify(value, undefined, 2)
}

/** Returns the path of a call below the base URL of its world, such as `/api/agents`. */
export const pathInWorld = (path: string): string => path.replace(/^\/w\/[^/]+/, '')

/** Returns the query of a call with its question mark; an empty text for no query. */
export const queryWithMark = (query: string): string =>
  query === '' ? '' : `?${query.replace(/^\?/, '')}`

/** Quotes a text as one word for a POSIX shell. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
