/** Returns what stands for a text; `keys` are the names of the fields that lead to it. */
export type TextMapper = (keys: readonly string[], value: string) => string

type Level = { readonly isObject: boolean; key: string | undefined }

/** The nearest names that a mapper gets: a document may be nested a million times. */
const maxKeys = 50

const structuralCharacters = /["{}[\],]/g

/** Whether a text begins as a JSON object or list does. */
export const looksLikeJson = (text: string): boolean => /^\s*[{[]/.test(text)

/**
 * Replaces the texts in a JSON document and leaves everything else as it is written, also spaces and
 * the names of fields, which `onKey` gets. The
 * document may be cut off. It is scanned by hand, because a regular expression for texts exhausts the
 * stack on one of some megabytes.
 */
export function mapJsonStrings(
  text: string,
  map: TextMapper,
  onKey?: (key: string) => void,
): string {
  const levels: Level[] = []
  const keys: string[] = []
  let result = ''
  let done = 0
  let expectsKey = false
  // The mapper may map a document in a text, so each call has a state of its own.
  const structural = new RegExp(structuralCharacters)
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
    if (character !== '"') continue
    const end = endOfString(text, at)
    const value = decode(text.slice(at, end))
    if (expectsKey && level !== undefined) {
      level.key = value ?? ''
      onKey?.(level.key)
      expectsKey = false
    } else if (value !== undefined) {
      const mapped = map(
        level?.key === undefined ? keys.slice(-maxKeys) : [...keys.slice(1 - maxKeys), level.key],
        value,
      )
      if (mapped !== value) {
        result += text.slice(done, at) + JSON.stringify(mapped)
        done = end
      }
    }
    structural.lastIndex = end
  }
  return done === 0 ? text : result + text.slice(done)
}

/** The end of the string that begins here, behind its quotation mark. */
function endOfString(text: string, begin: number): number {
  for (let at = text.indexOf('"', begin + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at + 1
  }
  return text.length
}

/** The text of a JSON string, which may be cut off. */
function decode(part: string): string | undefined {
  try {
    return JSON.parse(part.length > 1 && part.endsWith('"') ? part : `${part}"`) as string
  } catch {
    return undefined
  }
}

/** Replaces the data in each `data:` line of a frame. */
export const mapDataLines = (frame: string, map: (data: string) => string): string =>
  frame
    .split('\n')
    .map((line) => {
      const [field] = /^data: ?/.exec(line) ?? []
      if (field === undefined) return line
      const end = line.endsWith('\r') ? line.length - 1 : line.length
      return field + map(line.slice(field.length, end)) + line.slice(end)
    })
    .join('\n')
