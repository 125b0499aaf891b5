import type { StoredKnowledgeBase } from '../../../contract/records/knowledge-base.ts'

type Strategy = Pick<StoredKnowledgeBase, 'chunk_strategy' | 'chunk_size' | 'chunk_overlap'>

/** Whether a text may be split at a position, by the characters before it. */
type SplitRule = (text: string, at: number) => boolean

/** Like `\s`. It runs for each character, and comparing codes is ten times as fast. */
const isSpace = (text: string, at: number) => {
  const code = text.charCodeAt(at)
  return code < 0x80 ? code === 32 || (code >= 9 && code <= 13) : /\s/.test(text.charAt(at))
}
const isBreak = (text: string, at: number) => text.charCodeAt(at) === 10

/** The positions at which a text is split: after paragraphs, lines, sentences, words. */
const splitRules: readonly SplitRule[] = [
  (text, at) => isBreak(text, at - 1) && isBreak(text, at - 2),
  (text, at) => isBreak(text, at - 1),
  (text, at) => isSpace(text, at - 1) && /[.!?]/.test(text.charAt(at - 2)),
  (text, at) => isSpace(text, at - 1),
]

/** The maximum number of sections: in a text with more, each would become its own chunk. */
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
  const ends: number[] = []
  addPieceEnds(text, { from: 0, to: text.length }, size, splitRules, ends)
  const chunks: string[] = []
  let first = 0
  let start = 0
  for (const [piece, end] of ends.entries()) {
    if (end - start <= size || piece === first) continue
    const before = ends[piece - 1] ?? 0
    chunks.push(text.slice(start, before))
    while (first < piece && (before - start > overlap || end - start > size))
      start = ends[first++] ?? 0
  }
  return [...chunks, text.slice(start)]
}

type TextRange = { readonly from: number; readonly to: number }

/** Adds the ends of the pieces of a range, split no finer than needed to fit into a chunk. */
function addPieceEnds(
  text: string,
  { from, to }: TextRange,
  size: number,
  [rule, ...finer]: readonly SplitRule[],
  ends: number[],
): void {
  if (to - from <= size) return void ends.push(to)
  if (rule === undefined) {
    for (const { to: end } of windowRanges(text.slice(from, to), size, 0)) ends.push(from + end)
    return
  }
  let begin = from
  for (let at = from + 1; at < to; at++)
    if (rule(text, at)) {
      addPieceEnds(text, { from: begin, to: at }, size, finer, ends)
      begin = at
    }
  addPieceEnds(text, { from: begin, to }, size, finer, ends)
}

/** Splits a text into windows of one length. Each overlaps the previous window. */
const splitWindows = (text: string, size: number, overlap: number): string[] =>
  Array.from(windowRanges(text, size, overlap), ({ from, to }) => text.slice(from, to))

/** The ranges of overlapping windows, counted in whole characters so that none is split. */
function* windowRanges(text: string, size: number, overlap: number): Generator<TextRange> {
  const starts: number[] = []
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
    starts.push(at)
  for (let from = 0; from === 0 || from + overlap < starts.length; from += size - overlap)
    yield { from: starts[from] ?? 0, to: starts[from + size] ?? text.length }
}

const separators = /[\n\r\p{Z}\p{P}]+/u
const unspaced =
  /([\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}\p{M}ー々]+)/u

/**
 * Splits a text into words, for the index and for queries. In a writing system without spaces,
 * every pair of adjacent characters counts as a word, because real words would need a dictionary.
 */
export function splitWords(text: string): string[] {
  return text.split(separators).flatMap((word) => {
    if (!unspaced.test(word)) return word === '' ? [] : [word]
    // Every second part is a separator of the split: a text without spaces.
    return word.split(unspaced).flatMap((part, index) => {
      if (index % 2 === 1) return toPairs([...part])
      return part === '' ? [] : [part]
    })
  })
}

const toPairs = (characters: readonly string[]): string[] =>
  characters.length < 3
    ? [characters.join('')]
    : characters.slice(1).map((second, index) => `${characters[index]}${second}`)
