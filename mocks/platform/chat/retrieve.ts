import type { Passage, StoredKnowledgeBase } from '../../../contract/records/knowledge-base.ts'
import { searchKnowledgeBases } from '../knowledge-bases/search.ts'
import type { World } from '../../world/world.ts'
import { splitIntoUnits } from '../../../contract/scripts/text-units.ts'
import { splitWords } from '../knowledge-bases/split-text.ts'
import { extractKeywords, type Keyword, toTerm } from '../knowledge-bases/keywords.ts'

/** The passages of one knowledge base that match a query. */
export type BaseHits = { readonly base: StoredKnowledgeBase; readonly passages: readonly Passage[] }

/** A passage that answers a query: the part to quote, and its source. */
export type QuotedSource = { readonly quote: string; readonly metadata: Passage['metadata'] }

const hitsPerBase = 6
/** Each base costs a search and an index. */
const maxBases = 50
const maxSources = 3
const maxQuoteLength = 420
/** The lowest score of a passage that answers a question. */
const leastScore = 0.4

/** Searches knowledge bases: the relevant passages of each, best first, and the sources to quote. */
export function retrieve(
  world: World,
  query: string,
  bases: readonly StoredKnowledgeBase[],
): { readonly hits: readonly BaseHits[]; readonly sources: readonly QuotedSource[] } {
  const searched = bases.slice(0, maxBases)
  const passages = searchKnowledgeBases(world, searched, query, hitsPerBase).filter(
    ({ score, content }) => score >= leastScore && withoutHeadings(content) !== '',
  )
  const hits = searched.map((base) => ({
    base,
    passages: passages.filter((one) => one.base === base),
  }))
  const keywords = extractKeywords(query)
  const sources = passages
    .filter(({ score }, _, [best]) => score >= 0.6 * (best?.score ?? 0))
    .slice(0, maxSources)
    .map(({ content, metadata }) => ({ quote: pickQuote(content, keywords), metadata }))
  return { hits: hits.filter((one) => one.passages.length > 0), sources }
}

const withoutHeadings = (text: string) => text.replace(/^#+ .*\n?/gm, '').trim()

/** The most relevant paragraph of a passage, shortened to the length of a quotation. */
function pickQuote(content: string, keywords: readonly Keyword[]): string {
  const paragraphs = content
    .split(/\n\s*\n/)
    .map(withoutHeadings)
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

/** The share of the keywords, by weight, that occur in a text: from 0 to 1. */
function keywordShare(keywords: readonly Keyword[], text: string): number {
  const terms = [...new Set(splitWords(text).map(toTerm))]
  const isFound = ({ term, synonyms }: Keyword) =>
    terms.some((found) => found.includes(term) || synonyms.includes(found))
  return keywords.reduce((sum, keyword) => sum + (isFound(keyword) ? keyword.weight : 0), 0)
}
