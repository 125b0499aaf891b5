import type { StoredKnowledgeBase } from '../../contract/records/knowledge-base.ts'

type Strategy = Pick<StoredKnowledgeBase, 'chunk_strategy' | 'chunk_size' | 'chunk_overlap'>

/** Where a text is cut, coarse before fine: after paragraphs, lines, sentences, words. */
const seams = [/(?<=\n\n)/, /(?<=\n)/, /(?<=[.!?]\s)/, /(?<=\s)/]

/** A text of more sections than this is cut as if it had none: each would be a chunk of its own. */
const mostSections = 1000

/** How many chunks a text has about, with what they repeat. */
export const countChunks = (text: string, { chunk_size, chunk_overlap }: Strategy): number =>
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
      : sections.flatMap((section) => packed(piecesOf(section, size, seams), size, overlap))
  return chunks.map((chunk) => chunk.trim()).filter((chunk) => chunk !== '')
}

function sectionsOf(text: string): string[] {
  const sections = text.split(/^(?=#{1,6} )/m)
  return sections.length > mostSections ? [text] : sections
}

/** Pieces that fit into a chunk, cut no finer than that takes. */
function piecesOf(text: string, size: number, [seam, ...finer]: readonly RegExp[]): string[] {
  if (text.length <= size) return [text]
  if (seam === undefined) return windows(text, size, 0)
  return text.split(seam).flatMap((part) => piecesOf(part, size, finer))
}

/** As many pieces to a chunk as fit; each chunk begins with the last pieces of the one before. */
function packed(pieces: readonly string[], size: number, overlap: number): string[] {
  const chunks: string[] = []
  let chunk: string[] = []
  let length = 0
  for (const piece of pieces) {
    if (length + piece.length > size && chunk.length > 0) {
      chunks.push(chunk.join(''))
      while (chunk.length > 0 && (length > overlap || length + piece.length > size))
        length -= chunk.shift()?.length ?? 0
    }
    chunk.push(piece)
    length += piece.length
  }
  return [...chunks, chunk.join('')]
}

/** Stretches of one length, each beginning with the end of the one before. */
function windows(text: string, size: number, overlap: number): string[] {
  const characters = [...text]
  const stretches: string[] = []
  for (let from = 0; from === 0 || from + overlap < characters.length; from += size - overlap)
    stretches.push(characters.slice(from, from + size).join(''))
  return stretches
}
