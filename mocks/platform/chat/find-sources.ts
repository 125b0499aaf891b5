import type { StoredKnowledgeBase } from '../../../contract/records/knowledge-base.ts'
import { phrasesByLanguage } from '../languages/languages.ts'
import type { World } from '../../world/world.ts'
import type { Keyword } from '../knowledge-bases/keywords.ts'
import {
  findKnownAnswer,
  minLikeness,
  likenessToHeading,
  sameQuestionLikeness,
} from './known-questions.ts'
import { findQuotes, type Findings, formatQuote, type QuotedSource, sourceIn } from './quotes.ts'
import { asksForWork, type ParsedQuestion, createSearches } from './read-question.ts'

/** A question, with the earlier questions and answers of its conversation, oldest first. */
export type AskedQuestion = {
  readonly query: string
  readonly earlierQueries: readonly string[]
  readonly answers: readonly string[]
}

export const noFindings: Findings = { hits: [], sources: [], share: 0 }

/** Finds the sources that answer the question. If there are none, finds the closest source. */
export function findSources(
  world: World,
  input: AskedQuestion,
  reading: ParsedQuestion,
  bases: readonly StoredKnowledgeBase[],
): Findings & { readonly isUnsure: boolean } {
  const found = findSureSources(world, input, reading, bases)
  if (found.isSameQuestion === true) return { ...found, isUnsure: false }
  const closest = findClosestHeading(world, input, reading, bases)
  if (found.sources.length === 0) return { ...closest, isUnsure: true }
  const isShort = reading.ownKeywords.length <= maxShortQuestion && input.answers.length > 0
  const isFollowUp = isShort || reading.subjectKeywords.length > 0
  const isUnsure =
    (isFollowUp && isUnlikelyForFollowUp(found, input.answers)) ||
    (isShort && hasDoubt(input.answers.at(-1) ?? '')) ||
    asksForWork(reading) ||
    disagree(found, closest)
  return { ...found, sources: isUnsure ? found.sources.slice(0, 1) : found.sources, isUnsure }
}

/** A question with at most this many keywords may continue the question before it. */
const maxShortQuestion = 2

/**
 * A follow-up asks for something new about the same subject. So a passage that was just quoted is
 * probably not the answer, nor is a passage of another document, which may have another subject.
 */
function isUnlikelyForFollowUp({ sources }: Findings, answers: readonly string[]): boolean {
  const lastSource = sourceIn(answers.at(-1) ?? '')
  const isElsewhere = sources.every(({ metadata: { source } }) => source !== lastSource)
  return isQuoted(sources, answers) || isElsewhere
}

/** Whether an answer contains the warning that it may not fit the question. */
const hasDoubt = (answer: string) =>
  [...phrasesByLanguage.values()].some(({ closest }) => answer.includes(closest))

/** Whether the last answer quotes all of these sources. */
export const isQuoted = (sources: readonly QuotedSource[], answers: readonly string[]) =>
  sources.length > 0 && sources.every((one) => answers.at(-1)?.includes(formatQuote(one)) === true)

/** From this similarity on, a heading makes a passage under a different heading doubtful. */
const minRivalShare = 0.6

/** Whether the known questions clearly point to a different heading than the found passages. */
const disagree = (found: Findings, closest: Findings) =>
  found.share < minQuotedShare &&
  closest.share >= minRivalShare &&
  headingsOf(closest).every((heading) => !headingsOf(found).includes(heading))

/**
 * The minimum similarity to a heading's known questions. `minLikenessAndShare` is the minimum sum
 * of this similarity and the quote's share.
 */
const minHeadingLikeness = 0.2
const minLikenessAndShare = 1.02
/** From this share on, a quote is sure; from the similarity `minSureShare` on, a known question. */
const minQuotedShare = 0.99
const minSureShare = 0.8

/**
 * Finds the sources that answer the question: the heading of a similar known question, else a
 * passage with the words of the question, as written or in English. If the document has known
 * questions, the asked question must be similar to those of the passage's heading.
 */
function findSureSources(
  world: World,
  { query, earlierQueries, answers }: AskedQuestion,
  reading: ParsedQuestion,
  bases: readonly StoredKnowledgeBase[],
): Findings {
  const lastAnswer = answers.at(-1) ?? ''
  const known = findKnownAnswer(world, reading, bases, sourceIn(lastAnswer)) ?? noFindings
  if (known.share >= minSureShare)
    return { ...known, isSameQuestion: known.share >= sameQuestionLikeness }
  const { tables = [] } = world.config.fixture
  const quoted = createSearches(query, earlierQueries, lastAnswer, tables)
    .map((search) => findQuotes(world, search, bases))
    .map((found) => {
      const sources = found.sources.filter(({ metadata: { source }, heading }) => {
        const hint = likenessToHeading(world, reading, source, heading)
        return (
          hint === undefined ||
          (hint >= minHeadingLikeness && hint + found.share >= minLikenessAndShare)
        )
      })
      return sources.length > 0 ? { ...found, sources } : noFindings
    })
    .reduce((best, one) => (one.share > best.share ? one : best), noFindings)
  if (quoted.share >= minQuotedShare || known.share < minLikeness) return quoted
  // A similar known question is only sure if a found passage has the same heading.
  const [heading] = headingsOf(quoted)
  return heading !== undefined && headingsOf(known).includes(heading) ? known : noFindings
}

const headingsOf = ({ sources }: Findings): readonly string[] =>
  sources.map(({ heading }) => heading)

/**
 * The minimum similarity of the closest heading. `minClosestCoverage` is the minimum share of words
 * that the heading covers. In a trial with 100 questions, 15 of 19 such quotes were right.
 */
const minClosestShare = 0.45
const minClosestCoverage = 0.3

/**
 * Finds the heading whose known questions are most similar to the question. The heading need not
 * contain the names in the question.
 */
function findClosestHeading(
  world: World,
  { answers }: AskedQuestion,
  reading: ParsedQuestion,
  bases: readonly StoredKnowledgeBase[],
): Findings {
  const lastSource = sourceIn(answers.at(-1) ?? '')
  const plain = {
    ...reading,
    ownKeywords: reading.ownKeywords.map(toPlainWord),
    subjectKeywords: reading.subjectKeywords.map(toPlainWord),
  }
  const known = findKnownAnswer(world, plain, bases, lastSource, minClosestCoverage)
  return known === undefined || known.share < minClosestShare ? noFindings : known
}

/** Treats a name, such as that of a country, as a plain word, because the passage may lack it. */
const toPlainWord = (word: Keyword) => ({ ...word, isName: false })
