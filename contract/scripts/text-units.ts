import type { Pace } from './lines.ts'

export type TextUnit = NonNullable<Pace['by']>

/** Writing systems without spaces between words. */
const unspacedScripts =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u

/** Splits a text into units. The joined units always equal the text. */
export function splitIntoUnits(text: string, by: TextUnit): string[] {
  if (by === 'character') return splitGraphemes(text)
  const words = splitWords(text)
  if (by === 'word-space') return attachSpaces(words)
  if (by === 'token') return words.flatMap(splitTokens)
  return by === 'sentence' ? joinSentences(words) : words
}

/** Splits into words, each with the space before it. Trailing space is a separate unit. */
function splitWords(text: string): string[] {
  const words = text.match(/\s*\S+|\s+$/g) ?? []
  return words.flatMap((word) => (unspacedScripts.test(word) ? splitUnspacedWords(word) : [word]))
}

/** Splits into words, each with the space after it. Leading space is a separate unit. */
function attachSpaces(words: readonly string[]): string[] {
  const units = ['']
  for (const word of words) {
    const text = word.trimStart()
    units.push(`${units.pop() ?? ''}${word.slice(0, word.length - text.length)}`, text)
  }
  return units.filter((unit) => unit !== '')
}

/** Splits a word into tokens of about five characters; a short word is one token. */
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

/** Quotes, brackets and Markdown that may follow the end of a sentence. */
const sentenceClosers = /["'”’»›)\]」』）*_\s]+$/
const tailWithoutClosers = (unit: string) => unit.slice(-12).replace(sentenceClosers, '')

/** Whether a unit ends a sentence. `next` is the unit after it. */
export function endsSentence(unit: string, next = ''): boolean {
  if (endsParagraph(unit, next)) return true
  const tail = tailWithoutClosers(unit)
  if (/[。！？｡]$/.test(tail)) return true
  // Excludes a period before a lower-case letter, as after an abbreviation such as `z. B.`, and the
  // period after the number of a list item.
  return /[.!?…؟।]$/.test(tail) && !/^\s*\d+\.$/.test(unit) && /^\s+(?!\p{Ll})/u.test(`${next} `)
}

export const endsClause = (unit: string) => /[,;:،؛、，；：—–]$/.test(tailWithoutClosers(unit))

/** Whether an empty line follows a unit. */
export const endsParagraph = (unit: string, next = '') =>
  /\n\s*\n\s*$/.test(unit.slice(-12)) || /^\s*\n\s*\n/.test(next.slice(0, 12))

type Granularity = 'grapheme' | 'word'

const hasSegmenter = typeof Intl.Segmenter === 'function'
const segmenterCache: { [Each in Granularity]?: Intl.Segmenter } = {}

/** Segmenters are created at the first use: creating one takes longer than loading a server. */
const segmenterOf = (granularity: Granularity) =>
  (segmenterCache[granularity] ??= new Intl.Segmenter(undefined, { granularity }))

/** Approximates grapheme clusters without `Intl.Segmenter`; some scripts split differently. */
const clusterPattern =
  /\r\n|\p{RI}\p{RI}|\P{M}(?:[\p{M}\p{Emoji_Modifier}\u{e0020}-\u{e007f}]|\u200d\P{M})*|\p{M}+/gsu

/** Splits a text into visible characters, so that no emoji, accent or surrogate pair is split. */
export function splitGraphemes(text: string, canSegment = hasSegmenter): string[] {
  // Most texts are ASCII, where every code unit is a character, and `split` is much faster.
  if (/^[\n\x20-\x7e]*$/.test(text)) return text.split('')
  return canSegment
    ? segmentInWindows(text, 'grapheme').map(({ segment }) => segment)
    : matchClusters(text)
}

/** Splits a text without spaces into words; punctuation stays at the end of a word. */
export function splitUnspacedWords(text: string, canSegment = hasSegmenter): string[] {
  const words: string[] = []
  const parts = canSegment ? segmentInWindows(text, 'word') : matchClusters(text).map(toWordSegment)
  let hasWord = false
  for (const { segment, isWordLike = false } of parts) {
    if (words.length === 0 || (hasWord && isWordLike)) words.push(segment)
    else words.push(`${words.pop() ?? ''}${segment}`)
    hasWord ||= isWordLike
  }
  return words
}

const matchClusters = (text: string): string[] => text.match(clusterPattern) ?? []
const toWordSegment = (segment: string) => ({ segment, isWordLike: /[\p{L}\p{N}]/u.test(segment) })

const windowSize = 256

/** Segments a text in windows: the time of a segmenter grows with the square of the length. */
function segmentInWindows(text: string, granularity: Granularity) {
  const found: { segment: string; isWordLike?: boolean | undefined }[] = []
  let size = windowSize
  for (let from = 0; from < text.length;) {
    let end = from + size
    if (isHighSurrogate(text.charCodeAt(end - 1))) end++
    const parts = [...segmenterOf(granularity).segment(text.slice(from, end))]
    // The last part of a window may continue in the next window.
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
