import type { Pace } from '../../contract/scripts/lines.ts'
import { graphemes, wordsWithoutSpaces } from './graphemes.ts'

/** What a text can come in. */
export type Unit = NonNullable<Pace['by']>

/** Scripts that are written without spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u

/** The units of a text: together they are the text, whatever stands in it. */
export function unitsOf(text: string, by: Unit): string[] {
  if (by === 'character') return graphemes(text)
  const words = wordsOf(text)
  if (by === 'token') return words.flatMap(tokensOf)
  return by === 'sentence' ? sentencesOf(words) : words
}

/** A word has the space before it; only what follows the last word stands alone. */
function wordsOf(text: string): string[] {
  const words = text.match(/\s*\S+|\s+$/g) ?? []
  return words.flatMap((word) => (unspaced.test(word) ? wordsWithoutSpaces(word) : [word]))
}

/** Short words are one token; long ones come in parts of some four characters. */
function tokensOf(word: string): string[] {
  const start = Math.max(0, word.search(/\S/))
  const count = Math.max(1, Math.round((word.length - start) / 5))
  if (count === 1) return [word]
  const characters = graphemes(word.slice(start))
  const from = (part: number) => Math.round((part * characters.length) / count)
  const tokens = Array.from({ length: count }, (_, part) =>
    characters.slice(from(part), from(part + 1)).join(''),
  ).filter((token) => token !== '')
  return [word.slice(0, start) + (tokens[0] ?? ''), ...tokens.slice(1)]
}

function sentencesOf(words: readonly string[]): string[] {
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
