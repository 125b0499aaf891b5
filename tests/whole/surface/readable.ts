import { createHash } from 'node:crypto'

// Formats texts as lines, so that diffs are small and short without losing a difference.

/** Replaces omitted text: texts with the same digest are equal. */
export const digest = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16)

const width = 130
const longText = 300
const mostItems = 2
const mostLines = 400
/** A JSON text with more characters is only shown down to some level. */
const largeJson = 50_000
const depthOfLargeJson = 3

/**
 * A JSON value with one field per line, unless the value fits in one line. For a long list, the
 * first item is shown, with a digest of the rest. Below `depth`, a digest replaces each value of
 * more than one line.
 */
export function jsonLines(value: unknown, depth = Infinity, indent = ''): string[] {
  const whole = JSON.stringify(value) ?? 'undefined'
  if (typeof value === 'string') return [indent + shortened(whole)]
  if (typeof value !== 'object' || value === null || indent.length + whole.length <= width)
    return [indent + whole]
  if (depth === 0) return [`${indent}… ${whole.length} characters, ${digest(whole)}`]
  const inner = `${indent}  `
  const partLines = (part: unknown) => jsonLines(part, depth - 1, inner)
  if (!Array.isArray(value)) {
    const lines = Object.entries(value).flatMap(([name, part]) => {
      const [first = '', ...rest] = partLines(part)
      return [`${inner}${JSON.stringify(name)}: ${first.slice(inner.length)}`, ...rest]
    })
    return [`${indent}{`, ...lines, `${indent}}`]
  }
  const shown = value.length > mostItems ? value.slice(0, 1) : value
  const rest = value.slice(shown.length)
  const end =
    rest.length === 0 ? [] : [`${inner}… ${rest.length} more, ${digest(JSON.stringify(rest))}`]
  return [`${indent}[`, ...shown.flatMap(partLines), ...end, `${indent}]`]
}

/** The beginning of a long line, with its length and its digest. */
export const shortened = (line: string): string =>
  line.length <= longText
    ? line
    : `${line.slice(0, 200)}… ${line.length} characters, ${digest(line)}`

/**
 * The lines of a text: formatted if it is JSON, else unchanged. A digest replaces the rest of a
 * long text, except for event streams.
 */
export function textLines(text: string): string[] {
  if (text === '') return []
  const json = parsed(text)
  if (json !== undefined) {
    const lines = jsonLines(json, text.length > largeJson ? depthOfLargeJson : Infinity)
    return isPlainJson(text, json) ? lines : ['(JSON with white space of its own)', ...lines]
  }
  const plain = text
    // Styles and scripts of pages are not readable.
    .replaceAll(/<(style|script)>([^]*?)<\/\1>/g, (_all, tag: string, code: string) => {
      return `<${tag}>… ${code.length} characters, ${digest(code)}</${tag}>`
    })
    .replaceAll(/>(?=<[a-z/])/g, '>\n')
  const lines = (text.startsWith('<') ? plain : text).replace(/\n$/, '').split('\n')
  const isStream = /^(id|event|data|:|retry)\b/.test(text)
  const kept = isStream || lines.length <= mostLines ? lines : lines.slice(0, mostLines)
  const rest = lines.slice(kept.length)
  return [
    ...kept.map((line) => shortened(escaped(line))),
    ...(rest.length === 0 ? [] : [`… ${rest.length} more lines, ${digest(rest.join('\n'))}`]),
    ...(text.endsWith('\n') ? [] : ['(no line end)']),
  ]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isPlainJson = (text: string, value: unknown) =>
  [JSON.stringify(value), JSON.stringify(value, null, 2)].includes(text.replace(/\n$/, ''))

/** Control characters as escapes, because an editor may hide or change them. */
const escaped = (line: string) =>
  line.replaceAll(
    // oxlint-disable-next-line no-control-regex
    /[\0-\x08\v-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffd]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
