import type { DocumentQuestions } from '../../../contract/company-table.ts'
import type { StoredKnowledgeBase } from '../../../contract/records/knowledge-base.ts'
import { memoizeByObject } from '../../../contract/memoize.ts'
import type { World } from '../../world/world.ts'
import { type Keyword, toTerm } from '../knowledge-bases/keywords.ts'
import { splitWords } from '../knowledge-bases/split-text.ts'
import { type Paragraph, paragraphsOf } from './paragraphs.ts'
import { type Findings, keywordShare, shortenQuote } from './quotes.ts'
import { asksForRecords, readInEnglish, type ParsedQuestion } from './read-question.ts'

/** A question that the fixture lists for a heading of a document. */
type KnownQuestion = ReturnType<typeof parseKnownQuestion>

/** The minimum similarity (0 to 1) at which two questions are answered by the same heading. */
export const minLikeness = 0.7
/** The minimum share of a question's words that a heading must cover. */
const minCoveredShare = 0.58
/** From this similarity on, two questions count as the same question. Then no table is searched. */
export const sameQuestionLikeness = 0.99
/** The penalty if the question words are of different kinds, such as `who` and `when`. */
const otherKindPenalty = 0.32
/** The penalty if only the asked question has a question word. */
const missingKindPenalty = 0.12
/** The penalty if only one of the two questions has a negation, such as `not` or `without`. */
const negationPenalty = 0.05
/** The penalty if a question asks for a ranking or a list of records. Documents seldom have one. */
const recordQuestionPenalty = 0.15
/**
 * The weight of a synonym or a word form; `paragraphWordQuality`: of a word that only a paragraph
 * has.
 */
const similarWordQuality = 0.85
const paragraphWordQuality = 0.7
const maxEndingLength = 3
const minStemLength = 4
/**
 * The weight factor for a word that no known question has. Such a word suggests a different
 * subject.
 */
const unknownWordFactor = 1.2
/** A later paragraph must match this many times better than the first, which has the main rule. */
const firstParagraphFactor = 1.15
/** The factor for a table if a question asks for a price, because most prices are in tables. */
const priceTableFactor = 2
/** The maximum number of known questions whose headings are read. */
const maxCandidates = 12

const questionKinds = [
  ['reason', /\bwhy\b/],
  ['person', /\bwho(?:m|se)?\b/],
  ['place', /\bwhere\b/],
  [
    'time',
    /\bwhen\b|\bhow (?:long|soon|fast|early|late|quickly|often|many (?:minutes|hours|days|weeks|months|years))\b/,
  ],
  ['count', /\bhow many\b/],
  ['amount', /\bhow (?:much|high|expensive)\b|\bcosts?\b|\bprice\b/],
] as const

const negationPattern = /\b(?:not|no|without|except|excluded|void\w*)\b/i

const questionKindOf = (text: string) =>
  questionKinds.find(([, form]) => form.test(text.toLowerCase()))?.[0]

/** The known questions of a fixture, with the weights of their words. */
class KnownQuestions {
  readonly all: readonly KnownQuestion[]
  /** For each term, the headings whose known questions contain it. */
  readonly #headingsByTerm = new Map<string, Set<string>>()
  readonly #headingCount: number

  constructor(known: DocumentQuestions) {
    this.all = Object.entries(known).flatMap(([source, headings]) =>
      Object.entries(headings).flatMap(([heading, asked]) =>
        asked.map((text) => parseKnownQuestion(source, heading, text)),
      ),
    )
    for (const { source, heading, keywords } of this.all)
      for (const { term } of keywords)
        this.#headingsByTerm.set(
          term,
          (this.#headingsByTerm.get(term) ?? new Set()).add(`${source}/${heading}`),
        )
    this.#headingCount = new Set(this.all.map(({ source, heading }) => `${source}/${heading}`)).size
  }

  /** The weight of a word. A word in the questions of few headings counts most. */
  weightOf({ term, weight }: Keyword): number {
    const places = this.#headingsByTerm.get(term)?.size
    const rarest = Math.log(1 + this.#headingCount)
    return places === undefined
      ? unknownWordFactor * weight
      : (weight * Math.log(1 + this.#headingCount / places)) / rarest
  }

  /** The average quality of some words, weighted by `weightOf`. */
  shareOf(words: readonly Keyword[], qualityOf: (word: Keyword) => number): number {
    let [sum, found] = [0, 0]
    for (const word of words) {
      const weight = this.weightOf(word)
      sum += weight
      found += weight * qualityOf(word)
    }
    return found / (sum || 1)
  }
}

function parseKnownQuestion(source: string, heading: string, text: string) {
  const { text: english, ownKeywords: keywords } = readInEnglish(text, [])
  const own = keywords.flatMap(({ term, synonyms }) => [term, ...synonyms])
  return {
    source,
    heading,
    keywords,
    /** The words of the question and of its heading, with their synonyms. */
    terms: new Set([...own, ...termsOf(heading)]),
    kind: questionKindOf(english),
    isNegative: negationPattern.test(english),
  }
}

const createKnownQuestions = memoizeByObject(
  (known: DocumentQuestions) => new KnownQuestions(known),
)

function knownQuestions({ config }: World): KnownQuestions | undefined {
  const { questions } = config.fixture
  return questions && createKnownQuestions(questions)
}

/**
 * Finds the heading whose known questions are most similar to a question, and returns it with the
 * similarity. Known questions are compared because paragraphs also have words about other subjects.
 * `least` is the minimum share of words that the heading must cover.
 */
export function findKnownAnswer(
  world: World,
  reading: ParsedQuestion,
  bases: readonly StoredKnowledgeBase[],
  lastSource: string | undefined,
  least = minCoveredShare,
): Findings | undefined {
  const known = knownQuestions(world)
  const words = [...reading.ownKeywords, ...reading.subjectKeywords]
  if (known === undefined || reading.ownKeywords.length === 0) return undefined
  const terms = new Set(words.map(({ term }) => term))
  return known.all
    .map((question) => ({
      question,
      likeness: known.shareOf(question.keywords, (word) => matchQualityIn(terms, word)),
    }))
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, maxCandidates)
    .flatMap(({ question, likeness }) =>
      bases.flatMap((base) => {
        const found = readHeading(world, base, question)
        if (found === undefined) return []
        const inText = termsOf(`${found.source} ${found.text}`)
        const qualityOf = (word: Keyword) =>
          Math.max(
            matchQualityIn(question.terms, word),
            paragraphWordQuality * matchQualityIn(inText, word),
          )
        if (words.some((word) => word.isName && qualityOf(word) === 0)) return []
        // In the document that was quoted last, a follow-up need not name its subject.
        const asked = found.source === lastSource ? reading.ownKeywords : words
        const covered = known.shareOf(asked, qualityOf)
        if (covered < least) return []
        const share = (likeness + covered) / 2 - penaltyOf(world, reading, question, found)
        const asksPrice = questionKindOf(reading.text) === 'amount'
        return [findingsOf(base, found, [...words, ...question.keywords], share, asksPrice)]
      }),
    )
    .toSorted((a, b) => b.share - a.share)[0]
}

/**
 * Returns the similarity of a question to the known questions of a heading; undefined if the
 * document has no known questions, or if the question names the document.
 */
export function likenessToHeading(
  world: World,
  { ownKeywords, subjectKeywords }: ParsedQuestion,
  source: string,
  heading: string,
): number | undefined {
  const known = knownQuestions(world)
  if (known?.all.some((one) => one.source === source) !== true) return undefined
  const words = [...ownKeywords, ...subjectKeywords]
  const terms = new Set(words.map(({ term }) => term))
  if (namesDocument(terms, source)) return undefined
  const shares = known.all
    .filter((one) => one.source === source && one.heading === heading)
    .map((one) => {
      const likeness = known.shareOf(one.keywords, (word) => matchQualityIn(terms, word))
      return (likeness + known.shareOf(words, (word) => matchQualityIn(one.terms, word))) / 2
    })
  return Math.max(0, ...shares)
}

/** Whether a question has all words of the name of a document, such as `winter-commissioning.md`. */
function namesDocument(terms: ReadonlySet<string>, source: string): boolean {
  const name = termsOf(source.replace(/\.\w+$/, ''))
  return name.size > 1 && name.isSubsetOf(terms)
}

function penaltyOf(
  world: World,
  { text }: ParsedQuestion,
  { kind, isNegative }: KnownQuestion,
  found: FoundHeading,
) {
  const wanted = questionKindOf(text)
  const missing = kind === undefined ? missingKindPenalty : otherKindPenalty
  const isRanked = asksForRecords(text, found.text, world.config.fixture.tables ?? [])
  return (
    (wanted === undefined || wanted === kind ? 0 : missing) +
    (isRanked ? recordQuestionPenalty : 0) +
    (negationPattern.test(text) === isNegative ? 0 : negationPenalty)
  )
}

type FoundHeading = NonNullable<ReturnType<typeof readHeading>>

/** Reads the text under the heading of a known question; undefined if the base has no such text. */
function readHeading(
  { store }: World,
  base: StoredKnowledgeBase,
  { source, heading }: KnownQuestion,
) {
  const documents = store.documents.owned(base.id, 'oldest')
  const document = documents.find(({ filename }) => filename === source)
  if (document === undefined) return undefined
  const paragraphs = paragraphsOf(base, document.chunks).filter((one) => one.heading === heading)
  const text = paragraphs.map((one) => one.text).join('\n')
  return text === '' ? undefined : { source, document, paragraphs, text }
}

/** Quotes the paragraph that contains the most words of the question. */
function findingsOf(
  base: StoredKnowledgeBase,
  { source, document, paragraphs }: FoundHeading,
  words: readonly Keyword[],
  share: number,
  asksPrice: boolean,
): Findings {
  const factorOf = ({ text }: Paragraph, at: number) =>
    (at === 0 ? firstParagraphFactor : 1) *
    (asksPrice && text.startsWith('|') ? priceTableFactor : 1)
  const [first, ...others] = paragraphs.map((one, at) => ({
    one,
    share: keywordShare(words, one.text) * factorOf(one, at),
  }))
  const best = others.reduce(
    (top, next) => (top && next.share > top.share ? next : top),
    first,
  )?.one
  const { text = '', heading = '', chunks: [chunk_index = 0] = [] } = best ?? {}
  const { id: chunk_id = '', content = '' } = document.chunks[chunk_index] ?? {}
  const { chunk_strategy } = base
  const metadata = { source, chunk_strategy, chunk_index, document_id: document.id, chunk_id }
  return {
    hits: [{ base, passages: [{ content, metadata, score: share }] }],
    sources: [{ quote: shortenQuote(text, words), metadata, heading }],
    share,
  }
}

const termsOf = (text: string) => new Set(splitWords(text).map(toTerm))

function matchQualityIn(terms: ReadonlySet<string>, { term, synonyms }: Keyword): number {
  if (terms.has(term)) return 1
  const isClose = (one: string) =>
    synonyms.includes(one) || isLongerForm(one, term) || isLongerForm(term, one)
  return [...terms].some(isClose) ? similarWordQuality : 0
}

const isLongerForm = (long: string, short: string) =>
  short.length >= minStemLength &&
  long.startsWith(short) &&
  long.length <= short.length + maxEndingLength
