/** Why a pattern can't be matched in a script; half a sentence that follows the pattern. */
export class PatternProblem extends Error {}

/** A part of a pattern in the syntax of RE2, and where the pattern goes on. */
type Part = { readonly text: string; readonly next: number }

/** What JavaScript takes for a space; RE2 knows those of ASCII alone. */
const spaces =
  '\\x{9}-\\x{d}\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
const noSpaces =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}'

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 }

/** A character as one that means nothing else. */
export const literal = (code: number): string => `\\x{${code.toString(16)}}`

/** Reads the escape that begins here, outside of a class. */
export function readEscape(pattern: string, at: number): Part {
  const letter = pattern[at + 1] ?? ''
  if ('bB'.includes(letter)) return { text: `\\${letter}`, next: at + 2 }
  const isName = letter === 'k' && pattern.includes('(?<')
  if (/[1-9]/.test(letter) || isName)
    throw new PatternProblem(
      `asks for what a group has matched with \`\\${letter}\`, which a script can’t; write out what may stand there`,
    )
  const { set, code, next } = readMember(pattern, at)
  return { text: set === undefined ? literal(code) : `[${set}]`, next }
}

/** Reads the class that begins here. */
export function readClass(pattern: string, begin: number): Part {
  const isNegated = pattern[begin + 1] === '^'
  let at = begin + (isNegated ? 2 : 1)
  let members = ''
  while (at < pattern.length && pattern[at] !== ']') {
    const first = readMember(pattern, at)
    at = first.next
    members += first.set ?? literal(first.code)
    if (pattern[at] !== '-' || pattern[at + 1] === ']') continue
    const last = readMember(pattern, at + 1)
    at = last.next
    const isRange = first.set === undefined && last.set === undefined && first.code <= last.code
    members += isRange
      ? `-${literal(last.code)}`
      : `${literal(0x2d)}${last.set ?? literal(last.code)}`
  }
  const all = '\\x{0}-\\x{10ffff}'
  if (members === '') return { text: isNegated ? `[${all}]` : `[^${all}]`, next: at + 1 }
  return { text: `[${isNegated ? '^' : ''}${members}]`, next: at + 1 }
}

/** Reads a character, or an escape that stands for some: as JavaScript reads it without the flag `u`. */
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
  if (letter === 's') return { set: spaces, code: 0, next }
  if (letter === 'S') return { set: noSpaces, code: 0, next }
  if (/[dDwW]/.test(letter)) return { set: `\\${letter}`, code: 0, next }
  if (letter === 'b') return { code: 8, next }
  if (/\d/.test(letter)) {
    if (letter === '0' && !/\d/.test(pattern[next] ?? '')) return { code: 0, next }
    throw new PatternProblem(
      `has the octal escape \`\\${letter}\`; write the character itself, or \`\\xHH\``,
    )
  }
  const control = controls[letter]
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
