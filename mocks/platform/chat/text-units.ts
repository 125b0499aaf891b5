import type { Pace } from '../../../contract/scripts/lines.ts'

/** What a text can come in. */
export type TextUnit = NonNullable<Pace['by']>

/** Scripts that are written without spaces between words. */
const unspacedScripts =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u

/** The units of a text: together they are the text, whatever stands in it. */
export function splitIntoUnits(text: string, by: TextUnit): string[] {
  if (by === 'character') return splitGraphemes(text)
  const words = splitWords(text)
  if (by === 'token') return words.flatMap(splitTokens)
  return by === 'sentence' ? joinSentences(words) : words
}

/** A word has the space before it; only what follows the last word stands alone. */
function splitWords(text: string): string[] {
  const words = text.match(/\s*\S+|\s+$/g) ?? []
  return words.flatMap((word) => (unspacedScripts.test(word) ? splitUnspacedWords(word) : [word]))
}

/** Short words are one token; long ones come in parts of some four characters. */
function splitTokens(word: string): string[] {
  const start = Math.max(0, word.search(/\S/))
  const count = Math.max(1, Math.round((word.length - start) / 5))
  if (count === 1) return [word]
  const characters = splitGraphemes(word.slice(start))
  const from = (part: number) => Math.round((part * characters.length) / count)
  const tokens = Array.from({ length: count }, (_, part) =>
    characters.slice(from(part), from(part + 1)).join(''),
  ).filter((token) => token !== '')
  return [word.slice(0, start) + (tokens[0] ?? ''), ...tokens.slice(1)]
}

function joinSentences(words: readonly string[]): string[] {
  const sentences: string[] = []
  let sentence: string[] = []
  for (const [index, word] of words.entries()) {
    sentence.push(word)
    if (!endsSentence(word, words[index + 1])) continue
    sentences.push(sentence.join(''))
    sentence = []
  }
  return sentence.length === 0 ? sentences : [...sentences, sentence.join('')]
}

/** What an end may hide behind. */
const closers = /["'”’»›)\]」』）*_\s]+$/
const tailOf = (unit: string) => unit.slice(-12).replace(closers, '')

/** Whether a unit ends a sentence; `next` is the one that follows it. */
export function endsSentence(unit: string, next = ''): boolean {
  if (endsParagraph(unit, next)) return true
  const tail = tailOf(unit)
  if (/[。！？｡]$/.test(tail)) return true
  // Not `z. B.` before a small letter, not the number of an item in a list.
  return /[.!?…؟।]$/.test(tail) && !/^\s*\d+\.$/.test(unit) && /^\s+(?!\p{Ll})/u.test(`${next} `)
}

/** Whether a unit ends a part of a sentence. */
export const endsClause = (unit: string) => /[,;:،؛、，；：—–]$/.test(tailOf(unit))

/** Whether an empty line follows a unit. */
export const endsParagraph = (unit: string, next = '') =>
  /\n\s*\n\s*$/.test(unit.slice(-12)) || /^\s*\n\s*\n/.test(next.slice(0, 12))

type Granularity = 'grapheme' | 'word'

const hasSegmenter = typeof Intl.Segmenter === 'function'
const segmenters: { [Each in Granularity]?: Intl.Segmenter } = {}

/** Made with the first text that needs one: it takes longer than a server takes to load the rest. */
const segmenterOf = (granularity: Granularity) =>
  (segmenters[granularity] ??= new Intl.Segmenter(undefined, { granularity }))

/** What Unicode keeps together, but for the conjuncts of some scripts: where there is no segmenter. */
const clusterPattern =
  /\r\n|\p{RI}\p{RI}|\P{M}(?:[\p{M}\p{Emoji_Modifier}\u{e0020}-\u{e007f}]|\u200d\P{M})*|\p{M}+/gsu

/** The characters of a text as a reader sees them: no emoji, accent or pair of surrogates is torn. */
export function splitGraphemes(text: string, canSegment = hasSegmenter): string[] {
  // One unit of ASCII is one character; most texts are nothing else, and this is much faster.
  if (/^[\n\x20-\x7e]*$/.test(text)) return text.split('')
  return canSegment
    ? segmentInWindows(text, 'grapheme').map(({ segment }) => segment)
    : matchClusters(text)
}

/** Words of a text that may have no spaces, with what stands between them at their ends. */
export function splitUnspacedWords(text: string, canSegment = hasSegmenter): string[] {
  const words: string[] = []
  const parts = canSegment ? segmentInWindows(text, 'word') : matchClusters(text).map(toWordSegment)
  let begun = false
  for (const { segment, isWordLike = false } of parts) {
    if (words.length === 0 || (begun && isWordLike)) words.push(segment)
    else words.push(`${words.pop() ?? ''}${segment}`)
    begun ||= isWordLike
  }
  return words
}

const matchClusters = (text: string): string[] => text.match(clusterPattern) ?? []
const toWordSegment = (segment: string) => ({ segment, isWordLike: /[\p{L}\p{N}]/u.test(segment) })

const windowSize = 256

/** Segmenters take time by the square of a text's length, so they are given one window at a time. */
function segmentInWindows(text: string, granularity: Granularity) {
  const found: { segment: string; isWordLike?: boolean | undefined }[] = []
  let size = windowSize
  for (let from = 0; from < text.length;) {
    let end = from + size
    if (isHighSurrogate(text.charCodeAt(end - 1))) end++
    const parts = [...segmenterOf(granularity).segment(text.slice(from, end))]
    // Whether the last part ends where the window does is not known yet.
    if (end < text.length) {
      if (parts.length === 1) {
        size *= 2
        continue
      }
      parts.pop()
    }
    for (const { segment, isWordLike } of parts) {
      found.push({ segment, isWordLike })
      from += segment.length
    }
    size = windowSize
  }
  return found
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xdc00
