import type { StoredKnowledgeBase } from '../../../contract/records/knowledge-base.ts'

type Strategy = Pick<StoredKnowledgeBase, 'chunk_strategy' | 'chunk_size' | 'chunk_overlap'>

/** The kinds of split points. A lower number splits a text into larger pieces. */
const afterParagraph = 1
const afterLine = 2
const afterSentence = 3
const afterWord = 4

const lineBreakCode = 10
const endsSentence = (code: number) => code === 0x2e || code === 0x21 || code === 0x3f

/** Equals `\s`, but compares character codes, which is ten times as fast. It runs for each character. */
const isSpace = (code: number) =>
  code < 0x80 ? code === 32 || (code >= 9 && code <= 13) : code >= 0xa0 && isWideSpace(code)
const isWideSpace = (code: number) =>
  code === 0xa0 ||
  code === 0x1680 ||
  (code >= 0x2000 && code <= 0x200a) ||
  code === 0x2028 ||
  code === 0x2029 ||
  code === 0x202f ||
  code === 0x205f ||
  code === 0x3000 ||
  code === 0xfeff

/** The maximum number of sections. A text with more sections is treated as one section. */
const maxSections = 1000

/** Estimates the number of chunks of a text, overlaps included. */
export const estimateChunks = (text: string, { chunk_size, chunk_overlap }: Strategy): number =>
  Math.ceil(text.length / Math.max(1, chunk_size - chunk_overlap))

/**
 * Splits a text into chunks of at most `chunk_size` characters, by the strategy of a knowledge base.
 * Each chunk advances by at least half its size, whatever the overlap is.
 */
export function splitText(text: string, base: Strategy): string[] {
  const { chunk_strategy } = base
  const size = Math.max(1, base.chunk_size)
  const overlap = Math.max(0, Math.min(base.chunk_overlap, Math.floor(size / 2)))
  const sections = chunk_strategy === 'markdown' ? splitSections(text) : [text]
  const chunks =
    chunk_strategy === 'fixed'
      ? splitWindows(text, size, overlap)
      : sections.flatMap((section) => packChunks(section, size, overlap))
  return chunks.map((chunk) => chunk.trim()).filter((chunk) => chunk !== '')
}

function splitSections(text: string): string[] {
  const sections = text.split(/^(?=#{1,6} )/m)
  return sections.length > maxSections ? [text] : sections
}

/** Packs pieces into chunks. Each chunk begins with the last pieces of the previous chunk. */
function packChunks(text: string, size: number, overlap: number): string[] {
  // A typed array, because a normal one copies itself when it grows, and there may be many pieces.
  const ends = new Uint32Array(text.length + 1)
  const pieces = { text, points: findSplitPoints(text), size, ends, count: 0 }
  addPieceEnds(pieces, 0, text.length, afterParagraph)
  const chunks: string[] = []
  let first = 0
  let start = 0
  for (let piece = 0; piece < pieces.count; piece++) {
    const end = ends[piece] ?? 0
    if (end - start <= size || piece === first) continue
    const before = ends[piece - 1] ?? 0
    chunks.push(text.slice(start, before))
    while (first < piece && (before - start > overlap || end - start > size))
      start = ends[first++] ?? 0
  }
  return [...chunks, text.slice(start)]
}

/** The kind of the split point before each character; 0 if there is none. */
function findSplitPoints(text: string): Uint8Array {
  const points = new Uint8Array(text.length)
  let previous = 0
  for (let at = 1, code = text.charCodeAt(0); at < text.length; at++) {
    if (code === lineBreakCode) points[at] = previous === lineBreakCode ? afterParagraph : afterLine
    else if (isSpace(code)) points[at] = endsSentence(previous) ? afterSentence : afterWord
    previous = code
    code = text.charCodeAt(at)
  }
  return points
}

type SplitPieces = {
  readonly text: string
  readonly points: Uint8Array
  readonly size: number
  /** The ends of the pieces found so far. */
  readonly ends: Uint32Array
  count: number
}

/** Splits a range into the largest pieces that fit into a chunk, and stores their ends. */
function addPieceEnds(pieces: SplitPieces, from: number, to: number, point: number): void {
  const { text, points, size, ends } = pieces
  if (to - from <= size) {
    ends[pieces.count++] = to
  } else if (point > afterWord) {
    for (const window of windowRanges(text.slice(from, to), size, 0))
      ends[pieces.count++] = from + window.to
  } else {
    let begin = from
    for (let at = from + 1; at < to; at++)
      if (points[at] === point) {
        addPieceEnds(pieces, begin, at, point + 1)
        begin = at
      }
    addPieceEnds(pieces, begin, to, point + 1)
  }
}

type TextRange = { readonly from: number; readonly to: number }

/** Splits a text into windows of equal length. Each window overlaps the previous one. */
const splitWindows = (text: string, size: number, overlap: number): string[] =>
  Array.from(windowRanges(text, size, overlap), ({ from, to }) => text.slice(from, to))

/** The ranges of overlapping windows. They begin and end between whole characters. */
function* windowRanges(text: string, size: number, overlap: number): Generator<TextRange> {
  let from = 0
  let to = skipCharacters(text, 0, size)
  for (;;) {
    yield { from, to }
    from = skipCharacters(text, from, size - overlap)
    const overlapped = skipCharacters(text, from, overlap)
    if (overlapped >= text.length) return
    to = skipCharacters(text, overlapped, size - overlap)
  }
}

/** The position `count` whole characters after `from`, or the end of the text. */
function skipCharacters(text: string, from: number, count: number): number {
  let at = from
  for (let skipped = 0; skipped < count && at < text.length; skipped++)
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  return at
}

const wordPattern = /[^\n\r\p{Z}\p{P}]+/gu
/** Matches the words of a plain ASCII text, four times as fast as the general pattern. */
const asciiWordPattern = /[^\n\r !-#%-*,-/:;?@[-\]_{}]+/g
const nonAsciiPattern = /[\u0080-\uffff]/
const unspacedTextPattern =
  /([\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}\p{M}ー々]+)/u

/**
 * Splits a text into words, for the index and for queries. In a writing system without spaces,
 * every pair of adjacent characters counts as a word, because real words would need a dictionary.
 * In Japanese, a run of kana is one word.
 */
export function splitWords(text: string): string[] {
  if (!nonAsciiPattern.test(text)) return text.match(asciiWordPattern) ?? []
  const words = text.match(wordPattern) ?? []
  if (!unspacedTextPattern.test(text)) return words
  return words.flatMap((word) => {
    if (!unspacedTextPattern.test(word)) return [word]
    // Every second part is a match of `unspacedTextPattern`: a text without spaces.
    return word.split(unspacedTextPattern).flatMap((part, index) => {
      if (index % 2 === 1) return part.split(kanaPattern).flatMap(splitUnspaced)
      return part === '' ? [] : [part]
    })
  })
}

const kanaPattern = /([\p{sc=Kana}ー]+|\p{sc=Hira}+)/u

const splitUnspaced = (part: string, index: number): string[] => {
  if (part === '') return []
  return index % 2 === 1 ? [part] : toAdjacentPairs([...part])
}

const toAdjacentPairs = (characters: readonly string[]): string[] =>
  characters.length < 3
    ? [characters.join('')]
    : characters.slice(1).map((second, index) => `${characters[index]}${second}`)
