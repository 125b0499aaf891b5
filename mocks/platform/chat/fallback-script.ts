import type { StoredAgent } from '../../../contract/records/agent.ts'
import type { Passage, StoredKnowledgeBase } from '../../../contract/records/knowledge-base.ts'
import type { ScriptCall, ScriptLine } from '../../../contract/scripts/lines.ts'
import type { World } from '../../world/world.ts'
import { detectLanguage } from './detect-language.ts'
import { phrasesOf, phrases } from './languages/phrases-by-language.ts'
import type { Phrases } from './languages/phrases.ts'
import { type BaseHits, retrieve, type QuotedSource } from './retrieve.ts'
import type { Script } from './script-runner.ts'

type FallbackInput = {
  readonly mode: 'react' | 'dag'
  readonly query: string
  readonly agent: StoredAgent | undefined
}

/** What an answer without a script is made of. */
type AnswerDraft = FallbackInput & {
  readonly words: Phrases
  readonly bases: readonly StoredKnowledgeBase[]
  readonly talk: SmallTalk['kind'] | undefined
  readonly hits: readonly BaseHits[]
  readonly sources: readonly QuotedSource[]
}

/** A script for any query, in its language: from documents where they know, else it asks back. */
export function fallbackScript(
  world: World,
  question: FallbackInput,
  bases: readonly StoredKnowledgeBase[],
): Script {
  const { query, agent, mode } = question
  const language = detectLanguage(query)
  const talk = detectSmallTalk(query, language)
  const words = phrasesOf(talk?.language ?? language)
  const found =
    talk === undefined ? retrieve(world, query, language, bases) : { hits: [], sources: [] }
  const draft = { ...question, words, bases, talk: talk?.kind, ...found }
  const suggestions = agent?.suggested_prompts.slice(0, 3) ?? []
  return {
    script: [
      ...(mode === 'dag' ? planLines(draft) : reactLines(draft)),
      { answer: composeAnswer(draft) },
    ],
    suggestions: suggestions.length === 0 ? [...words.suggestions] : suggestions,
  }
}

/** The work before an answer in the ReAct loop. */
function reactLines({ talk, words, bases, hits, query }: AnswerDraft): ScriptLine[] {
  const think = { think: words.think }
  if (talk !== undefined || bases.length === 0) return [think]
  return [
    think,
    {
      call: searchCall(
        query,
        hits.flatMap(({ passages }) => passages),
      ),
    },
  ]
}

/** The work before an answer as a plan: each knowledge base that knows something is searched. */
function planLines({ words, bases, hits, sources, query }: AnswerDraft): ScriptLine[] {
  const searched = hits.length > 0 ? hits : bases.map((base) => ({ base, passages: [] }))
  const searches = searched.slice(0, 4).map(({ base, passages }, index) => ({
    id: `search_${index + 1}`,
    task: fillPhrase(words.search, base.name),
    calls: [{ ...searchCall(query, passages), takes: 180 + 90 * index }],
    takes: 300,
    result: fillPhrase(words.hits, String(passages.length)),
  }))
  const choose = {
    id: 'choose',
    task: words.choose,
    after: searches.map(({ id }) => id),
    takes: 240,
    result: fillPhrase(words.chosen, String(sources.length)),
  }
  const write = {
    id: 'write',
    task: words.write,
    after: [choose.id],
    takes: 160,
    result: words.written,
  }
  const achieved = sources.length > 0
  const reasoning = achieved ? words.achieved : words.missed
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

function composeAnswer({ talk, words, agent, bases, sources }: AnswerDraft): string {
  const name = agent?.name ?? words.assistant
  const who = [fillPhrase(words.iAm, name), agent?.description ?? ''].join(' ').trim()
  const knows = bases
    .slice(0, 5)
    .map(({ name: base, description }) =>
      description === null ? `- **${base}**` : `- **${base}**: ${description}`,
    )
  const documents = withHeading(words.documents, knows)
  const prompts = agent?.suggested_prompts.slice(0, 2).map((prompt) => `- ${prompt}`) ?? []
  const examples = withHeading(words.examples, prompts)
  if (talk === 'thanks') return words.welcome
  if (talk === 'greetings') {
    const hello = [fillPhrase(words.hello, name), agent?.description ?? ''].join(' ').trim()
    return joinParagraphs(hello, examples, words.ask)
  }
  if (talk === 'abilities') return joinParagraphs(who, documents, examples, words.ask)
  if (sources.length > 0)
    return joinParagraphs(words.found, ...sources.map(formatQuote), words.more)
  const missing = bases.length === 0 ? words.noDocuments : words.nothing
  return joinParagraphs(missing, words.narrow, who, documents, examples)
}

/** A quotation as it stands in its document, and where that is. */
const formatQuote = ({ quote, metadata }: QuotedSource) =>
  `${quote.replaceAll(/^/gm, '> ')}\n\n— *${sourceLabel(metadata)}*`

const sourceLabel = ({ source, chunk_index }: Passage['metadata']) =>
  `${source}, § ${chunk_index + 1}`

const joinParagraphs = (...parts: readonly string[]) =>
  parts.filter((part) => part !== '').join('\n\n')

const withHeading = (heading: string, items: readonly string[]) =>
  items.length === 0 ? '' : `${heading}\n\n${items.join('\n')}`

/** A phrase with a name or number in its place; what that says is left as it is. */
const fillPhrase = (phrase: string, value: string) => phrase.replace('{}', () => value)

/** What is said without a question about the world, and in which language. */
type SmallTalk = {
  readonly kind: 'greetings' | 'thanks' | 'abilities'
  readonly language: string
}

const maxSmallTalk = 80

/** Recognizes a greeting, thanks, or a question for what one can do; longer texts ask for more. */
function detectSmallTalk(query: string, language: string | undefined): SmallTalk | undefined {
  const said = normalizeText(query.slice(0, 2 * maxSmallTalk))
  if (said === '' || said.length > maxSmallTalk) return undefined
  // A word such as `hallo` is of several languages: that of the query is asked first.
  const languages = Object.keys(phrases).toSorted(
    (a, b) => Number(b === language) - Number(a === language),
  )
  for (const kind of ['abilities', 'thanks', 'greetings'] as const)
    for (const one of languages)
      if (phrases[one]?.[kind].some((phrase) => matchesPhrase(kind, phrase, said)))
        return { kind, language: one }
  // What is suggested has to be understood.
  const suggested = languages.find((one) =>
    phrases[one]?.suggestions.some((suggestion) => normalizeText(suggestion) === said),
  )
  return suggested === undefined ? undefined : { kind: 'abilities', language: suggested }
}

/** A text in small letters, without what only separates words. */
const normalizeText = (text: string) =>
  text
    .normalize()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}'’-]+/gu, ' ')
    .trim()

/** A greeting and thanks may be followed by a name; what one can do may be asked in more words. */
function matchesPhrase(kind: SmallTalk['kind'], phrase: string, said: string): boolean {
  if (said === phrase) return true
  const isWord = !phrase.includes(' ') && /^[\p{sc=Latn}\p{sc=Cyrl}]+$/u.test(phrase)
  if (!said.startsWith(phrase)) return false
  const rest = said.slice(phrase.length)
  const words = rest.trim().split(' ').length
  if (kind === 'abilities') return !isWord && words <= 3 && rest.length <= 24
  return rest.startsWith(' ') && words <= 2
}
