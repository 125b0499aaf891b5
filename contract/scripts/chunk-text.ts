import type { Pace } from './lines.ts'
import {
  endsClause,
  endsParagraph,
  endsSentence,
  type TextUnit,
  splitIntoUnits,
} from './text-units.ts'

/** A part of a text, and its delay after the part before it, in script milliseconds. */
export type TextChunk = { readonly text: string; readonly delay: number }

/** The default number of units in a chunk (`size`) and milliseconds between chunks (`every`). */
const defaultPace: Readonly<Record<TextUnit, { readonly size: number; readonly every: number }>> = {
  character: { size: 1, every: 8 },
  word: { size: 3, every: 22 },
  'word-space': { size: 3, every: 22 },
  token: { size: 1, every: 22 },
  sentence: { size: 1, every: 400 },
}

/** Splits a text into chunks with delays. `random` returns numbers from 0 to 1 for the jitter. */
export function chunkText(text: string, pace: Pace | undefined, random: () => number): TextChunk[] {
  const { by = 'word', rate, jitter = 0, pauses = {} } = pace ?? {}
  const sizes = [pace?.size ?? defaultPace[by].size].flat()
  const times = [pace?.every ?? defaultPace[by].every].flat()
  const units = splitIntoUnits(text, by)
  const chunks: TextChunk[] = []
  let pauseBefore = 0
  const add = (chunk: string, size: number) => {
    const every = rate === undefined ? itemOrLast(times, chunks.length) : (size * 1000) / rate
    const delay = pauseBefore + every * (jitter === 0 ? 1 : 1 + jitter * (2 * random() - 1))
    chunks.push({ text: chunk, delay })
  }
  for (let from = 0; from < units.length;) {
    // After the end of the list, the last size is used again. If it is 0, 1 is used: 0 would repeat
    // forever.
    const least = chunks.length < sizes.length ? 0 : 1
    const size = Math.max(least, itemOrLast(sizes, chunks.length))
    let end = from
    let chunk = ''
    let pause = 0
    // A unit that is followed by a pause ends its chunk. Otherwise, the pause would come too late.
    while (end < units.length && end < from + size && pause === 0) {
      const unit = units[end++] ?? ''
      chunk += unit
      pause = pauseAfter(unit, units[end], pauses)
    }
    add(chunk, end - from)
    pauseBefore = pause
    from = end
  }
  while (sizes[chunks.length] === 0) add('', 0)
  return chunks
}

/** Returns an item of a list; beyond the end of the list, its last item. */
const itemOrLast = (list: readonly number[], index: number) => list[index] ?? list.at(-1) ?? 0

/** Returns the duration of a text in script milliseconds: the sum of the delays of its chunks. */
export const totalDelay = (chunks: readonly TextChunk[]) =>
  chunks.reduce((sum, { delay }) => sum + delay, 0)

function pauseAfter(
  unit: string,
  next: string | undefined,
  { comma = 0, sentence = 0, paragraph = 0 }: NonNullable<Pace['pauses']>,
): number {
  if (comma + sentence + paragraph === 0 || next === undefined) return 0
  if (paragraph > 0 && endsParagraph(unit, next)) return paragraph
  if (sentence > 0 && endsSentence(unit, next)) return sentence
  return comma > 0 && endsClause(unit) ? comma : 0
}
