import type { Passage, StoredKnowledgeBase } from '../../contract/records/knowledge-base.ts'
import { searchKnowledgeBase } from '../platform/knowledge-bases/search.ts'
import type { World } from '../world/world.ts'
import { coverage, type Subject, subjectsOf } from './relevance.ts'
import { unitsOf } from './text-units.ts'

/** What one knowledge base has on a query. */
export type Hits = { readonly base: StoredKnowledgeBase; readonly passages: readonly Passage[] }

/** A passage that answers a query, and the part of it that is quoted. */
export type Source = { readonly quote: string; readonly metadata: Passage['metadata'] }

const perBase = 6
/** Each takes a search, and an index of its own. */
const mostBases = 50
const most = 3
const longestQuote = 420
/** What comes later in a query costs more than it finds. */
const longestQuery = 2000

/** The passages of each base that have something to do with a query, best first. */
export function retrieve(
  world: World,
  query: string,
  language: string | undefined,
  bases: readonly StoredKnowledgeBase[],
): { readonly hits: readonly Hits[]; readonly sources: readonly Source[] } {
  const subjects = subjectsOf(query.slice(0, longestQuery), language)
  if (subjects.length === 0) return { hits: [], sources: [] }
  const asked = subjects.map(({ word }) => word).join(' ')
  const share = ({ content, metadata }: Passage) =>
    coverage(subjects, `${metadata.source.replace(/\.\w+$/, '')} ${content}`)
  // Half is not enough: of two words, one stands in many texts. A query in another language than
  // that of most documents shares little more with them than its names.
  const least = language === undefined || language === 'en' ? 0.5 : 0.3
  const hits = bases.slice(0, mostBases).map((base) => ({
    base,
    passages: searchKnowledgeBase(world, base, asked, perBase).filter(
      (passage) => share(passage) > least,
    ),
  }))
  const sources = hits
    .flatMap(({ passages }) => passages.map((passage) => ({ passage, covers: share(passage) })))
    .toSorted((a, b) => b.covers - a.covers || b.passage.score - a.passage.score)
    .filter(({ covers }, _, [best]) => covers >= 0.75 * (best?.covers ?? 0))
    .slice(0, most)
    .map(({ passage }) => ({
      quote: quoteFrom(passage.content, subjects),
      metadata: passage.metadata,
    }))
  return { hits: hits.filter(({ passages }) => passages.length > 0), sources }
}

/** The paragraph of a passage that says most about a query, or so much of it as is worth quoting. */
function quoteFrom(content: string, subjects: readonly Subject[]): string {
  const paragraphs = content
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/^#+ .*\n?/gm, '').trim())
    .filter((paragraph) => paragraph !== '')
  const paragraph = bestOf(paragraphs, subjects) ?? content.trim()
  if (paragraph.length <= longestQuote) return paragraph
  const sentences = unitsOf(paragraph, 'sentence')
  const from = sentences.indexOf(bestOf(sentences, subjects) ?? '')
  let quote = ''
  for (const sentence of sentences.slice(from)) {
    if (quote !== '' && quote.length + sentence.length > longestQuote) break
    quote += sentence
  }
  return `${from > 0 ? '… ' : ''}${quote.trim()}`
}

/** The first of those texts that say most. */
function bestOf(texts: readonly string[], subjects: readonly Subject[]): string | undefined {
  const [best] = texts
    .map((text) => ({ text, share: coverage(subjects, text) }))
    .toSorted((a, b) => b.share - a.share)
  return best?.text
}
