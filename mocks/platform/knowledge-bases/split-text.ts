import type { StoredKnowledgeBase } from '../../../contract/records/knowledge-base.ts'

type Strategy = Pick<StoredKnowledgeBase, 'chunk_strategy' | 'chunk_size' | 'chunk_overlap'>

/** Whether a text may be cut at a place, by what stands before it. */
type Seam = (text: string, at: number) => boolean

/** As `\s`; asked of each character, and a plain comparison is ten times as fast. */
const isSpace = (text: string, at: number) => {
  const code = text.charCodeAt(at)
  return code < 0x80 ? code === 32 || (code >= 9 && code <= 13) : /\s/.test(text.charAt(at))
}
const isBreak = (text: string, at: number) => text.charCodeAt(at) === 10

/** Where a text is cut, coarse before fine: after paragraphs, lines, sentences, words. */
const seams: readonly Seam[] = [
  (text, at) => isBreak(text, at - 1) && isBreak(text, at - 2),
  (text, at) => isBreak(text, at - 1),
  (text, at) => isSpace(text, at - 1) && /[.!?]/.test(text.charAt(at - 2)),
  (text, at) => isSpace(text, at - 1),
]

/** A text of more sections than this is cut as if it had none: each would be a chunk of its own. */
const mostSections = 1000

/** How many chunks a text has about, with what they repeat. */
export const estimateChunks = (text: string, { chunk_size, chunk_overlap }: Strategy): number =>
  Math.ceil(text.length / Math.max(1, chunk_size - chunk_overlap))

/**
 * Splits a text into chunks of at most `chunk_size` characters, as a knowledge base wants them. Each
 * chunk goes on at least half its size, whatever overlap is asked for.
 */
export function splitText(text: string, base: Strategy): string[] {
  const { chunk_strategy } = base
  const size = Math.max(1, base.chunk_size)
  const overlap = Math.max(0, Math.min(base.chunk_overlap, Math.floor(size / 2)))
  const sections = chunk_strategy === 'markdown' ? sectionsOf(text) : [text]
  const chunks =
    chunk_strategy === 'fixed'
      ? windows(text, size, overlap)
      : sections.flatMap((section) => packed(section, size, overlap))
  return chunks.map((chunk) => chunk.trim()).filter((chunk) => chunk !== '')
}

function sectionsOf(text: string): string[] {
  const sections = text.split(/^(?=#{1,6} )/m)
  return sections.length > mostSections ? [text] : sections
}

/** As many pieces to a chunk as fit; each chunk begins with the last pieces of the one before. */
function packed(text: string, size: number, overlap: number): string[] {
  const ends: number[] = []
  cut(text, { from: 0, to: text.length }, size, seams, ends)
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

type Stretch = { readonly from: number; readonly to: number }

/** Adds where the pieces of a stretch end that fit into a chunk, cut no finer than that takes. */
function cut(
  text: string,
  { from, to }: Stretch,
  size: number,
  [seam, ...finer]: readonly Seam[],
  ends: number[],
): void {
  if (to - from <= size) return void ends.push(to)
  if (seam === undefined) {
    for (const { to: end } of stretchesOf(text.slice(from, to), size, 0)) ends.push(from + end)
    return
  }
  let begin = from
  for (let at = from + 1; at < to; at++)
    if (seam(text, at)) {
      cut(text, { from: begin, to: at }, size, finer, ends)
      begin = at
    }
  cut(text, { from: begin, to }, size, finer, ends)
}

/** Stretches of one length, each beginning with the end of the one before. */
const windows = (text: string, size: number, overlap: number): string[] =>
  Array.from(stretchesOf(text, size, overlap), ({ from, to }) => text.slice(from, to))

/** The same by their places; counted in whole characters, so that none is cut. */
function* stretchesOf(text: string, size: number, overlap: number): Generator<Stretch> {
  const starts: number[] = []
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
    starts.push(at)
  for (let from = 0; from === 0 || from + overlap < starts.length; from += size - overlap)
    yield { from: starts[from] ?? 0, to: starts[from + size] ?? text.length }
}

const between = /[\n\r\p{Z}\p{P}]+/u
const unspaced =
  /([\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}\p{M}ー々]+)/u

/**
 * The words of a text, as an index and whoever asks it take them apart. Writing without spaces gives
 * each two characters that stand together, since where its words end takes a dictionary.
 */
export function splitWords(text: string): string[] {
  return text.split(between).flatMap((word) => {
    if (!unspaced.test(word)) return word === '' ? [] : [word]
    // Every second part is one that was split at, thus one without spaces.
    return word.split(unspaced).flatMap((part, index) => {
      if (index % 2 === 1) return pairsOf([...part])
      return part === '' ? [] : [part]
    })
  })
}

const pairsOf = (characters: readonly string[]): string[] =>
  characters.length < 3
    ? [characters.join('')]
    : characters.slice(1).map((second, index) => `${characters[index]}${second}`)
