import type { Exchange } from '../session/exchange.ts'
import { type FindWords, findWords } from './find-words.ts'
import type { Target } from '../session/test-session.ts'
import { maxPattern, collectSecrets } from './secrets.ts'

/** Replaces every secret in a text by a placeholder, also a truncated secret at its end. */
export type MaskText = (text: string, isCut?: boolean) => string

/** A mask, and a variant for findings: its placeholders also show the form of keys and tokens. */
export type Mask = MaskText & { readonly withForms: MaskText }

/** Creates a mask for all secrets that a run sent or received, and those in `more`. */
export function createMask(
  target: Target,
  exchanges: readonly Exchange[],
  more: Readonly<Record<string, string | undefined>> = {},
): Mask {
  const secrets = collectSecrets(target, exchanges, more)
  const find = findWords([...secrets.labels.keys()])
  const maskAll =
    (replace: MaskText): MaskText =>
    (text, isCut) => {
      const masked = maskTokens(replace(text, isCut))
      // More secrets were received than are stored, so the value of any field with such a name is
      // masked.
      return secrets.isComplete ? masked : masked.replaceAll(secretField, '$1<TOKEN>')
    }
  const { labels, forms } = secrets
  const withForms = [...labels].map(([word, label]) => [word, forms.get(word) ?? label] as const)
  return Object.assign(maskAll(maskWords(labels, find)), {
    withForms: maskAll(maskWords(new Map(withForms), find)),
  })
}

// The length bounds in the pattern keep the matching linear.
const secretField =
  /("[^"\\]{0,100}(?:token|ticket|secret|password)[^"\\]{0,100}"\s{0,20}:\s{0,20}")[^"\\]*/g

// A shorter beginning of a secret could belong to any word.
const minBeginning = 8

type Span = { start: number; end: number; word: number }

function maskWords(labels: ReadonlyMap<string, string>, find: FindWords): MaskText {
  const words = [...labels.keys()]
  const labelOf = [...labels.values()]
  const lengthOf = words.map(({ length }) => length)
  const isLonger = (word: number, other: number) => (lengthOf[word] ?? 0) > (lengthOf[other] ?? 0)
  return (text, isCut) => {
    const { found, begun } = find(text)
    const spans: Span[] = []
    for (const { start, end, word } of found) {
      const span = { start, end, word }
      // Overlapping secrets are replaced together; replaced one by one, a part of one would remain.
      for (let last = spans.at(-1); last && last.end > span.start; last = spans.at(-1)) {
        span.start = Math.min(span.start, last.start)
        span.end = Math.max(span.end, last.end)
        if (isLonger(last.word, span.word)) span.word = last.word
        spans.pop()
      }
      // Called once per group of overlapping matches, because each match would scan the remaining
      // text.
      const isOpen = lengthOf[word] === maxPattern && span.end === end
      if (isOpen) span.end = endOfToken(text, end)
      spans.push(span)
    }
    let masked = ''
    let done = 0
    for (const { start, end, word } of spans) {
      masked += text.slice(done, start) + (labelOf[word] ?? '')
      done = end
    }
    const isTorn = isCut === true && begun >= minBeginning
    const last = isTorn ? Math.max(done, text.length - begun) : text.length
    return masked + text.slice(done, last) + (last < text.length ? '<SECRET>' : '')
  }
}

/** Returns the end of the token that begins before `from`. */
function endOfToken(text: string, from: number): number {
  const rest = /[\w.~+/=%\\-]*/y
  rest.lastIndex = from
  rest.test(text)
  return rest.lastIndex
}

// Reads each character only a few times. `/eyJ[\w-]+\.…/` would scan on from each `eyJ` of a text
// without a dot.
const maskTokens = (text: string): string =>
  text.replaceAll(/[\w.-]{8,}/g, (run) => (run.includes('eyJ') ? maskRun(run) : run))

/** Replaces each JSON Web Token in a text: three parts in a row, the first with `eyJ`. */
function maskRun(run: string): string {
  const parts = run.split('.')
  const masked: string[] = []
  for (let at = 0; at < parts.length; at += 1) {
    const [head = '', payload = '', signature = ''] = parts.slice(at, at + 3)
    const start = head.indexOf('eyJ')
    const isToken = start >= 0 && head.length > start + 3 && payload !== '' && signature !== ''
    masked.push(isToken ? `${head.slice(0, start)}<TOKEN>` : head)
    if (isToken) at += 2
  }
  return masked.join('.')
}
