import type { Pace } from '../../../contract/scripts/lines.ts'
import {
  endsClause,
  endsParagraph,
  endsSentence,
  type TextUnit,
  splitIntoUnits,
} from './text-units.ts'

/** A part of a text, and its delay after the part before it, in script milliseconds. */
export type TextChunk = { readonly text: string; readonly delay: number }

/** The default units per chunk and milliseconds between chunks. */
const defaultPace: Readonly<Record<TextUnit, { readonly size: number; readonly every: number }>> = {
  character: { size: 1, every: 8 },
  word: { size: 3, every: 22 },
  token: { size: 1, every: 22 },
  sentence: { size: 1, every: 400 },
}

/** Splits a text into timed chunks. `random` returns fractions for jitter. */
export function chunkText(text: string, pace: Pace | undefined, random: () => number): TextChunk[] {
  const { by = 'word', rate, jitter = 0, pauses = {} } = pace ?? {}
  const { size = defaultPace[by].size } = pace ?? {}
  const every = rate === undefined ? (pace?.every ?? defaultPace[by].every) : (size * 1000) / rate
  const units = splitIntoUnits(text, by)
  const chunks: TextChunk[] = []
  let chunk: string[] = []
  let pauseBefore = 0
  for (const [index, unit] of units.entries()) {
    chunk.push(unit)
    const pause = pauseAfter(unit, units[index + 1], pauses)
    // The end of a clause or sentence ends its chunk, because the pause would come too late
    // otherwise.
    if (chunk.length < size && pause === 0 && index < units.length - 1) continue
    const delay = pauseBefore + every * (jitter === 0 ? 1 : 1 + jitter * (2 * random() - 1))
    chunks.push({ text: chunk.join(''), delay })
    chunk = []
    pauseBefore = pause
  }
  return chunks
}

/** The duration of a text in script milliseconds, from before its first chunk to its last. */
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
