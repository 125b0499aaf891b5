/** A pattern in the syntax of RE2, which matches in linear time. */
export type LinearPattern = {
  readonly source: string
  /** The numbers of the groups by name; alternatives may share a name. */
  readonly groups: ReadonlyMap<string, readonly number[]>
}

/** The maximum length of a pattern, in characters. */
export const maxPatternLength = 500
/** The maximum number of characters and classes in a pattern after its repetitions are expanded. */
const maxExpandedSize = 300

type Group = { size: number; last: number }

/**
 * Converts a JavaScript regular expression with the flag `i` to RE2. Throws `PatternError` for
 * lookaround and backreferences, because matching them can take exponential time. The expression
 * must compile in JavaScript.
 */
export function readPattern(pattern: string): LinearPattern {
  if (pattern.length > maxPatternLength)
    throw new PatternError(
      `has ${pattern.length} characters; the maximum is ${maxPatternLength}; use several queries`,
    )
  const groups = new Map<string, number[]>()
  const open: Group[] = [{ size: 0, last: 0 }]
  let source = ''
  let named = 0
  const add = (text: string, size = 1) => {
    source += text
    const group = open.at(-1)
    if (group !== undefined) Object.assign(group, { size: group.size + size, last: size })
  }
  for (let at = 0; at < pattern.length;) {
    const character = pattern[at] ?? ''
    if (character === '\\' || character === '[') {
      const { text, next } = (character === '[' ? readClass : readEscape)(pattern, at)
      add(text)
      at = next
    } else if (character === '(') {
      const { name, length } = groupAt(pattern, at)
      if (name !== undefined) groups.set(name, [...(groups.get(name) ?? []), ++named])
      source += name === undefined ? '(?:' : '('
      open.push({ size: 1, last: 0 })
      at += length
    } else if (character === ')') {
      add(')', open.pop()?.size)
      at++
    } else if ('.^$|'.includes(character)) {
      add(character === '.' ? '[^\\n\\r\\x{2028}\\x{2029}]' : character)
      at++
    } else {
      const repetition = repetitionAt(pattern, at)
      const length = repetition?.text.length ?? codePointLength(pattern, at)
      if (repetition === undefined) add(literalCharacter(pattern.codePointAt(at) ?? 0))
      else {
        const last = open.at(-1)?.last ?? 0
        add(repetition.text, last * (repetition.times - 1))
        const group = open.at(-1)
        if (group !== undefined) group.last = last * repetition.times
      }
      at += length
    }
    refuseLarge(open)
  }
  return { source, groups }
}

function refuseLarge(openGroups: readonly Group[]): void {
  if (openGroups.reduce((sum, { size }) => sum + size, 0) > maxExpandedSize)
    throw new PatternError(
      `expands to more than ${maxExpandedSize} characters with its repetitions; repeat less often, or without bound as in \`*\``,
    )
}

/** Returns the name of the group that begins at a position, and the length of its opening. */
function groupAt(pattern: string, at: number): { name?: string | undefined; length: number } {
  const rest = pattern.slice(at, at + 4)
  if (/^\((?!\?)/.test(rest)) return { length: 1 }
  if (rest.startsWith('(?:')) return { length: 3 }
  const looks = /^\(\?<?[=!]/.exec(rest)?.[0]
  if (looks !== undefined)
    throw new PatternError(
      `uses ${looks.includes('<') ? 'lookbehind' : 'lookahead'} \`${looks}\`, which scripts do not support; include that text in the pattern, or use another script for the other case`,
    )
  if (!rest.startsWith('(?<'))
    throw new PatternError(
      `sets flags with \`${rest.slice(0, 3)}\`, which scripts do not support; matching is case-insensitive anyway`,
    )
  const end = pattern.indexOf('>', at)
  return { name: pattern.slice(at + 3, end), length: end + 1 - at }
}

const quantifierSyntax = /(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/y

/** Returns the quantifier at a position, and the number of copies that its expansion makes. */
function repetitionAt(pattern: string, at: number): { text: string; times: number } | undefined {
  quantifierSyntax.lastIndex = at
  const found = quantifierSyntax.exec(pattern)
  if (found === null) return undefined
  const [text, from, comma, to] = found
  const least = Number(from ?? 0)
  const most = comma === undefined || !to ? least + (comma === undefined ? 0 : 1) : Number(to)
  return { text, times: Math.max(1, most) }
}

const codePointLength = (text: string, at: number) => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)

/** Thrown for a pattern that scripts do not support. The message is the end of a sentence. */
export class PatternError extends Error {}

/** A part of a pattern converted to RE2, and the position after the part in the given pattern. */
type ConvertedPart = { readonly text: string; readonly next: number }

/** The whitespace of JavaScript; RE2 only knows ASCII whitespace. */
const whitespaceRanges =
  '\\x{9}-\\x{d}\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
const nonWhitespaceRanges =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}'

const controlEscapes: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 }

const literalCharacter = (code: number): string => `\\x{${code.toString(16)}}`

/** Converts the escape at this position, outside of a class. */
function readEscape(pattern: string, at: number): ConvertedPart {
  const letter = pattern[at + 1] ?? ''
  if ('bB'.includes(letter)) return { text: `\\${letter}`, next: at + 2 }
  const isName = letter === 'k' && pattern.includes('(?<')
  if (/[1-9]/.test(letter) || isName)
    throw new PatternError(
      `uses the backreference \`\\${letter}\`, which scripts do not support; write out the text that may follow`,
    )
  const { set, code, next } = readMember(pattern, at)
  return { text: set === undefined ? literalCharacter(code) : `[${set}]`, next }
}

/** Converts the class at this position. */
function readClass(pattern: string, begin: number): ConvertedPart {
  const isNegated = pattern[begin + 1] === '^'
  let at = begin + (isNegated ? 2 : 1)
  let members = ''
  while (at < pattern.length && pattern[at] !== ']') {
    const first = readMember(pattern, at)
    at = first.next
    members += first.set ?? literalCharacter(first.code)
    if (pattern[at] !== '-' || pattern[at + 1] === ']') continue
    const last = readMember(pattern, at + 1)
    at = last.next
    const isRange = first.set === undefined && last.set === undefined && first.code <= last.code
    members += isRange
      ? `-${literalCharacter(last.code)}`
      : `${literalCharacter(0x2d)}${last.set ?? literalCharacter(last.code)}`
  }
  const all = '\\x{0}-\\x{10ffff}'
  if (members === '') return { text: isNegated ? `[${all}]` : `[^${all}]`, next: at + 1 }
  return { text: `[${isNegated ? '^' : ''}${members}]`, next: at + 1 }
}

/** Converts a character or escape inside a class, as JavaScript reads it without the flag `u`. */
function readMember(
  pattern: string,
  at: number,
): { readonly set?: string; readonly code: number; readonly next: number } {
  if (pattern[at] !== '\\') {
    const code = pattern.codePointAt(at) ?? 0
    return { code, next: at + (code > 0xffff ? 2 : 1) }
  }
  const letter = pattern[at + 1] ?? ''
  const next = at + 2
  if (letter === 's') return { set: whitespaceRanges, code: 0, next }
  if (letter === 'S') return { set: nonWhitespaceRanges, code: 0, next }
  if (/[dDwW]/.test(letter)) return { set: `\\${letter}`, code: 0, next }
  if (letter === 'b') return { code: 8, next }
  if (/\d/.test(letter)) {
    if (letter === '0' && !/\d/.test(pattern[next] ?? '')) return { code: 0, next }
    throw new PatternError(
      `has the octal escape \`\\${letter}\`; write the character itself, or \`\\xHH\``,
    )
  }
  const control = controlEscapes[letter]
  if (control !== undefined) return { code: control, next }
  if (letter === 'c')
    return /[A-Za-z]/.test(pattern[next] ?? '')
      ? { code: pattern.charCodeAt(next) & 31, next: next + 1 }
      : { code: 0x5c, next: at + 1 }
  const digits = letter === 'x' ? 2 : letter === 'u' ? 4 : 0
  const hex = pattern.slice(next, next + digits)
  if (digits > 0 && hex.length === digits && /^[\da-f]+$/i.test(hex))
    return { code: Number.parseInt(hex, 16), next: next + digits }
  const code = pattern.codePointAt(at + 1) ?? 0
  return { code, next: at + (code > 0xffff ? 3 : 2) }
}
