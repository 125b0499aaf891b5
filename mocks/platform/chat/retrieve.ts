import type { Passage, StoredKnowledgeBase } from '../../../contract/records/knowledge-base.ts'
import { searchKnowledgeBase } from '../knowledge-bases/search.ts'
import type { World } from '../../world/world.ts'
import { splitIntoUnits } from './text-units.ts'
import { splitWords } from '../knowledge-bases/split-text.ts'
import { stopWords } from './languages/stop-words.ts'

/** What one knowledge base has on a query. */
export type BaseHits = { readonly base: StoredKnowledgeBase; readonly passages: readonly Passage[] }

/** A passage that answers a query, and the part of it that is quoted. */
export type QuotedSource = { readonly quote: string; readonly metadata: Passage['metadata'] }

const hitsPerBase = 6
/** Each takes a search, and an index of its own. */
const maxBases = 50
const maxSources = 3
const maxQuoteLength = 420
/** What comes later in a query costs more than it finds. */
const maxQueryLength = 2000

/** The passages of each base that have something to do with a query, best first. */
export function retrieve(
  world: World,
  query: string,
  language: string | undefined,
  bases: readonly StoredKnowledgeBase[],
): { readonly hits: readonly BaseHits[]; readonly sources: readonly QuotedSource[] } {
  const subjects = extractKeywords(query.slice(0, maxQueryLength), language)
  if (subjects.length === 0) return { hits: [], sources: [] }
  const asked = subjects.map(({ word }) => word).join(' ')
  const share = ({ content, metadata }: Passage) =>
    keywordShare(subjects, `${metadata.source.replace(/\.\w+$/, '')} ${content}`)
  // Half is not enough: of two words, one stands in many texts. A query in another language than
  // that of most documents shares little more with them than its names.
  const least = language === undefined || language === 'en' ? 0.5 : 0.3
  const hits = bases.slice(0, maxBases).map((base) => ({
    base,
    passages: searchKnowledgeBase(world, base, asked, hitsPerBase).filter(
      (passage) => share(passage) > least,
    ),
  }))
  const sources = hits
    .flatMap(({ passages }) => passages.map((passage) => ({ passage, covers: share(passage) })))
    .toSorted((a, b) => b.covers - a.covers || b.passage.score - a.passage.score)
    .filter(({ covers }, _, [best]) => covers >= 0.75 * (best?.covers ?? 0))
    .slice(0, maxSources)
    .map(({ passage }) => ({
      quote: pickQuote(passage.content, subjects),
      metadata: passage.metadata,
    }))
  return { hits: hits.filter(({ passages }) => passages.length > 0), sources }
}

/** The paragraph of a passage that says most about a query, or so much of it as is worth quoting. */
function pickQuote(content: string, subjects: readonly Keyword[]): string {
  const paragraphs = content
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/^#+ .*\n?/gm, '').trim())
    .filter((paragraph) => paragraph !== '')
  const paragraph = pickBest(paragraphs, subjects) ?? content.trim()
  if (paragraph.length <= maxQuoteLength) return paragraph
  const sentences = splitIntoUnits(paragraph, 'sentence')
  const from = sentences.indexOf(pickBest(sentences, subjects) ?? '')
  let quote = ''
  for (const sentence of sentences.slice(from)) {
    if (quote !== '' && quote.length + sentence.length > maxQuoteLength) break
    quote += sentence
  }
  return `${from > 0 ? '… ' : ''}${quote.trim()}`
}

/** The first of those texts that say most. */
function pickBest(texts: readonly string[], subjects: readonly Keyword[]): string | undefined {
  const [best] = texts
    .map((text) => ({ text, share: keywordShare(subjects, text) }))
    .toSorted((a, b) => b.share - a.share)
  return best?.text
}

/** A word that a query is about, and how much it says. */
type Keyword = { readonly word: string; readonly weight: number }

/** Words that stand in many queries and narrow none of them. */
const weakKeywords = new Set(
  `details explanation help information overview policy problem process question questions rule rules
   thing things way work works`.split(/\s+/),
)

/** What a query is about: names and codes say most, words that only make a sentence nothing. */
function extractKeywords(query: string, language = 'en'): Keyword[] {
  const known = stopWords[language]
  const subjects = new Map<string, number>()
  for (const [index, written] of splitWords(query).entries()) {
    const word = foldWord(written)
    if (known?.has(written.toLowerCase()) || isTooShort(word)) continue
    const isName =
      (/\p{L}/u.test(written) && /\p{N}/u.test(written)) || isProperName(written, index, query)
    const weight = weakKeywords.has(word) ? 0.5 : 1
    subjects.set(word, isName ? 2 : weight)
  }
  return Array.from(subjects, ([word, weight]) => ({ word, weight })).slice(0, maxKeywords)
}

/** What comes later in a query costs more than it finds: each is held against every word of a text. */
const maxKeywords = 32

/** How much of what a query is about stands in a text: from 0 to 1. */
function keywordShare(subjects: readonly Keyword[], text: string): number {
  const words = new Set(splitWords(text).map(foldWord))
  const each = [...words]
  const all = subjects.reduce((sum, { weight }) => sum + weight, 0)
  const met = subjects
    .filter(({ word }) => words.has(word) || each.some((other) => shareStem(word, other)))
    .reduce((sum, { weight }) => sum + weight, 0)
  return all === 0 ? 0 : met / all
}

const foldWord = (word: string) => word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Whether a word is a name by how it is written: a capital within, or Latin among other writing. */
function isProperName(word: string, index: number, query: string): boolean {
  if (!/^\p{Lu}/u.test(word)) return false
  return index > 0 || (/^\p{sc=Latn}/u.test(word) && /[^\p{sc=Latn}\P{L}]/u.test(query))
}

/** Whether a word is too short to say something, or a pair of Japanese that is grammar. */
const isTooShort = (word: string) =>
  /\p{sc=Hira}/u.test(word) ||
  (word.length < 3 &&
    /^\p{L}*$/u.test(word) &&
    !/[\p{sc=Han}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/u.test(word))

/** Whether two words differ at most in their ending, as `refund` and `refunds` do. */
function shareStem(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length < 4) return false
  let shared = 0
  while (shared < short.length && short[shared] === long[shared]) shared++
  return shared >= Math.max(4, long.length * 0.65)
}
