import type { Passage, StoredKnowledgeBase } from '../../../contract/records/knowledge-base.ts'
import { searchKnowledgeBase } from '../knowledge-bases/search-index.ts'
import type { World } from '../../world/world.ts'
import { splitIntoUnits } from './text-units.ts'
import { splitWords } from '../knowledge-bases/split-text.ts'
import { stopWords } from './languages.ts'

/** The passages of one knowledge base that match a query. */
export type BaseHits = { readonly base: StoredKnowledgeBase; readonly passages: readonly Passage[] }

/** A passage that answers a query: the part to quote, and its source. */
export type QuotedSource = { readonly quote: string; readonly metadata: Passage['metadata'] }

const hitsPerBase = 6
/** Each base costs a search and an index. */
const maxBases = 50
const maxSources = 3
const maxQuoteLength = 420
/** The maximum length of a query in characters. More text costs time, but finds little. */
const maxQueryLength = 2000

/** Searches knowledge bases: the relevant passages of each, best first, and the sources to quote. */
export function retrieve(
  world: World,
  query: string,
  language: string | undefined,
  bases: readonly StoredKnowledgeBase[],
): { readonly hits: readonly BaseHits[]; readonly sources: readonly QuotedSource[] } {
  const keywords = extractKeywords(query.slice(0, maxQueryLength), language)
  if (keywords.length === 0) return { hits: [], sources: [] }
  const searchText = keywords.map(({ word }) => word).join(' ')
  const share = ({ content, metadata }: Passage) =>
    keywordShare(keywords, `${metadata.source.replace(/\.\w+$/, '')} ${content}`)
  // Half of the keywords is not enough: of two words, one occurs in many texts. A query in another
  // language than the documents (mostly English) shares only names with them.
  const least = language === undefined || language === 'en' ? 0.5 : 0.3
  const hits = bases.slice(0, maxBases).map((base) => ({
    base,
    passages: searchKnowledgeBase(world, base, searchText, hitsPerBase).filter(
      (passage) => share(passage) > least,
    ),
  }))
  const sources = hits
    .flatMap(({ passages }) => passages.map((passage) => ({ passage, covers: share(passage) })))
    .toSorted((a, b) => b.covers - a.covers || b.passage.score - a.passage.score)
    .filter(({ covers }, _, [best]) => covers >= 0.75 * (best?.covers ?? 0))
    .slice(0, maxSources)
    .map(({ passage }) => ({
      quote: pickQuote(passage.content, keywords),
      metadata: passage.metadata,
    }))
  return { hits: hits.filter(({ passages }) => passages.length > 0), sources }
}

/** The most relevant paragraph of a passage, shortened to the length of a quotation. */
function pickQuote(content: string, keywords: readonly Keyword[]): string {
  const paragraphs = content
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/^#+ .*\n?/gm, '').trim())
    .filter((paragraph) => paragraph !== '')
  const paragraph = pickBest(paragraphs, keywords) ?? content.trim()
  if (paragraph.length <= maxQuoteLength) return paragraph
  const sentences = splitIntoUnits(paragraph, 'sentence')
  const from = sentences.indexOf(pickBest(sentences, keywords) ?? '')
  let quote = ''
  for (const sentence of sentences.slice(from)) {
    if (quote !== '' && quote.length + sentence.length > maxQuoteLength) break
    quote += sentence
  }
  return `${from > 0 ? '… ' : ''}${quote.trim()}`
}

/** The text with the most keywords; the first of several. */
function pickBest(texts: readonly string[], keywords: readonly Keyword[]): string | undefined {
  const [best] = texts
    .map((text) => ({ text, share: keywordShare(keywords, text) }))
    .toSorted((a, b) => b.share - a.share)
  return best?.text
}

type Keyword = { readonly word: string; readonly weight: number }

/** Words that are frequent in queries and do little to narrow the search. */
const weakKeywords = new Set(
  `details explanation help information overview policy problem process question questions rule rules
   thing things way work works`.split(/\s+/),
)

/** Extracts the keywords of a query. Names and codes weigh most; stop words are left out. */
function extractKeywords(query: string, language = 'en'): Keyword[] {
  const known = stopWords.get(language)
  const keywords = new Map<string, number>()
  for (const [index, written] of splitWords(query).entries()) {
    const word = foldWord(written)
    if (known?.has(written.toLowerCase()) || isTooShort(word)) continue
    const isName =
      (/\p{L}/u.test(written) && /\p{N}/u.test(written)) || isProperName(written, index, query)
    const weight = weakKeywords.has(word) ? 0.5 : 1
    keywords.set(word, isName ? 2 : weight)
  }
  return Array.from(keywords, ([word, weight]) => ({ word, weight })).slice(0, maxKeywords)
}

/** The maximum number of keywords: each is compared with every word of a text. */
const maxKeywords = 32

/** The share of the keywords, by weight, that occur in a text: from 0 to 1. */
function keywordShare(keywords: readonly Keyword[], text: string): number {
  const words = new Set(splitWords(text).map(foldWord))
  const each = [...words]
  const all = keywords.reduce((sum, { weight }) => sum + weight, 0)
  const found = keywords
    .filter(({ word }) => words.has(word) || each.some((other) => shareStem(word, other)))
    .reduce((sum, { weight }) => sum + weight, 0)
  return all === 0 ? 0 : found / all
}

const foldWord = (word: string) => word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Whether a word looks like a name: a capital inside the sentence, or Latin letters among others. */
function isProperName(word: string, index: number, query: string): boolean {
  if (!/^\p{Lu}/u.test(word)) return false
  return index > 0 || (/^\p{sc=Latn}/u.test(word) && /[^\p{sc=Latn}\P{L}]/u.test(query))
}

/** Whether a word is too short to be a keyword, or a Japanese particle. */
const isTooShort = (word: string) =>
  /\p{sc=Hira}/u.test(word) ||
  (word.length < 3 &&
    /^\p{L}*$/u.test(word) &&
    !/[\p{sc=Han}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/u.test(word))

/** Whether two words differ only in their ending, as `refund` and `refunds` do. */
function shareStem(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length < 4) return false
  let shared = 0
  while (shared < short.length && short[shared] === long[shared]) shared++
  return shared >= Math.max(4, long.length * 0.65)
}
