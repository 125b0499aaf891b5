import { parseJson } from '../contract/json.ts'

/** Returns the replacement of a text; `keys` are the names of the fields that lead to it. */
export type TextMapper = (keys: readonly string[], value: string) => string

type Level = { readonly isObject: boolean; key: string | undefined }

/** The maximum number of names that a mapper gets: a document may have a million levels. */
const maxKeys = 50

/** Matches the structure of a document. Numbers are included, because they may be secrets. */
const structuralTokens = /["{}[\],]|-?\d[\d.eE+-]{0,400}/g

/** Whether a text starts like a JSON object or list, and not like `[link]` or `[2026-11-30] log`. */
export const looksLikeJson = (text: string): boolean => jsonBegin.test(text)

const jsonBegin =
  /^\s*(?:\{\s*(?:["}]|$)|\[\s*(?:[[\]{"]|$|(?:-?\d[\d.eE+-]*|true|false|null)\s*(?:[,\]]|$)))/

/**
 * Replaces the texts in a JSON document. Everything else stays as written, including spaces. Field
 * names go to `onKey`; numbers stay without `mapNumber`. The document may be truncated. It is
 * scanned by hand, because a regular expression overflows the stack on texts of several megabytes.
 */
export function mapJsonStrings(
  text: string,
  map: TextMapper,
  onKey?: (key: string) => void,
  mapNumber?: TextMapper,
): string {
  const levels: Level[] = []
  const keys: string[] = []
  let result = ''
  let done = 0
  let expectsKey = false
  // Each call has its own state, because a mapper may map a document inside a text.
  const structural = new RegExp(structuralTokens)
  for (let found = structural.exec(text); found !== null; found = structural.exec(text)) {
    const at = found.index
    const [character] = found
    const level = levels.at(-1)
    if (character === '{' || character === '[') {
      if (level?.key !== undefined) keys.push(level.key)
      levels.push({ isObject: character === '{', key: undefined })
      expectsKey = character === '{'
    } else if (character === '}' || character === ']') {
      levels.pop()
      if (levels.at(-1)?.key !== undefined) keys.pop()
      expectsKey = false
    } else if (character === ',') expectsKey = level?.isObject === true
    if (character !== '"') {
      const number = isDigit(character) ? mapNumber?.(keysTo(keys, level), character) : undefined
      if (number !== undefined && number !== character) {
        result += text.slice(done, at) + number
        done = at + character.length
      }
      continue
    }
    const end = endOfString(text, at)
    const value = decode(text.slice(at, end))
    if (expectsKey && level !== undefined) {
      level.key = value ?? ''
      onKey?.(level.key)
      expectsKey = false
    } else if (value !== undefined) {
      const mapped = map(keysTo(keys, level), value)
      if (mapped !== value) {
        result += text.slice(done, at) + JSON.stringify(mapped)
        done = end
      }
    }
    structural.lastIndex = end
  }
  return done === 0 ? text : result + text.slice(done)
}

const isDigit = (token: string) => /^[-\d]/.test(token)

const keysTo = (keys: readonly string[], level: Level | undefined): readonly string[] =>
  level?.key === undefined ? keys.slice(-maxKeys) : [...keys.slice(1 - maxKeys), level.key]

/** The end of the string that starts at `begin`, after its closing quotation mark. */
function endOfString(text: string, begin: number): number {
  for (let at = text.indexOf('"', begin + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at + 1
  }
  return text.length
}

/** The text of a JSON string, which may be truncated. */
function decode(part: string): string | undefined {
  const inner = part.slice(1, part.length > 1 && part.endsWith('"') ? -1 : undefined)
  // Fast path: most texts have no escapes.
  return /[\\\p{Cc}]/u.test(inner) ? (parseJson(`"${inner}"`) as string | undefined) : inner
}

/**
 * Replaces the data of a frame, which may have several `data:` lines. The new data must have as many
 * lines; otherwise the frame stays. Other lines, such as comments, go to `onLines`.
 */
export function mapFrameData(
  frame: string,
  map: (data: string) => string,
  onLines?: (lines: string) => void,
): string {
  // Every second item is a line end.
  const parts = frame.split(/(\r\n|\n|\r)/)
  const found = parts.flatMap((line, index) => {
    const [field] = index % 2 === 0 ? (/^\uFEFF?data: ?/.exec(line) ?? []) : []
    return field === undefined ? [] : [{ index, field, data: line.slice(field.length) }]
  })
  onLines?.(parts.filter((line) => !/^(data:|[\r\n]|$)/.test(line)).join('\n'))
  if (found.length === 0) return frame
  const data = found.map((line) => line.data).join('\n')
  const mapped = map(data)
  const lines = mapped.split('\n')
  if (mapped === data || lines.length !== found.length) return frame
  for (const [at, { index, field }] of found.entries()) parts[index] = field + (lines[at] ?? '')
  return parts.join('')
}
