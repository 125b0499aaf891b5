import { parseJson } from '../../contract/json.ts'

/** Removes the backticks from a text, for places that show plain text only. */
export const plainText = (text: string): string => text.replaceAll('`', '')

/**
 * Formats a text that is JSON on several lines; returns any other text unchanged. Numbers, repeated
 * fields and the order of fields stay as they are written, which a parsed value would lose.
 */
export function prettyJson(text: string): string {
  if (parseJson(text) === undefined) return text
  let lineStart = '\n'
  let pretty = ''
  for (const [token] of text.matchAll(jsonTokens)) {
    if (token === '{' || token === '[') pretty += token + (lineStart += indent)
    else if (token === '}' || token === ']')
      pretty += (lineStart = lineStart.slice(0, -indent.length)) + token
    else if (token === ',') pretty += token + lineStart
    else if (token === ':') pretty += ': '
    else if (token.startsWith('"')) pretty += JSON.stringify(JSON.parse(token))
    else pretty += token.replaceAll(/\s/g, '')
  }
  return pretty
}

const indent = '  '
/** Matches strings, empty containers, punctuation, and numbers and words. */
const jsonTokens = /"[^"\\]*(?:\\.[^"\\]*)*"|\{\s*\}|\[\s*\]|[{}[\],:]|[^\s{}[\],:"]+/g

/** Returns the query of a call with its question mark; an empty text for no query. */
export const queryWithMark = (query: string): string =>
  query === '' ? '' : `?${query.replace(/^\?/, '')}`
