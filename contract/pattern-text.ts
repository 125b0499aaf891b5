/** The maximum number of characters in a pattern, and in the text that is generated for it. */
const maxCharacters = 1000

/**
 * Returns a short text that matches a pattern, always the same text: it takes the first alternative
 * and the fewest repetitions. Returns `undefined` for unsupported syntax such as `(?=…)`, or for a
 * long text.
 *
 * @example
 * textForPattern('^[A-Z]{2}-\\d{3}$') // 'AA-000'
 */
export function textForPattern(pattern: string | undefined): string | undefined {
  if (pattern === undefined || pattern.length > maxCharacters) return undefined
  const reader = new PatternReader(pattern.replace(/^\^/, '').replace(/\$$/, ''))
  const text = readAlternatives(reader)
  return reader.isAtEnd && text.length <= maxCharacters ? text : undefined
}

/** Parses a pattern from its start, and stops at the first syntax that it does not know. */
class PatternReader {
  #remaining: string
  #isStopped = false

  constructor(pattern: string) {
    this.#remaining = pattern
  }

  get isAtEnd(): boolean {
    return this.#remaining === '' && !this.#isStopped
  }

  take(part: RegExp): readonly (string | undefined)[] | undefined {
    const found = this.#isStopped ? null : part.exec(this.#remaining)
    if (found !== null) this.#remaining = this.#remaining.slice(found[0].length)
    return found ?? undefined
  }

  stop(): undefined {
    this.#isStopped = true
  }
}

function readAlternatives(reader: PatternReader): string {
  const first = readSequence(reader)
  while (reader.take(/^\|/) !== undefined) readSequence(reader)
  return first
}

function readSequence(reader: PatternReader): string {
  let text = ''
  for (;;) {
    const atom = readAtom(reader)
    if (atom === undefined) return text
    const [, sign = '', given] = reader.take(/^(?:([*+?])|\{(\d{1,3})(?:,\d*)?\})\??/) ?? []
    const fewest = Number(given ?? !/[*?]/.test(sign))
    if (text.length + atom.length * fewest > maxCharacters) reader.stop()
    else text += atom.repeat(fewest)
  }
}

function readAtom(reader: PatternReader): string | undefined {
  if (reader.take(/^\((?:\?:)?(?!\?)/) !== undefined) {
    const text = readAlternatives(reader)
    return reader.take(/^\)/) === undefined ? reader.stop() : text
  }
  const [literal, escaped] = reader.take(/^(?:\\([^\w\s])|[^\\[\](){}.*+?|^$])/u) ?? []
  if (literal !== undefined) return escaped ?? literal
  const [ofClass] = reader.take(/^(?:\\[dwsDWS]|\.|\[(?:\\.|[^\]\\])+\])/u) ?? []
  return ofClass === undefined ? undefined : (characterOfClass(ofClass) ?? reader.stop())
}

const printableCharacters = Array.from({ length: 95 }, (_, index) =>
  String.fromCharCode(32 + index),
)
const candidateCharacters = ['a', 'A', '0', ...printableCharacters]

/** Returns a character that matches a class such as `[^/]` or `\d`: `a`, `A` or `0` if possible. */
function characterOfClass(ofClass: string): string | undefined {
  try {
    const pattern = new RegExp(`^${ofClass}$`, 'u')
    return candidateCharacters.find((one) => pattern.test(one))
  } catch {
    // The class is invalid, such as `[z-a]`.
    return undefined
  }
}
