import type { SearchResult } from 'minisearch'
import type { Passage, StoredKnowledgeBase } from '../../../contract/records/knowledge-base.ts'
import type { World } from '../../world/world.ts'
import { extractKeywords, type Keyword } from './keywords.ts'
import { SearchIndex } from './search-index.ts'
import { searchIndexesOf } from './search-indexes.ts'

/** The weight of the found query words in a score. Word frequency has the remaining weight. */
const foundShareWeight = 0.8
/**
 * The maximum weight of a word that some passage contains. A word that no passage contains has the
 * weight 1. So a passage with only one of two query words is not quoted.
 */
const maxFoundWordWeight = 0.75
/** Added to a base's number of passages, so that no word counts as frequent in a small base. */
const smallBasePassages = 20

/** A passage, and the knowledge base that contains it. */
export type RankedPassage = Passage & { readonly base: StoredKnowledgeBase }

/** A passage, and how well it matches each keyword of the search, from 0 to 1. */
export type MatchedPassage = RankedPassage & { readonly matches: readonly number[] }

/**
 * Searches knowledge bases. Returns the best passages of each base, sorted by score. The score is
 * the share of the query that a passage contains, from 0 to 1. A word that is rare in these bases
 * counts more than a frequent one.
 */
export const searchKnowledgeBases = (
  world: World,
  bases: readonly StoredKnowledgeBase[],
  query: string,
  top: number,
): RankedPassage[] =>
  rankPassages(world, bases, extractKeywords(query), top).passages.map(
    ({ matches: _, ...passage }) => passage,
  )

/** Ranks passages by keywords. Also returns the weight of each keyword. */
export function rankPassages(
  world: World,
  bases: readonly StoredKnowledgeBase[],
  keywords: readonly Keyword[],
  top: number,
): { readonly passages: readonly MatchedPassage[]; readonly weights: readonly number[] } {
  const found = bases.map((base) => ({ base, ...indexOf(world, base).find(keywords) }))
  const all = found.reduce((sum, one) => sum + one.passages, 0)
  const weights = keywords.map(({ weight }, index) => {
    const counts = found.map((one) => one.counts[index] ?? 0)
    return weight * rarityWeight(sumOf(counts), all)
  })
  const passages = found
    .flatMap(({ base, hits, matches }) =>
      hits
        .map((hit, index) => {
          const own = matches[index] ?? []
          return { base, hit, matches: own, score: passageScore(hit, own, weights) }
        })
        .toSorted((a, b) => b.score - a.score)
        .slice(0, top),
    )
    .toSorted((a, b) => b.score - a.score)
    .map(({ base, hit, matches, score }) => ({
      base,
      content: String(hit['content']),
      metadata: hit['metadata'] as Passage['metadata'],
      score: Math.round(score * 10_000) / 10_000,
      matches,
    }))
  return { passages, weights }
}

/** Creates the index of a base before its first document, so that the first search has less work. */
export function prepareIndex(world: World, base: StoredKnowledgeBase): void {
  if (world.store.documents.count(base.id) === 0) indexOf(world, base)
}

function indexOf(world: World, base: StoredKnowledgeBase): SearchIndex {
  const createIndex = () => {
    const index = new SearchIndex()
    // A document that is still being processed has no passages yet.
    for (const document of world.store.documents.owned(base.id, 'oldest'))
      if (document.status !== 'processing') index.add(base, document)
    return index
  }
  return searchIndexesOf(world).of(base.id, createIndex)
}

function passageScore(
  { score }: SearchResult,
  qualities: readonly number[],
  weights: readonly number[],
): number {
  const covered = sumOf(weights.map((weight, index) => weight * (qualities[index] ?? 0)))
  const frequency = score / (score + 10)
  return foundShareWeight * (covered / sumOf(weights)) + (1 - foundShareWeight) * frequency
}

/** The sum of some numbers. */
export const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/**
 * The weight of a word from 0 to 1. A word in few passages has a high weight. `smallBasePassages`
 * is added to the number of passages, because in a small base no word is frequent.
 */
function rarityWeight(found: number, passages: number): number {
  const all = passages + smallBasePassages
  const rareness = (count: number) => Math.log(1 + (all - count + 0.5) / (count + 0.5))
  return found === 0 ? 1 : Math.min(maxFoundWordWeight, rareness(found) / rareness(0))
}
