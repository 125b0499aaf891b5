import type { CompanyTable } from '../../../contract/company-table.ts'
import { splitIntoUnits } from '../../../contract/scripts/text-units.ts'
import { extractKeywords, type Keyword } from '../knowledge-bases/keywords.ts'
import { detectLanguage, stopWords } from '../languages/languages.ts'
import { toEnglish } from '../knowledge-bases/to-english.ts'
import { hasSuperlative, type PassageSearch, sourceIn } from './quotes.ts'

/** The minimum share of a question's words in a quoted paragraph, by the number of words. */
const minSharesByLength = [1, 0.8, 0.7, 0.52, 0.5]
const minShareOfLongQuestion = 0.45
/**
 * The minimum share for a question about a count or a ranking; `minShareForRecords`: about table
 * rows.
 */
const minShareForRanking = 0.65
const minShareForRecords = 0.75
/** The minimum share for a translated question. It is high because the words are less certain. */
const minShareTranslated = 0.65
/** The minimum share for a question that is searched in its own language. */
const minShareAsWritten = 0.4
/** The weight of the words that a follow-up takes from the questions before it. */
const subjectWeight = 0.6
/** The maximum number of earlier questions that are read. */
const maxEarlierQuestions = 6

/** A question, with the earlier questions that it refers to. */
export type ParsedQuestion = {
  /** The words of the question in English; unknown words stay as they are. */
  readonly text: string
  readonly language: string
  readonly ownKeywords: readonly Keyword[]
  /** The words of the earlier questions that this question continues; empty if it stands alone. */
  readonly subjectKeywords: readonly Keyword[]
}

/** Translates a question to English. If it is a follow-up, adds the words of earlier questions. */
export const readInEnglish = (query: string, earlier: readonly string[]): ParsedQuestion =>
  readWithEarlier(earlier, query, englishKeywords)

/** Whether a question requests a list or a ranking of records that the passage does not contain. */
export function asksForRecords(
  text: string,
  passage: string,
  tables: readonly CompanyTable[],
): boolean {
  const superlative = superlativePattern.exec(text)?.[0]
  return (
    listingPattern.test(text) ||
    asksForTableRows(tables, text) ||
    (superlative !== undefined && !hasSuperlative(passage, superlative))
  )
}

/** Whether a query asks for a new text or for a comparison. A quote answers neither. */
export const asksForWork = ({ text }: ParsedQuestion): boolean =>
  writingTaskPattern.test(text) || comparisonPattern.test(text)

const writingTaskPattern =
  /^\W*(?:(?:and|also|now|then|please|can|could|would|you) ){0,5}(?:draft|write|compose|rewrite|translate|summari[sz]e)\b/i
const comparisonPattern =
  /\bcompar(?:e|es|ed|ing|ison)\b|\bversus\b|\bvs\b|\bdiffer(?:s|ent|ence|ences)?\b/i
const followUpStartPattern = /^\W*(?:and|but|or|so|then|what about|how about|only|why|by)\b/
const pronounPattern = /\b(?:it|its|that|this|they|them|their|those|these|he|she|ones?|there)\b/
const countablePattern = /\bhow (?:many|much|long|often|high|far|old|late|soon|quickly|expensive)\b/
const rankingPattern =
  /\b(?:how many|number of|most|least|best|worst|biggest|largest|highest|lowest|longest|oldest|latest)\b/
const superlativePattern =
  /\b(?:most|least|best|worst|biggest|largest|highest|lowest|longest|oldest|latest)\b/
/** Matches requests for a list of records. No passage of text answers such a request. */
const listingPattern =
  /^\W*(?:please )?(?:list|(?:show|give)(?: me)?)\b.* (?:last|latest|all|each|every)\b/

/**
 * Creates the searches for a question: in its own language if this is not English, then in English.
 */
export function createSearches(
  query: string,
  earlier: readonly string[],
  lastAnswer: string,
  tables: readonly CompanyTable[],
): PassageSearch[] {
  const lastSource = sourceIn(lastAnswer)
  const written = readWithEarlier(earlier, query, (one) => extractKeywords(one))
  const english = readInEnglish(query, earlier)
  const words = english.ownKeywords.length + english.subjectKeywords.length
  const isTranslated = english.language !== 'en'
  const usual = minSharesByLength[words] ?? minShareOfLongQuestion
  const min = isTranslated ? Math.max(usual, minShareTranslated) : usual
  // The patterns for numbers, superlatives and reasons are English, so they are not used here.
  const asWritten = {
    ...createSearch(written, minShareAsWritten, lastSource, tables),
    needsNumber: false,
    superlative: undefined,
    needsReason: false,
    passageLanguage: written.language,
  }
  return [
    ...(isTranslated ? [asWritten] : []),
    {
      ...createSearch(english, min, lastSource, tables),
      ...(isTranslated && { passageLanguage: 'en' }),
    },
  ].filter(({ keywords }) => keywords.length > 0)
}

function createSearch(
  { text, ownKeywords, subjectKeywords }: ParsedQuestion,
  min: number,
  lastSource: string | undefined,
  tables: readonly CompanyTable[],
): PassageSearch {
  const needed = asksForTableRows(tables, text)
    ? minShareForRecords
    : rankingPattern.test(text)
      ? minShareForRanking
      : min
  const [, counted = ''] = /\bhow many ((?:\p{L}+ ?){1,2})/u.exec(text) ?? []
  return {
    keywords: listingPattern.test(text) ? [] : [...ownKeywords, ...subjectKeywords],
    superlative: superlativePattern.exec(text)?.[0],
    countedTerms: extractKeywords(counted, 'en').map(({ term }) => term),
    ownWordCount: subjectKeywords.length === 0 ? 0 : ownKeywords.length,
    lastSource: subjectKeywords.length === 0 ? undefined : lastSource,
    needsNumber: countablePattern.test(text),
    passageLanguage: undefined,
    needsReason: ownKeywords.length === 0 && /\bwhy\b/.test(text),
    minShare: Math.max(min, needed),
  }
}

/** Whether a question asks for rows of a table with the word `which`, such as `which customers`. */
const asksForTableRows = (tables: readonly CompanyTable[], text: string) =>
  /\bwhich ((?:[\p{L}-]+ ?){1,3})/u
    .exec(text)?.[1]
    ?.split(' ')
    .some((word) => tables.some(({ words }) => words.includes(word.replace(/s$/, '')))) === true

type ReadWords = (query: string, text: string, language: string) => readonly Keyword[]

/** Parses a question. A follow-up gets the subject of the questions before it. */
function readWithEarlier(
  earlier: readonly string[],
  query: string,
  readWords: ReadWords,
): ParsedQuestion {
  let last: ParsedQuestion = { text: '', language: 'en', ownKeywords: [], subjectKeywords: [] }
  for (const one of [...earlier.slice(-maxEarlierQuestions), query]) {
    const language = detectLanguage(one) ?? last.language
    const text = toEnglish(one, language)
    const ownKeywords = readWords(one, text, language).filter(({ isStop }) => !isStop)
    const before = [
      ...last.ownKeywords,
      ...last.subjectKeywords.map((word) => ({ ...word, weight: word.weight / subjectWeight })),
    ]
    // A new name replaces the names of the earlier questions.
    const hasName = ownKeywords.some(({ isName }) => isName)
    const subjectKeywords = isFollowUp(text, ownKeywords)
      ? before
          .filter(({ term }) => !ownKeywords.some((word) => word.term === term))
          .map((word) => ({
            ...word,
            weight: word.weight * subjectWeight,
            isName: word.isName && !hasName,
          }))
      : []
    last = { text, language, ownKeywords, subjectKeywords }
  }
  return last
}

const isFollowUp = (text: string, ownKeywords: readonly Keyword[]) =>
  ownKeywords.length <= 1 ||
  followUpStartPattern.test(text.trim()) ||
  (pronounPattern.test(text) && ownKeywords.length <= 3)

/** The keywords in English. In a text without spaces, each untranslated part is one word. */
function englishKeywords(query: string, text: string, language: string): readonly Keyword[] {
  const named = extractKeywords(query, language).filter(({ isName }) => isName)
  const names = new Set(named.map(({ term }) => term))
  const stops = stopWords.get(language)
  const words = text
    .replaceAll(/\p{sc=Hira}+/gu, ' ')
    .replaceAll(/([\p{sc=Han}\p{sc=Kana}ー]{1,2})[\p{sc=Han}\p{sc=Kana}ー]*/gu, ' $1 ')
    .replaceAll(/[\p{L}\p{M}]+/gu, (word) => (stops?.has(word) === true ? ' ' : word))
  return extractKeywords(words, 'en').map((word) =>
    names.has(word.term) ? { ...word, isName: true, weight: 2 * word.weight } : word,
  )
}

const secondQuestionPattern =
  /(?:\? (?:and )?|, ?and )(?=(?:who|what|where|when|which|how|why|is|are|do|does|did|can|may|must) \w+ \w)| and (?=(?:who|what|where|when|which|how|why) \w+ \w|(?:can|could|do|does|did|may|must|should|will) (?:i|we|you|they|he|she|it) \w)/i

/** Like `secondQuestionPattern`, for German, French, Spanish, Italian and Portuguese. */
const foreignSecondQuestionPattern =
  /(?:\? (?:und |et |y |e )?|,? (?:und|et|y|ed?) )(?=(?:wer|was|wo|wann|wie|warum|kann|darf|muss|gibt|qui|quoi|où|quand|comment|combien|puis-je|peut-on|quién|qué|dónde|cuándo|cómo|cuánto|cuántos|puedo|hay|chi|cosa|dove|quando|come|quanto|posso|quem|onde|como) \p{L}+ ?\p{L})/iu

/** The two questions in `Who is on call, and is the API slow?`; empty unless there are two. */
export function splitQuestions(query: string): readonly string[] {
  if (query.length > maxSplitQuery) return []
  const text = query.replaceAll(/\s+/g, ' ')
  return (
    [secondQuestionPattern, foreignSecondQuestionPattern]
      .map((pattern) => text.split(pattern))
      .find((parts) => parts.length === 2) ?? []
  )
}

const maxSplitQuery = 200

/** Matches the comma in `The gateway is offline, who is on call?`. */
const askedAfterCommaPattern =
  /, (?=(?:who|what|where|when|which|how|why|wer|was|wo|wann|wie|qui|quand|comment|quién|cuándo|cómo) )/iu

/**
 * Returns the questions in the first three sentences of a query, without the text before a question
 * in its sentence. Returns an empty list for a query that is one question.
 */
export function questionsIn(query: string): readonly string[] {
  const sentences = splitIntoUnits(query.slice(0, maxSplitQuery), 'sentence').flatMap((one) =>
    one.trim().split(askedAfterCommaPattern),
  )
  return sentences.length < 2 ? [] : sentences.slice(0, 3).filter((one) => /[?？؟]$/.test(one))
}
