import type { StoredAgent } from '../../../contract/records/agent.ts'
import type { Passage, StoredKnowledgeBase } from '../../../contract/records/knowledge-base.ts'
import type { ScriptCall, ScriptLine } from '../../../contract/scripts/lines.ts'
import type { World } from '../../world/world.ts'
import { extractKeywords } from '../knowledge-bases/keywords.ts'
import { toEnglish } from '../knowledge-bases/to-english.ts'
import { detectLanguage, fillPhrase, type Phrases, phrasesOf } from '../languages/languages.ts'
import type { Script } from './playable-turn.ts'
import { seededRandom } from './run-context.ts'
import { type AskedQuestion, findSources, isQuoted, noFindings } from './find-sources.ts'
import {
  type BaseHits,
  formatQuote,
  keywordShare,
  type QuotedSource,
  sourceIn,
  sourceLabel,
} from './quotes.ts'
import { answerFromTable, type TableAnswer } from '../tables/table-answer.ts'
import { findNamedRow, readTableQuestion } from '../tables/table-question.ts'
import { thoughtsToPlan } from './adapt-script.ts'
import { questionsIn, readInEnglish, splitQuestions } from './read-question.ts'
import { detectSmallTalk, normalizeText, type SmallTalk } from './small-talk.ts'

type FallbackInput = AskedQuestion & {
  readonly mode: 'react' | 'dag'
  readonly agent: StoredAgent | undefined
  /** The earlier questions that no script answered, oldest first. */
  readonly earlier: readonly string[]
  /** The name of the user, who sees only their own rows of private tables. */
  readonly user: string | null
}

type AnswerDraft = FallbackInput & {
  readonly phrases: Phrases
  readonly language: string
  readonly bases: readonly StoredKnowledgeBase[]
  /** The prompts that the agent suggests, the most similar to the query first. */
  readonly prompts: readonly string[]
  readonly smallTalkKind: SmallTalk['kind'] | undefined
  readonly hits: readonly BaseHits[]
  readonly sources: readonly QuotedSource[]
  /** Whether it is uncertain that the sources answer the query. */
  readonly isUnsure: boolean
}

/**
 * Creates a script for a query that no scenario matches, in the language of the query. The script
 * quotes documents that answer the query. If there are none, it quotes the closest passage with a
 * warning that the passage may not answer the query, or it asks for more details.
 */
export function createFallbackScript(
  world: World,
  input: FallbackInput,
  bases: readonly StoredKnowledgeBase[],
): Script {
  const both = answerTwoQuestions(world, input, bases)
  if (both !== undefined) return both
  const whole = draftScript(world, input, bases)
  if (whole.isAnswered) return whole.script
  // Other sentences may have words that no document has, so each question is tried alone.
  for (const query of questionsIn(input.query)) {
    const { script, isAnswered } = draftScript(world, { ...input, query }, bases)
    if (isAnswered) return script
  }
  return whole.script
}

/**
 * Returns a script for two questions in one sentence; undefined for other queries, or if neither
 * question has an answer.
 */
function answerTwoQuestions(
  world: World,
  input: FallbackInput,
  bases: readonly StoredKnowledgeBase[],
): Script | undefined {
  const [first, second] = input.mode === 'react' ? splitQuestions(input.query) : []
  if (first === undefined || second === undefined) return undefined
  const one = draftScript(world, { ...input, query: first }, bases)
  // The second question may refer to the subject of the first one.
  const earlier = [...input.earlier, first]
  const earlierQueries = [...input.earlierQueries, first]
  const answers = [...input.answers, one.answer]
  const next = { ...input, query: second, earlier, earlierQueries, answers }
  const other = draftScript(world, next, bases)
  if (!one.isAnswered && !other.isAnswered) return undefined
  const lines = [one, other].flatMap(({ script }) => script.script)
  // If both answers quote the same passage, only the second is shown, because it may express doubt.
  const shown = other.isRepeated ? [other] : [one, other]
  return {
    script: [
      ...lines.filter((line) => !('answer' in line)),
      { answer: joinAnswers([...new Set(shown.map(({ answer }) => answer))]) },
    ],
    suggestions: one.script.suggestions,
  }
}

/** Joins one or two answers. A paragraph at the start or at the end of both is shown once. */
function joinAnswers([first = '', second]: readonly string[]): string {
  if (second === undefined) return first
  const [one, other] = [first.split('\n\n'), second.split('\n\n')]
  if (one.at(-1) === other.at(-1)) one.pop()
  if (one[0] === other[0]) other.shift()
  return joinParagraphs(...one, ...other)
}

/** Drafts a script for one question. */
function draftScript(world: World, input: FallbackInput, bases: readonly StoredKnowledgeBase[]) {
  const { query, mode } = input
  const language = detectLanguage(query) ?? detectLanguage(input.earlierQueries.at(-1) ?? '')
  const talk = detectSmallTalk(query, language)
  const spoken = talk?.language ?? language ?? 'en'
  const phrases = phrasesOf(spoken)
  const reading = readInEnglish(query, input.earlierQueries)
  const found =
    talk === undefined
      ? findSources(world, input, reading, bases)
      : { ...noFindings, isUnsure: false }
  const continues = continuesOtherAnswer(input, spoken)
  const isQuoteNearer = found.isSameQuestion === true || (continues && found.sources.length > 0)
  const table =
    talk === undefined && !isQuoteNearer
      ? answerFromTables(world, input, spoken, found.isUnsure, continues)
      : undefined
  const prompts = nearestPrompts(input, spoken, talk === undefined)
  const draft = {
    ...input,
    ...found,
    phrases,
    language: spoken,
    bases,
    prompts,
    smallTalkKind: talk?.kind,
  }
  const own = phrases.suggestions.filter((one) => normalizeText(one) !== normalizeText(query))
  /**
   * Whether the answer to small talk lists this prompt. If so, the prompt is not suggested again.
   */
  const isListed = (one: string) => talk !== undefined && answer.includes(`- ${one}`)
  const lookUp = table && [{ think: phrases.think }, { call: table.call }]
  const isAnswered = talk !== undefined || table !== undefined || found.sources.length > 0
  const answer = table?.answer ?? composeAnswer(draft)
  const searches = mode === 'dag' ? planLines : reactLines
  const rows = lookUp && (mode === 'dag' ? thoughtsToPlan(lookUp, query) : lookUp)
  const lines = rows ?? searches(draft)
  const script: Script = {
    script: [...lines, { answer }],
    suggestions: [...prompts, ...own].filter((one) => !isListed(one)).slice(0, maxSuggestions),
  }
  return {
    script,
    /** Whether the script has an answer: a quote, a table, or a reply to small talk. */
    isAnswered,
    /** Whether the previous answer contains all quotes of this script. */
    isRepeated: table === undefined && isQuoted(found.sources, input.answers),
    /** The answer of the script, or one sentence that says that nothing was found. */
    answer: isAnswered ? answer : missingAnswerText(draft, createVariantPicker(query)),
  }
}

/**
 * Answers a question from the fixture's tables. With `mayDoubt`, a row that the question names is
 * shown with a warning, even if other words of the question are unknown. With `isDoubtful`, every
 * answer has the warning.
 */
function answerFromTables(
  world: World,
  { query, earlier, user }: FallbackInput,
  language: string,
  mayDoubt: boolean,
  isDoubtful: boolean,
): TableAnswer | undefined {
  const { tables = [], glossary = {} } = world.config.fixture
  const phrases = phrasesOf(language)
  const queries = [...earlier, query]
  const question = readTableQuestion(tables, glossary, queries, user, world.clock.now())
  if (question !== undefined) {
    const found = answerFromTable(question, phrases)
    return isDoubtful ? withDoubt(found, phrases) : found
  }
  const named = mayDoubt ? findNamedRow(tables, query, user) : undefined
  if (named === undefined) return undefined
  return withDoubt(answerFromTable(named, phrases), phrases)
}

/**
 * Whether a question such as `and about the installation?` continues an answer that is no table.
 * Such a question is probably about that answer's subject, even if its words match a table.
 */
const continuesOtherAnswer = (
  { query, answers, earlier, earlierQueries }: FallbackInput,
  language: string,
) =>
  answers.length > 0 &&
  /^\W*and\b/i.test(toEnglish(query, language)) &&
  (earlier.at(-1) !== earlierQueries.at(-1) || sourceIn(answers.at(-1) ?? '') !== undefined)

const withDoubt = ({ answer, call }: TableAnswer, { closest }: Phrases): TableAnswer => ({
  answer: joinParagraphs(closest, answer),
  call,
})

const maxSuggestions = 3

/** Whether a text is in a language. Also true if the language of the text is unclear. */
const isInLanguage = (language: string, text: string) =>
  (detectLanguage(text) ?? language) === language

const examplesPerAnswer = 2

/** The lines of a ReAct script before the answer. */
function reactLines({ smallTalkKind, phrases, bases, hits, query }: AnswerDraft): ScriptLine[] {
  const think = { think: phrases.think }
  if (smallTalkKind !== undefined || bases.length === 0) return [think]
  const found = hits.flatMap(({ passages }) => passages)
  return [think, { call: searchCall(query, found) }]
}

/** The lines of a plan script before the answer: one step for each knowledge base with hits. */
function planLines({ phrases, bases, hits, sources, isUnsure, query }: AnswerDraft): ScriptLine[] {
  const searched = hits.length > 0 ? hits : bases.map((base) => ({ base, passages: [] }))
  const searches = searched.slice(0, 4).map(({ base, passages }, index) => ({
    id: `search_${index + 1}`,
    task: fillPhrase(phrases.search, base.name),
    calls: [{ ...searchCall(query, passages), takes: 180 + 90 * index }],
    takes: 300,
    result: fillPhrase(phrases.hits, String(passages.length)),
  }))
  const choose = {
    id: 'choose',
    task: phrases.choose,
    after: searches.map(({ id }) => id),
    takes: 240,
    result: fillPhrase(phrases.chosen, String(sources.length)),
  }
  const write = {
    id: 'write',
    task: phrases.write,
    after: [choose.id],
    takes: 160,
    result: phrases.written,
  }
  const achieved = sources.length > 0 && !isUnsure
  const doubt = sources.length > 0 ? phrases.closest : phrases.missed
  const reasoning = achieved ? phrases.achieved : doubt
  const confidence = achieved ? 0.86 : 0.3
  return [{ plan: { steps: [...searches, choose, write], achieved, confidence, reasoning } }]
}

function searchCall(query: string, passages: readonly Passage[]): ScriptCall {
  const found = passages.map(({ content, metadata }) => `[${sourceLabel(metadata)}] ${content}`)
  return {
    tool: 'knowledge_search',
    input: { query, top_k: 3 },
    takes: 180,
    observation: found.slice(0, 3).join('\n\n') || 'No passage found.',
  }
}

function composeAnswer(draft: AnswerDraft): string {
  const { smallTalkKind, phrases, language, agent, bases, prompts, sources, isUnsure, query } =
    draft
  const name = agent?.name ?? phrases.assistant
  const role = agent?.description ?? ''
  const about = role === '' || isInLanguage(language, role) ? role : fillPhrase(phrases.role, role)
  const who = fillPhrase(phrases.iAm, name)
  const knows = bases
    .slice(0, 5)
    .map(({ name: base, description }) =>
      description === null ? `- **${base}**` : `- **${base}**: ${description}`,
    )
  const documents = withHeading(phrases.documents, knows)
  const examples = withHeading(
    phrases.examples,
    prompts.slice(0, examplesPerAnswer).map((prompt) => `- ${prompt}`),
  )
  if (smallTalkKind === 'thanks') return phrases.welcome
  const hello = joinSentences(fillPhrase(phrases.hello, name), about)
  if (smallTalkKind === 'greetings') return joinParagraphs(hello, examples, phrases.ask)
  if (smallTalkKind === 'abilities')
    return joinParagraphs(joinSentences(who, about), documents, examples, phrases.ask)
  const quotes = sources.map(formatQuote)
  const agentName = agent === undefined ? '' : who
  if (quotes.length > 0)
    return isUnsure
      ? joinParagraphs(joinSentences(agentName, phrases.closest), ...quotes, examples)
      : joinParagraphs(phrases.found, ...quotes, phrases.more)
  const pick = createVariantPicker(query)
  const refusal = joinSentences(agentName, phrases.outside, missingAnswerText(draft, pick))
  // An answer without a source ends with prompts, or with the subjects that the user can ask about.
  const others = [[documents], role === '' ? [] : [fillPhrase(phrases.role, role)], []]
  const rest = examples === '' ? [documents] : pick(others)
  return joinParagraphs(refusal, pick(phrases.narrow), ...rest, examples)
}

/** Says that the documents do not answer the query. */
const missingAnswerText = ({ phrases, bases }: AnswerDraft, pick: PickVariant): string =>
  pick(bases.length === 0 ? phrases.noDocuments : phrases.nothing)

type PickVariant = ReturnType<typeof createVariantPicker>

/** Returns a function that chooses a variant. The same query always gets the same variants. */
function createVariantPicker(query: string): <Variant>(variants: readonly Variant[]) => Variant {
  const random = seededRandom(hashText(query))
  return <Variant>(variants: readonly Variant[]) =>
    variants[Math.floor(random() * variants.length)] as Variant
}

const joinParagraphs = (...parts: readonly string[]) =>
  parts.filter((part) => part !== '').join('\n\n')

/** Joins sentences with spaces, except in writing systems whose full stop needs no space. */
const joinSentences = (...parts: readonly string[]) =>
  parts
    .filter((part) => part !== '')
    .map((part) => (part.endsWith('。') ? part : `${part} `))
    .join('')
    .trim()

const withHeading = (heading: string, items: readonly string[]) =>
  items.length === 0 ? '' : `${heading}\n\n${items.join('\n')}`

/** The number of recent answers whose prompts are suggested last. */
const maxAnswers = 20

/** The maximum number of prompts to consider, because detecting their languages takes time. */
const maxPrompts = 20

/**
 * Returns the suggested prompts of an agent in the language of the turn, without the query itself.
 * Sorts prompts by how often recent answers showed them, least first, then by similarity to the
 * query. If `varies` is true, the query also decides the order of prompts that are still equal.
 */
function nearestPrompts(
  { agent, query, answers }: FallbackInput,
  language: string,
  varies: boolean,
): string[] {
  const all = (agent?.suggested_prompts.slice(0, maxPrompts) ?? []).filter(
    (prompt) => normalizeText(prompt) !== normalizeText(query),
  )
  const mayFit = (prompt: string) => language === 'en' || !/^[ -~]*$/.test(prompt)
  const prompts = all.filter(
    (prompt) =>
      detectLanguage(prompt) === language ||
      // A short prompt may have no clear language. If it is plain ASCII, it counts as English.
      (detectLanguage(prompt) === undefined && mayFit(prompt)),
  )
  const recent = answers.slice(-maxAnswers)
  const keywords = extractKeywords(query)
  const start = varies && prompts.length > 0 ? hashText(query) % prompts.length : 0
  return [...prompts.slice(start), ...prompts.slice(0, start)]
    .map((prompt) => ({
      prompt,
      shown: recent.filter((answer) => answer.includes(`- ${prompt}`)).length,
      share: keywordShare(keywords, prompt),
    }))
    .toSorted((a, b) => a.shown - b.shown || b.share - a.share)
    .map(({ prompt }) => prompt)
}

/** A 32-bit hash of the first 200 characters of a text. */
function hashText(text: string): number {
  let hash = 0
  for (const character of text.slice(0, 200))
    hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return hash
}
