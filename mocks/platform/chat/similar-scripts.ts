import type { Scenario } from '../../../contract/scripts/scenario.ts'
import { detectLanguage } from '../languages/languages.ts'
import { toEnglish } from '../knowledge-bases/to-english.ts'
import { extractKeywords, type Keyword } from '../knowledge-bases/keywords.ts'

/** A script, and how similar the query is to the most similar sentence of its `like`: from 0 to 1. */
export type SimilarScript = { readonly script: Scenario; readonly score: number }

/** The lowest similarity at which a script plays. Below it, another answer is more honest. */
const leastScore = 0.78
/** One common word, such as a product, says too little. */
const leastCommonWords = 2
/** A query that is the sentence itself needs no second word. */
const sameScore = 0.99
/** The maximum number of characters of a query to compare: nobody asks for a script with a longer one. */
const maxQueryLength = 300
/** A word counts more than its parts, which only make up for endings and typing errors. */
const partWeight = 0.35

type Features = ReadonlyMap<string, number>

type Sentence = { readonly script: Scenario; readonly text: string; readonly features: Features }

/** The sentences of all scripts, indexed by their features. */
type SentenceIndex = {
  readonly sentences: readonly Sentence[]
  /** For each feature, the sentences that have it. */
  readonly postings: ReadonlyMap<string, readonly number[]>
  /** A feature that no sentence has counts as the rarest one, so that it lowers the similarity. */
  readonly weightOf: (feature: string) => number
  readonly lengths: readonly number[]
  last?: { readonly query: string; readonly found: readonly SimilarScript[] }
}

/** Read once: turns of a test often follow a change of the scripts that leaves most of them. */
const sentencesOfScripts = new WeakMap<Scenario, readonly Sentence[]>()
const indexes = new WeakMap<readonly Scenario[], SentenceIndex>()

/** Finds the scripts whose `like` has a sentence similar to a query, the most similar first. */
export function similarScripts(
  scripts: readonly Scenario[],
  query: string,
): readonly SimilarScript[] {
  if (query.length > maxQueryLength) return []
  let index = indexes.get(scripts)
  if (index === undefined) indexes.set(scripts, (index = createIndex(scripts)))
  if (index.sentences.length === 0) return []
  // A turn asks once for each endpoint.
  if (index.last?.query !== query) index.last = { query, found: search(index, query) }
  return index.last.found
}

function createIndex(scripts: readonly Scenario[]): SentenceIndex {
  const sentences = scripts.flatMap(sentencesOf)
  const postings = new Map<string, number[]>()
  for (const [at, { features }] of sentences.entries())
    for (const feature of features.keys()) {
      const list = postings.get(feature)
      if (list === undefined) postings.set(feature, [at])
      else list.push(at)
    }
  const weights = new Map<string, number>()
  let rarest = 1
  for (const [feature, list] of postings) {
    const owners = new Set(list.map((at) => sentences[at]?.script))
    const weight = Math.log(1 + scripts.length / owners.size)
    weights.set(feature, weight)
    rarest = Math.max(rarest, weight)
  }
  const weightOf = (feature: string) => weights.get(feature) ?? rarest
  const lengths = sentences.map(({ features }) => lengthOf(features, weightOf))
  return { sentences, postings, weightOf, lengths }
}

function sentencesOf(script: Scenario): readonly Sentence[] {
  let sentences = sentencesOfScripts.get(script)
  if (sentences === undefined) {
    const texts = [script.match.like ?? []].flat()
    sentences = texts.map((text) => ({ script, text, features: featuresOf(extractKeywords(text)) }))
    sentencesOfScripts.set(script, sentences)
  }
  return sentences
}

function search(index: SentenceIndex, query: string): SimilarScript[] {
  const { sentences, postings, weightOf, lengths } = index
  const keywords = extractKeywords(query)
  const features = featuresOf(keywords)
  const length = lengthOf(features, weightOf)
  const products = new Map<number, number>()
  for (const [feature, weight] of features)
    for (const at of postings.get(feature) ?? []) {
      const other = sentences[at]?.features.get(feature) ?? 0
      products.set(at, (products.get(at) ?? 0) + weight * other * weightOf(feature) ** 2)
    }
  const names = namesIn(keywords)
  const words = keywords.map(({ term }) => term)
  const best = new Map<Scenario, number>()
  for (const [at, product] of products) {
    const sentence = sentences[at]
    if (sentence === undefined) continue
    const score = product / (length * (lengths[at] ?? 1))
    if (score < leastScore || score <= (best.get(sentence.script) ?? 0)) continue
    // A script about one order or customer says nothing about another.
    if (!names.every((name) => sentence.features.has(name))) continue
    const common = words.filter((word) => sentence.features.has(word)).length
    if (common < leastCommonWords && score < sameScore) continue
    if (answersAmiss(sentence, query)) continue
    best.set(sentence.script, score)
  }
  return Array.from(best, ([script, score]) => ({ script, score })).toSorted(
    (a, b) => b.score - a.score,
  )
}

const asksForMore =
  /\b(?:how (?:long|many|much|high|often|late)|when|who|whom|where|why|which|what) \p{L}/u
const yesOrNo =
  /^\W*(?:yes|no|ja|nein|oui|non|sí|no|是的|可以|不|はい|いいえ)(?:[\s,.:;!*，。、]|$)/iu

const asksMore = (text: string) => asksForMore.test(toEnglish(text, detectLanguage(text) ?? 'en'))

/** Whether a script says yes or no to a question that asks for more, unlike its own sentence. */
function answersAmiss({ script: { script }, text }: Sentence, query: string): boolean {
  const said = script.findLast((line) => 'answer' in line)?.answer ?? ''
  const start = (typeof said === 'string' ? said : said.text).replaceAll('*', '')
  return yesOrNo.test(start) && asksMore(query) && !asksMore(text)
}

/** The names, codes and numbers of a query, as terms. */
const namesIn = (keywords: readonly Keyword[]) =>
  keywords.filter(({ term, isName }) => isName || /\p{N}/u.test(term)).map(({ term }) => term)

/** The words and their parts, with the weight of each. */
function featuresOf(keywords: readonly Keyword[]): Features {
  const features = new Map<string, number>()
  for (const { term, weight: named, isName } of keywords) {
    const weight = isName ? named / 2 : named
    features.set(term, weight)
    for (const part of partsOf(term)) features.set(part, partWeight * weight)
  }
  return features
}

/** Three letters each of a word, or two characters each of a text without spaces. */
function partsOf(term: string): string[] {
  const letters = [...`^${term}`]
  const size = /[\p{sc=Han}\p{sc=Kana}\p{sc=Hira}]/u.test(term) ? 2 : 3
  return letters.slice(size - 1).map((_, at) => `${letters.slice(at, at + size).join('')}…`)
}

function lengthOf(features: Features, weightOf: SentenceIndex['weightOf']): number {
  let sum = 0
  for (const [feature, weight] of features) sum += (weight * weightOf(feature)) ** 2
  return Math.sqrt(sum) || 1
}
