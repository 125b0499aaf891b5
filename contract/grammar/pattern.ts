import { literal, PatternProblem, readClass, readEscape } from './pattern-escapes.ts'

/** A pattern of a script in the syntax of RE2, which needs no trial of several ways. */
export type LinearPattern = {
  readonly source: string
  /** The numbers of the groups of each name: alternatives may share one. */
  readonly groups: ReadonlyMap<string, readonly number[]>
}

/** A longer pattern is refused. */
export const longestPattern = 500
/** How many characters and classes a pattern may ask for with its repetitions written out. */
const largestPattern = 300

type Group = { size: number; last: number }

/**
 * Reads a regular expression of JavaScript that has no flag but `i`. Throws `PatternProblem` for
 * what can't be matched in time that grows with the text: looking ahead or behind, and references
 * to groups. The expression must compile in JavaScript.
 */
export function readPattern(pattern: string): LinearPattern {
  if (pattern.length > longestPattern)
    throw new PatternProblem(
      `has ${pattern.length} characters, and ${longestPattern} is the most; give several queries`,
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
    if (character === '\\') {
      const { text, next } = readEscape(pattern, at)
      add(text)
      at = next
    } else if (character === '[') {
      const { text, next } = readClass(pattern, at)
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
    } else if (character === '.') {
      add('[^\\n\\r\\x{2028}\\x{2029}]')
      at++
    } else if ('^$|'.includes(character)) {
      add(character)
      at++
    } else {
      const repetition = repetitionAt(pattern, at)
      const length = repetition?.text.length ?? codePointLength(pattern, at)
      if (repetition === undefined) add(literal(pattern.codePointAt(at) ?? 0))
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

function refuseLarge(open: readonly Group[]): void {
  if (open.reduce((sum, { size }) => sum + size, 0) > largestPattern)
    throw new PatternProblem(
      `asks for more than ${largestPattern} characters with its repetitions written out; repeat less often, or without bound as in \`*\``,
    )
}

/** The name of the group that begins here, and the length of its beginning. */
function groupAt(pattern: string, at: number): { name?: string | undefined; length: number } {
  const rest = pattern.slice(at, at + 4)
  if (/^\((?!\?)/.test(rest)) return { length: 1 }
  if (rest.startsWith('(?:')) return { length: 3 }
  const looks = /^\(\?<?[=!]/.exec(rest)?.[0]
  if (looks !== undefined)
    throw new PatternProblem(
      `looks ${looks.includes('<') ? 'behind' : 'ahead'} with \`${looks}\`, which a script can’t; write what stands there into the pattern, or give the other case a script of its own`,
    )
  if (!rest.startsWith('(?<'))
    throw new PatternProblem(
      `sets flags with \`${rest.slice(0, 3)}\`, which a script can’t; letters of either case fit anyway`,
    )
  const end = pattern.indexOf('>', at)
  return { name: pattern.slice(at + 3, end), length: end + 1 - at }
}

const repetition = /(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/y

/** The repetition that stands here, and how often it writes out what it repeats. */
function repetitionAt(pattern: string, at: number): { text: string; times: number } | undefined {
  repetition.lastIndex = at
  const found = repetition.exec(pattern)
  if (found === null) return undefined
  const [text, from, comma, to] = found
  const least = Number(from ?? 0)
  const most = comma === undefined || !to ? least + (comma === undefined ? 0 : 1) : Number(to)
  return { text, times: Math.max(1, most) }
}

const codePointLength = (text: string, at: number) => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
