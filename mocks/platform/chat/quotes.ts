import type { Passage, StoredKnowledgeBase } from '../../../contract/records/knowledge-base.ts'
import { splitIntoUnits } from '../../../contract/scripts/text-units.ts'
import type { World } from '../../world/world.ts'
import { detectLanguage } from '../languages/languages.ts'
import { type Keyword, toTerm } from '../knowledge-bases/keywords.ts'
import { type MatchedPassage, rankPassages, sumOf } from '../knowledge-bases/search.ts'
import { splitWords } from '../knowledge-bases/split-text.ts'
import { type Paragraph, paragraphsOf, withoutHeadings } from './paragraphs.ts'

/** The passages of one knowledge base that match a query. */
export type BaseHits = { readonly base: StoredKnowledgeBase; readonly passages: readonly Passage[] }

/** A passage that answers a query: the part to quote, and its source. */
export type QuotedSource = {
  readonly quote: string
  readonly metadata: Passage['metadata']
  /** The heading above the quotation. */
  readonly heading: string
}

/** The result of a search, and the share of the words that the best source contains. */
export type Findings = {
  readonly hits: readonly BaseHits[]
  readonly sources: readonly QuotedSource[]
  readonly share: number
  /** Whether the best source has a known question with the same words as the query. */
  readonly isSameQuestion?: boolean
}

/** The search terms: the words of a question, and further conditions for a passage. */
export type PassageSearch = {
  readonly keywords: readonly Keyword[]
  /** In a follow-up: the number of the question's own keywords, which come first. Otherwise 0. */
  readonly ownWordCount: number
  /**
   * The document that the previous answer quoted. For it, a follow-up need not name its subject.
   */
  readonly lastSource: string | undefined
  /** Whether the answer must contain a number. */
  readonly needsNumber: boolean
  /** The words for the counted things, such as `days`. One must follow soon after the number. */
  readonly countedTerms: readonly string[]
  /** The superlative of the question, such as `largest`. The passage must contain it, too. */
  readonly superlative: string | undefined
  /** Whether the answer must contain a reason. */
  readonly needsReason: boolean
  /** The language of the passages: the language of the question, or English. */
  readonly passageLanguage: string | undefined
  /** The minimum share of the keywords, by weight, that the quoted paragraph must contain. */
  readonly minShare: number
}

const hitsPerBase = 6
/** The maximum number of bases to search. Each base costs a search and an index. */
const maxBases = 50
const maxSources = 3
const maxQuoteLength = 420
/** The minimum score of a passage that is examined. */
const minPassageScore = 0.4
/**
 * The minimum shares in a follow-up: of its own words, of its own words in `lastSource` if earlier
 * words are missing, and of earlier words.
 */
const minOwnShare = 0.5
const minOwnShareAlone = 0.75
const minSubjectShare = 0.3
/**
 * The weight of a synonym or a longer word; `fileNameQuality`: of a word that only the file name
 * has.
 */
const similarWordQuality = 0.8
const fileNameQuality = 0.7
/** The maximum bonus for the earlier words of a follow-up that are in the heading. */
const headingBonus = 0.05
/** A longer word counts as a form of a word if it has at most this many additional letters. */
const maxEndingLength = 3
/** The quality of a word with a typing error. Such words count only if no passage has the word. */
const typoQuality = 0.6
/** The minimum share of each further source, relative to the share of the best source. */
const minShareOfBest = 0.9

/** A paragraph of a passage, and the share of the keywords in it, by weight: from 0 to 1. */
type QuoteCandidate = {
  readonly passage: MatchedPassage
  readonly heading: string
  readonly paragraph: string
  readonly share: number
}

/** Searches knowledge bases. Returns the best passages of each base, and the sources to quote. */
export function findQuotes(
  world: World,
  search: PassageSearch,
  bases: readonly StoredKnowledgeBase[],
): Findings {
  const searched = bases.slice(0, maxBases)
  const ranked = rankPassages(world, searched, search.keywords, hitsPerBase)
  const isReadable = ({ content }: MatchedPassage) =>
    search.passageLanguage === undefined ||
    (detectLanguage(content) ?? search.passageLanguage) === search.passageLanguage
  const passages = ranked.passages.filter(isReadable).map((one) => ({
    ...one,
    matches: one.matches.map((match, at) =>
      match <= typoQuality &&
      ranked.passages.some(({ matches }) => (matches[at] ?? 0) > typoQuality)
        ? 0
        : match,
    ),
  }))
  const weights = ranked.weights.map((weight, at) =>
    adjustWeight(search.keywords[at] as Keyword, weight),
  )
  const fitting = passages
    .filter(({ score, content }) => score >= minPassageScore && withoutHeadings(content) !== '')
    .map((passage) => bestParagraph(world, passage, search, weights))
    .filter(({ share }) => share >= search.minShare)
  const best = Math.max(0, ...fitting.map(({ share }) => share))
  // Translated questions and follow-ups are ranked here, all others as `retrieve` ranks them.
  const isOwnOrder = search.passageLanguage === 'en' || search.ownWordCount > 0
  const documents = [...new Set(fitting.map(documentIdOf))]
  const rankOf = (one: QuoteCandidate) => documents.indexOf(documentIdOf(one))
  const ordered = fitting.toSorted(
    (a, b) =>
      b.share - a.share ||
      rankOf(a) - rankOf(b) ||
      a.passage.metadata.chunk_index - b.passage.metadata.chunk_index,
  )
  const sources = (isOwnOrder ? ordered : fitting)
    // A paragraph that was found in two chunks is quoted once.
    .filter(({ paragraph }, at, all) => at === all.findIndex((one) => one.paragraph === paragraph))
    .filter(({ share }) => share >= minShareOfBest * best)
    .slice(0, maxSources)
    .map(({ heading, paragraph, passage }) => ({
      heading,
      quote: shortenQuote(paragraph, search.keywords),
      metadata: passage.metadata,
    }))
  const hits = searched.map((base) => ({
    base,
    passages: fitting.flatMap(({ passage }) => (passage.base === base ? [passage] : [])),
  }))
  return { hits: hits.filter((one) => one.passages.length > 0), sources, share: best }
}

/**
 * The weight of a keyword for a paragraph. A keyword that no passage contains counts less here than
 * in a search. A number counts even less, because a rule for an amount need not contain the amount.
 */
function adjustWeight({ term, isName, weight: own }: Keyword, weight: number): number {
  // Names need no high weight, because a passage must contain them anyway.
  if (isName) return weight / 2
  if (weight < own) return weight
  // A word such as `policy` names the kind of text, which need not contain the word.
  if (own < 1) return 0.25 * weight
  return /^\p{N}+$/u.test(term) ? 0.25 * weight : 0.75 * weight
}

const documentIdOf = ({ passage }: QuoteCandidate) => passage.metadata.document_id

/**
 * Finds the paragraph with the largest share of keywords, including those in its heading and file
 * name.
 */
function bestParagraph(
  world: World,
  passage: MatchedPassage,
  search: PassageSearch,
  weights: readonly number[],
): QuoteCandidate {
  const { content, matches, metadata } = passage
  const { keywords, ownWordCount, superlative } = search
  const paragraphs = paragraphsNear(world, passage)
  const inFileName = keywordQualitiesIn(metadata.source.replace(/\.\w+$/, ''), keywords)
  const found = paragraphs.map(({ heading, text }) => {
    const inText = keywordQualitiesIn(text, keywords)
    const inHeading = keywordQualitiesIn(heading, keywords)
    return keywords.map((_, at) =>
      Math.max(inText[at] ?? 0, inHeading[at] ?? 0, fileNameQuality * (inFileName[at] ?? 0)),
    )
  })
  // If the index found a word by a part or with a typing error, any of the paragraphs may contain it.
  const hidden = keywords.map((_, at) => found.every((one) => one[at] === 0))
  const isSame = ownWordCount > 0 && metadata.source === search.lastSource
  const candidates = paragraphs.map(({ heading, text }, index) => {
    const shares = weights.map((weight, at) => {
      const quality = found[index]?.[at] ?? 0
      return weight * (hidden[at] === true ? hiddenQuality(matches[at]) : quality)
    })
    const own = shareOfSum(shares.slice(0, ownWordCount), weights.slice(0, ownWordCount))
    const answers =
      (!search.needsNumber || hasNumber(text, search.countedTerms)) &&
      (!search.needsReason || hasReason(text)) &&
      (superlative === undefined || hasSuperlative(text, superlative)) &&
      keywords.every(({ isName }, at) => !isName || (shares[at] ?? 0) > 0) &&
      own >= minOwnShare &&
      (isSame ||
        shareOfSum(shares.slice(ownWordCount), weights.slice(ownWordCount)) >= minSubjectShare)
    // In the document that was quoted last, the follow-up's own words are enough.
    const share = Math.max(
      shareOfSum(shares, weights),
      isSame && own >= minOwnShareAlone ? search.minShare : 0,
    )
    // The subject of a follow-up is often in the heading, so a matching heading gets a bonus.
    const subject = keywords.slice(ownWordCount)
    const inHeading = sumOf(keywordQualitiesIn(heading, subject)) / (subject.length || 1)
    const bonus = ownWordCount > 0 ? headingBonus * inHeading : 0
    return { passage, heading, paragraph: text, share: answers ? share + bonus : 0 }
  })
  const [best] = candidates.toSorted((a, b) => b.share - a.share)
  return best ?? { passage, heading: '', paragraph: content.trim(), share: 0 }
}

/** A word with a typing error counts half, because it may be a different word. */
const hiddenQuality = (match = 0) => (match <= typoQuality ? match / 2 : match)

/** The paragraphs of a passage with their headings. A paragraph that spans two chunks is joined. */
function paragraphsNear({ store }: World, { base, metadata }: MatchedPassage): Paragraph[] {
  const { chunks = [] } = store.documents.get(metadata.document_id) ?? {}
  const at = metadata.chunk_index
  return paragraphsOf(base, chunks, at - 1, at + 1).filter((one) => one.chunks.includes(at))
}

const numberWordPattern =
  /^(?:\p{N}.*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|once|twice|half)$/iu

/** Whether a text has a number with one of the counted words among the next three words. */
function hasNumber(text: string, counted: readonly string[]): boolean {
  const words = splitWords(text)
  const terms = words.map(toTerm)
  return words.some(
    (word, at) =>
      numberWordPattern.test(word) &&
      (counted.length === 0 || terms.slice(at + 1, at + 4).some((term) => counted.includes(term))),
  )
}

/** Whether a text has a superlative. `At most` and `at least` are not superlatives. */
export const hasSuperlative = (text: string, superlative: string) => {
  const words = splitWords(text.toLowerCase())
  return words.some((word, at) => word === superlative.toLowerCase() && words[at - 1] !== 'at')
}

const hasReason = (text: string) => /\b(?:because|so that|otherwise|reason|therefore)\b/i.test(text)

/** The sum of some weights as a share of all weights; 1 if `all` is empty. */
const shareOfSum = (some: readonly number[], all: readonly number[]) =>
  all.length === 0 ? 1 : sumOf(some) / (sumOf(all) || 1)

/** How well each keyword, or a longer form or a synonym, occurs in a text: from 0 to 1. */
function keywordQualitiesIn(text: string, keywords: readonly Keyword[]): number[] {
  const terms = [...new Set(splitWords(text).map(toTerm))]
  return keywords.map(({ term, synonyms, hasParts }) => {
    if (terms.includes(term)) return 1
    const isClose = (found: string) =>
      hasParts
        ? found.includes(term)
        : found.startsWith(term) && found.length <= term.length + maxEndingLength
    return terms.some((found) => isClose(found) || synonyms.includes(found))
      ? similarWordQuality
      : 0
  })
}

/** Returns a paragraph, or its sentences with the most keywords if it is too long to quote. */
export function shortenQuote(paragraph: string, keywords: readonly Keyword[]): string {
  const isTable = paragraph.startsWith('|')
  if (isTable || paragraph.length <= maxQuoteLength) return paragraph
  const sentences = splitIntoUnits(paragraph, 'sentence')
  const quotes = sentences.map((_, from) => {
    let quote = ''
    for (const sentence of sentences.slice(from)) {
      if (quote !== '' && quote.length + sentence.length > maxQuoteLength) break
      quote += sentence
    }
    return `${from > 0 ? '… ' : ''}${quote.trim()}`
  })
  const shares = quotes.map((quote) => keywordShare(keywords, quote))
  return quotes[shares.indexOf(Math.max(...shares))] ?? paragraph
}

/** The sum of the weights of the keywords in a text. Synonyms and longer words count less. */
export function keywordShare(keywords: readonly Keyword[], text: string): number {
  const found = keywordQualitiesIn(text, keywords)
  return sumOf(keywords.map(({ weight }, at) => weight * (found[at] ?? 0)))
}

/** A quotation with its source, in Markdown. */
export const formatQuote = ({ quote, metadata }: QuotedSource): string =>
  `${quote.replaceAll(/^/gm, '> ')}\n\n— *${sourceLabel(metadata)}*`

/** The name of a document and the number of a passage in it, from 1. */
export const sourceLabel = ({ source, chunk_index }: Passage['metadata']): string =>
  `${source}, § ${chunk_index + 1}`

/** The name of the document that an answer quotes first. */
export const sourceIn = (answer: string): string | undefined =>
  /^— \*(.+), § \d+\*$/m.exec(answer)?.[1]
