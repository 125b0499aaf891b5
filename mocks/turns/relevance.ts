import { splitWords } from '../platform/knowledge-bases/split-text.ts'
import { stopWords } from './stop-words.ts'

/** A word that a query is about, and how much it says. */
export type Subject = { readonly word: string; readonly weight: number }

/** Words that stand in many queries and narrow none of them. */
const general = new Set(
  `details explanation help information overview policy problem process question questions rule rules
   thing things way work works`.split(/\s+/),
)

/** What a query is about: names and codes say most, words that only make a sentence nothing. */
export function subjectsOf(query: string, language = 'en'): Subject[] {
  const known = stopWords[language]
  const subjects = new Map<string, number>()
  for (const [index, written] of splitWords(query).entries()) {
    const word = plain(written)
    if (known?.has(written.toLowerCase()) || isSlight(word)) continue
    const isName =
      (/\p{L}/u.test(written) && /\p{N}/u.test(written)) || isProper(written, index, query)
    const weight = general.has(word) ? 0.5 : 1
    subjects.set(word, isName ? 2 : weight)
  }
  return Array.from(subjects, ([word, weight]) => ({ word, weight })).slice(0, mostSubjects)
}

/** What comes later in a query costs more than it finds: each is held against every word of a text. */
const mostSubjects = 32

/** How much of what a query is about stands in a text: from 0 to 1. */
export function coverage(subjects: readonly Subject[], text: string): number {
  const words = new Set(splitWords(text).map(plain))
  const each = [...words]
  const all = subjects.reduce((sum, { weight }) => sum + weight, 0)
  const met = subjects
    .filter(({ word }) => words.has(word) || each.some((other) => isOfOneStem(word, other)))
    .reduce((sum, { weight }) => sum + weight, 0)
  return all === 0 ? 0 : met / all
}

const plain = (word: string) => word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Whether a word is a name by how it is written: a capital within, or Latin among other writing. */
function isProper(word: string, index: number, query: string): boolean {
  if (!/^\p{Lu}/u.test(word)) return false
  return index > 0 || (/^\p{sc=Latn}/u.test(word) && /[^\p{sc=Latn}\P{L}]/u.test(query))
}

/** Whether a word is too short to say something, or a pair of Japanese that is grammar. */
const isSlight = (word: string) =>
  /\p{sc=Hira}/u.test(word) ||
  (word.length < 3 &&
    /^\p{L}*$/u.test(word) &&
    !/[\p{sc=Han}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/u.test(word))

/** Whether two words differ at most in their ending, as `refund` and `refunds` do. */
function isOfOneStem(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length < 4) return false
  let shared = 0
  while (shared < short.length && short[shared] === long[shared]) shared++
  return shared >= Math.max(4, long.length * 0.65)
}
