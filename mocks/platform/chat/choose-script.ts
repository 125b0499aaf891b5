import type { StoredAgent } from '../../../contract/records/agent.ts'
import type { StoredUser } from '../../../contract/records/user.ts'
import { memoizeByObject } from '../../../contract/memoize.ts'
import type { Scenario, ScenarioMatch } from '../../../contract/scripts/scenario.ts'
import { detectLanguage } from '../languages/languages.ts'
import { matchesQuery } from './match-query.ts'
import { toEnglish } from '../knowledge-bases/to-english.ts'
import { extractKeywords, type Keyword } from '../knowledge-bases/keywords.ts'

/** Everything about a turn that the `match` of a script can refer to. */
export type MatchInput = {
  readonly mode: 'react' | 'dag'
  readonly query: string
  readonly agent?: Pick<StoredAgent, 'name'> | undefined
  readonly user?: Pick<StoredUser, 'email' | 'display_name'> | undefined
  /** The number of the turn in its conversation; 1 by default. */
  readonly turn?: number
  /** The script that the previous turn played. */
  readonly after?: string | undefined
  /** Counts the records of a kind that have all these field values. By default, it returns 0. */
  readonly count?: (kind: string, where: Readonly<Record<string, unknown>>) => number
}

/** The reason why a script plays a turn, or does not. */
export type Explanation = ReturnType<typeof explainChoice>[number]

/**
 * Chooses the matching script with the most conditions, or the first of several such scripts. If no
 * `query` matches, chooses the script whose `like` has the most similar sentence.
 */
export function chooseScript(
  scripts: readonly Scenario[],
  input: MatchInput,
): Scenario | undefined {
  const matching = matchingScript(scripts, input)
  if (matching?.match.query !== undefined) return matching
  return nearestScript(scripts, input) ?? matching
}

const matchingScript = (scripts: readonly Scenario[], input: MatchInput) =>
  sortByPrecedence(scripts).find((script) => firstUnmetCondition(script, input) === undefined)

/**
 * Returns the script of this endpoint whose `like` is most similar to the query; `undefined` if a
 * script of the other endpoint is more similar, because that script is then adapted.
 */
function nearestScript(scripts: readonly Scenario[], input: MatchInput): Scenario | undefined {
  const similar = similarScripts(scripts, input.query)
  if (similar.length === 0) return undefined
  const other = { ...input, mode: input.mode === 'dag' ? ('react' as const) : ('dag' as const) }
  if (matchingScript(scripts, other)?.match.query !== undefined) return undefined
  const nearest = similar.find(({ script }) =>
    [input, other].some((one) => [undefined, 'query'].includes(firstUnmetCondition(script, one))),
  )?.script
  return nearest !== undefined && conditions.endpoint.isMet(nearest, input) ? nearest : undefined
}

/** Sorts the scripts so that those with more conditions are tried first. */
const sortByPrecedence = memoizeByObject((scripts: readonly Scenario[]) =>
  scripts.toSorted((a, b) => countConditions(b) - countConditions(a)),
)

/** Explains for each script, in the order of the list, why it plays a turn or does not. */
export function explainChoice(scripts: readonly Scenario[], input: MatchInput) {
  const best = chooseScript(scripts, input)
  return scripts.map((script) => {
    const queryFits = conditions.query.isMet(script, input)
    const chosen = script === best
    const unmet = queryFits ? firstUnmetCondition(script, input) : 'query'
    const part = chosen ? undefined : unmet
    const why = part && conditions[part].explain(script, input)
    return {
      name: script.name,
      fits: part === undefined,
      chosen,
      /** Whether a query of the script matches; `undefined` for a script that accepts any query. */
      queryFits:
        script.match.query === undefined && script.match.like === undefined ? undefined : queryFits,
      /** The first condition of `match` that failed, or `query` if the query did not match. */
      failedCondition: part,
      /** The reason as a text without a subject, such as `plays on dag, not on react`. */
      why:
        why ??
        (chosen
          ? explainPlaying(queryFits)
          : `matches, but ${best && explainPrecedence(best, script)}`),
    }
  })
}

const explainPlaying = (queryFits: boolean) =>
  queryFits ? 'matches, and plays' : 'has the most similar sentence, and plays'

function explainPrecedence(best: Scenario, script: Scenario): string {
  return countConditions(best) > countConditions(script)
    ? `${best.name} has more conditions`
    : `${best.name} comes first`
}

const rankedConditions = ['agent', 'user', 'language', 'turn', 'after', 'state'] as const

/** Counts the conditions of a script. Scripts with more conditions are tried first. */
const countConditions = ({ match }: Scenario): number =>
  rankedConditions.filter((part) => match[part] !== undefined).length

/** A condition of a `match`: its test, and a text that says why a turn does not meet it. */
type Condition = {
  isMet(script: Scenario, input: MatchInput): boolean
  explain(script: Scenario, input: MatchInput): string
}

// Sorted from cheap to expensive, because the tests stop at the first unmet condition.
const conditions: Readonly<Record<keyof ScenarioMatch, Condition>> = {
  endpoint: {
    isMet: ({ match: { endpoint } }, { mode }) =>
      typeof endpoint === 'string' ? endpoint === mode : endpoint.includes(mode),
    explain: ({ match: { endpoint } }, { mode }) =>
      `plays on ${[endpoint].flat().join(' and ')}, not on ${mode}`,
  },
  agent: {
    isMet: ({ match: { agent } }, input) => agent === undefined || agent === input.agent?.name,
    explain: ({ match: { agent } }, input) =>
      `is for the agent ${agent}${notForPhrase(input.agent?.name)}`,
  },
  user: {
    isMet: ({ match: { user } }, input) => user === undefined || isUser(user, input.user),
    explain: ({ match: { user } }, input) =>
      `is for the user ${user}${notForPhrase(input.user?.email)}`,
  },
  turn: {
    isMet: ({ match: { turn } }, input) => turn === undefined || isWithin(turn, input.turn ?? 1),
    explain: ({ match: { turn } }, input) => explainTurn(turn ?? 1, input.turn ?? 1),
  },
  after: {
    isMet: ({ match: { after } }, input) => after === undefined || after === input.after,
    explain: ({ match: { after } }, input) =>
      `needs the previous turn to play ${after}; ${input.after === undefined ? 'there is none' : `it played ${input.after}`}`,
  },
  query: {
    isMet: (script, input) => matchesQuery(input.query, script),
    explain: ({ match: { query } }) =>
      query === undefined ? 'another sentence is more similar' : 'none of its queries matches',
  },
  // `like` always passes this test, because `nearestScript` compares its sentences for all scripts.
  like: { isMet: () => true, explain: () => '' },
  language: {
    isMet: ({ match: { language } }, input) =>
      language === undefined || language === detectLanguage(input.query),
    explain: ({ match: { language } }, input) =>
      `needs a query in ${language}, not in ${detectLanguage(input.query) ?? 'any'}`,
  },
  state: {
    isMet: ({ match: { state } }, input) => explainState(state, input.count) === undefined,
    explain: ({ match: { state } }, input) => explainState(state, input.count) ?? '',
  },
}

const conditionNames = Object.keys(conditions) as readonly (keyof ScenarioMatch)[]

/** The first condition of a script's `match` that a turn does not meet. */
function firstUnmetCondition(script: Scenario, input: MatchInput): keyof ScenarioMatch | undefined {
  for (const part of conditionNames) if (!conditions[part].isMet(script, input)) return part
  return undefined
}

/** Says which agent a script is for, and which it is not for. */
export const explainAgent = conditions.agent.explain

const notForPhrase = (name: string | undefined) => (name === undefined ? '' : `, not for ${name}`)

const isUser = (name: string, user: MatchInput['user']) =>
  user !== undefined &&
  [user.email, user.display_name].some((known) => equalsIgnoringCase(known ?? '', name))

const equalsIgnoringCase = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

type TurnRange = NonNullable<ScenarioMatch['turn']>

const toRange = (turns: TurnRange) =>
  typeof turns === 'number' ? { from: turns, to: turns } : turns

function isWithin(turns: TurnRange, turn: number): boolean {
  const { from, to } = toRange(turns)
  return turn >= from && turn <= (to ?? turn)
}

function explainTurn(turns: TurnRange, turn: number): string {
  const { from, to } = toRange(turns)
  if (from === to) return `plays in turn ${from}, and this is turn ${turn}`
  const range = to === undefined ? `turn ${from} and later` : `turns ${from} to ${to}`
  return `plays in ${range}, and this is turn ${turn}`
}

function explainState(
  state: ScenarioMatch['state'],
  count: MatchInput['count'] = () => 0,
): string | undefined {
  for (const [kind, { where = {}, at_least, at_most }] of Object.entries(state ?? {})) {
    const found = count(kind, where)
    const least = at_least ?? (at_most === undefined ? 1 : 0)
    if (found < least) return `needs at least ${least} ${kind}, and there are ${found}`
    if (at_most !== undefined && found > at_most)
      return `needs at most ${at_most} ${kind}, and there are ${found}`
  }
  return undefined
}

/** A script, and the similarity (0 to 1) of the query to the nearest sentence in its `like`. */
type SimilarScript = { readonly script: Scenario; readonly score: number }

/** The minimum similarity at which a script plays. Below it, the fallback answers the turn. */
const minSimilarity = 0.78
/** The minimum number of common words. One word, such as a product name, is not enough. */
const minCommonWords = 2
/** From this similarity on, one common word is enough, because the query equals the sentence. */
const sameSentenceScore = 0.99
/** The maximum length of a query in characters. Longer queries are not compared with sentences. */
const maxQueryLength = 300
/** The weight of a word part; a whole word has 1. Parts tolerate word endings and typing errors. */
const wordPartWeight = 0.35

type Features = ReadonlyMap<string, number>

type Sentence = { readonly script: Scenario; readonly text: string; readonly features: Features }

/** The sentences of all scripts, indexed by their features: words and parts of words. */
type SentenceIndex = {
  readonly sentences: readonly Sentence[]
  /** For each feature, the indices of the sentences that contain it. */
  readonly postings: ReadonlyMap<string, readonly number[]>
  /** The weight of a feature. An unknown feature weighs as much as the rarest known feature. */
  readonly weightOf: (feature: string) => number
  readonly lengths: readonly number[]
  last?: { readonly query: string; readonly found: readonly SimilarScript[] }
}

/** Finds the scripts whose `like` has a sentence similar to a query, the most similar first. */
function similarScripts(scripts: readonly Scenario[], query: string): readonly SimilarScript[] {
  if (query.length > maxQueryLength) return []
  const index = sentenceIndexOf(scripts)
  if (index.sentences.length === 0) return []
  // Cached, because each turn runs the same search once per endpoint.
  if (index.last?.query !== query) index.last = { query, found: searchSentences(index, query) }
  return index.last.found
}

const sentenceIndexOf = memoizeByObject((scripts: readonly Scenario[]): SentenceIndex => {
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
  const lengths = sentences.map(({ features }) => vectorLength(features, weightOf))
  return { sentences, postings, weightOf, lengths }
})

/** Cached per script, because tests often change only a few scripts between turns. */
const sentencesOf = memoizeByObject((script: Scenario): readonly Sentence[] =>
  [script.match.like ?? []]
    .flat()
    .map((text) => ({ script, text, features: featuresOf(extractKeywords(text)) })),
)

function searchSentences(index: SentenceIndex, query: string): SimilarScript[] {
  const { sentences, postings, weightOf, lengths } = index
  const keywords = extractKeywords(query)
  const features = featuresOf(keywords)
  const length = vectorLength(features, weightOf)
  const products = new Map<number, number>()
  for (const [feature, weight] of features)
    for (const at of postings.get(feature) ?? []) {
      const other = sentences[at]?.features.get(feature) ?? 0
      products.set(at, (products.get(at) ?? 0) + weight * other * weightOf(feature) ** 2)
    }
  const names = namesInKeywords(keywords)
  const words = keywords.map(({ term }) => term)
  const best = new Map<Scenario, number>()
  for (const [at, product] of products) {
    const sentence = sentences[at]
    if (sentence === undefined) continue
    const score = product / (length * (lengths[at] ?? 1))
    if (score < minSimilarity || score <= (best.get(sentence.script) ?? 0)) continue
    // A script about one order or customer does not answer a question about another one.
    if (!names.every((name) => sentence.features.has(name))) continue
    const common = words.filter((word) => sentence.features.has(word)).length
    if (common < minCommonWords && score < sameSentenceScore) continue
    if (answersOnlyYesOrNo(sentence, query) || asksForSomethingElse(sentence, query)) continue
    best.set(sentence.script, score)
  }
  return Array.from(best, ([script, score]) => ({ script, score })).toSorted(
    (a, b) => b.score - a.score,
  )
}

const detailQuestionPattern =
  /\b(?:how (?:long|many|much|high|often|late)|when|who|whom|where|why|which|what) \p{L}/u
const yesOrNoPattern =
  /^\W*(?:yes|no|ja|nein|oui|non|sí|no|是的|可以|不|はい|いいえ)(?:[\s,.:;!*，。、]|$)/iu
const questionWordPattern = /\b(?:how(?: (?:long|many|often))?|when|who|where|why|which|what)\b/u
/** Question words whose answer is a person, a time, a place or a number, and nothing else. */
const exactQuestionWord = /^(?:how .+|when|who|where)$/

const inEnglish = (text: string) => toEnglish(text, detectLanguage(text) ?? 'en').toLowerCase()

const asksForDetails = (text: string) => detailQuestionPattern.test(inEnglish(text))

/**
 * Whether the answer begins with yes or no, but the query, unlike the `like` sentence, asks for
 * details.
 */
function answersOnlyYesOrNo({ script: { script }, text }: Sentence, query: string): boolean {
  const said = script.findLast((line) => 'answer' in line)?.answer ?? ''
  const start = (typeof said === 'string' ? said : said.text).replaceAll('*', '')
  return yesOrNoPattern.test(start) && asksForDetails(query) && !asksForDetails(text)
}

const questionWordOf = (text: string) =>
  questionWordPattern.exec(inEnglish(text).replaceAll(/\bwho[ms]\b/g, 'who'))?.[0] ?? ''

/** Cached per script, because translating a sentence takes 0.05 ms, and a script may have thirty. */
const questionWordsOf = memoizeByObject(
  (script: Scenario): ReadonlySet<string> =>
    new Set(sentencesOf(script).map(({ text }) => questionWordOf(text))),
)

/** Whether a query asks who, when, where or how many, and no sentence of the script does. */
function asksForSomethingElse({ script }: Sentence, query: string): boolean {
  const asked = questionWordOf(query)
  return exactQuestionWord.test(asked) && !questionWordsOf(script).has(asked)
}

/** The names, codes and numbers in a query, in the form that the search index uses. */
const namesInKeywords = (keywords: readonly Keyword[]) =>
  keywords.filter(({ term, isName }) => isName || /\p{N}/u.test(term)).map(({ term }) => term)

/** Maps the words of a query, and the parts of these words, to their weights. */
function featuresOf(keywords: readonly Keyword[]): Features {
  const features = new Map<string, number>()
  for (const { term, weight: named, isName } of keywords) {
    const weight = isName ? named / 2 : named
    features.set(term, weight)
    for (const part of wordPartsOf(term)) features.set(part, wordPartWeight * weight)
  }
  return features
}

/** Splits a word into overlapping parts of three letters, or of two Chinese or Japanese letters. */
function wordPartsOf(term: string): string[] {
  const letters = [...`^${term}`]
  const size = /[\p{sc=Han}\p{sc=Kana}\p{sc=Hira}]/u.test(term) ? 2 : 3
  return letters.slice(size - 1).map((_, at) => `${letters.slice(at, at + size).join('')}…`)
}

function vectorLength(features: Features, weightOf: SentenceIndex['weightOf']): number {
  let sum = 0
  for (const [feature, weight] of features) sum += (weight * weightOf(feature)) ** 2
  return Math.sqrt(sum) || 1
}
