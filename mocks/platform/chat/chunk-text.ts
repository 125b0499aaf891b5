import type { Pace } from '../../../contract/scripts/lines.ts'
import {
  endsClause,
  endsParagraph,
  endsSentence,
  type TextUnit,
  splitIntoUnits,
} from './text-units.ts'

/** A part of a text as it is typed, and how long after the part before it comes: script milliseconds. */
export type TextChunk = { readonly text: string; readonly wait: number }

/** How each unit is typed where a pace does not say it. */
const defaultPace: Readonly<Record<TextUnit, { readonly size: number; readonly every: number }>> = {
  character: { size: 1, every: 8 },
  word: { size: 3, every: 22 },
  token: { size: 1, every: 22 },
  sentence: { size: 1, every: 400 },
}

/** A text in deltas, nothing added and nothing lost; `chance` gives fractions from 0 up to 1. */
export function chunkText(text: string, pace: Pace | undefined, chance: () => number): TextChunk[] {
  const { by = 'word', rate, jitter = 0, pauses = {} } = pace ?? {}
  const { size = defaultPace[by].size } = pace ?? {}
  const every = rate === undefined ? (pace?.every ?? defaultPace[by].every) : (size * 1000) / rate
  const units = splitIntoUnits(text, by)
  const deltas: TextChunk[] = []
  let part: string[] = []
  let rest = 0
  for (const [index, unit] of units.entries()) {
    part.push(unit)
    const pause = pauseAfter(unit, units[index + 1], pauses)
    // What ends something ends its delta, or the pause would come too late.
    if (part.length < size && pause === 0 && index < units.length - 1) continue
    const wait = rest + every * (jitter === 0 ? 1 : 1 + jitter * (2 * chance() - 1))
    deltas.push({ text: part.join(''), wait })
    part = []
    rest = pause
  }
  return deltas
}

/** The time that a text takes, from before its first delta to its last. */
export const totalDelay = (deltas: readonly TextChunk[]) =>
  deltas.reduce((sum, { wait }) => sum + wait, 0)

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
