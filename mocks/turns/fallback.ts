import type { StoredAgent } from '../../contract/records/agent.ts'
import type { Passage, StoredKnowledgeBase } from '../../contract/records/knowledge-base.ts'
import type { ScriptCall, ScriptLine } from '../../contract/scripts/lines.ts'
import type { World } from '../world/world.ts'
import { languageOf } from './language.ts'
import { phrasesOf } from './phrases/by-language.ts'
import type { Phrases } from './phrases/phrases.ts'
import { type Hits, retrieve, type Source } from './retrieve.ts'
import { type SmallTalk, smallTalkIn } from './small-talk.ts'
import type { Script } from './tell-script.ts'

type Question = {
  readonly mode: 'react' | 'dag'
  readonly query: string
  readonly agent: StoredAgent | undefined
}

/** What an answer without a script is made of. */
type Draft = Question & {
  readonly words: Phrases
  readonly bases: readonly StoredKnowledgeBase[]
  readonly talk: SmallTalk['kind'] | undefined
  readonly hits: readonly Hits[]
  readonly sources: readonly Source[]
}

/** A script for any query, in its language: from documents where they know, else it asks back. */
export function fallbackScript(
  world: World,
  question: Question,
  bases: readonly StoredKnowledgeBase[],
): Script {
  const { query, agent, mode } = question
  const language = languageOf(query)
  const talk = smallTalkIn(query, language)
  const words = phrasesOf(talk?.language ?? language)
  const found =
    talk === undefined ? retrieve(world, query, language, bases) : { hits: [], sources: [] }
  const draft = { ...question, words, bases, talk: talk?.kind, ...found }
  const suggestions = agent?.suggested_prompts.slice(0, 3) ?? []
  return {
    script: [...(mode === 'dag' ? plan(draft) : look(draft)), { answer: answerOf(draft) }],
    suggestions: suggestions.length === 0 ? [...words.suggestions] : suggestions,
  }
}

/** The work before an answer in the ReAct loop. */
function look({ talk, words, bases, hits, query }: Draft): ScriptLine[] {
  const think = { think: words.think }
  if (talk !== undefined || bases.length === 0) return [think]
  return [
    think,
    {
      call: searchFor(
        query,
        hits.flatMap(({ passages }) => passages),
      ),
    },
  ]
}

/** The work before an answer as a plan: each knowledge base that knows something is searched. */
function plan({ words, bases, hits, sources, query }: Draft): ScriptLine[] {
  const searched = hits.length > 0 ? hits : bases.map((base) => ({ base, passages: [] }))
  const searches = searched.slice(0, 4).map(({ base, passages }, index) => ({
    id: `search_${index + 1}`,
    task: put(words.search, base.name),
    calls: [{ ...searchFor(query, passages), takes: 180 + 90 * index }],
    takes: 300,
    result: put(words.hits, String(passages.length)),
  }))
  const choose = {
    id: 'choose',
    task: words.choose,
    after: searches.map(({ id }) => id),
    takes: 240,
    result: put(words.chosen, String(sources.length)),
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

function searchFor(query: string, passages: readonly Passage[]): ScriptCall {
  const found = passages.map(({ content, metadata }) => `[${placeOf(metadata)}] ${content}`)
  return {
    tool: 'knowledge_search',
    input: { query, top_k: 3 },
    takes: 180,
    observation: found.slice(0, 3).join('\n\n') || 'No passage found.',
  }
}

function answerOf({ talk, words, agent, bases, sources }: Draft): string {
  const name = agent?.name ?? words.assistant
  const who = [put(words.iAm, name), agent?.description ?? ''].join(' ').trim()
  const knows = bases
    .slice(0, 5)
    .map(({ name: base, description }) =>
      description === null ? `- **${base}**` : `- **${base}**: ${description}`,
    )
  const documents = under(words.documents, knows)
  const prompts = agent?.suggested_prompts.slice(0, 2).map((prompt) => `- ${prompt}`) ?? []
  const examples = under(words.examples, prompts)
  if (talk === 'thanks') return words.welcome
  if (talk === 'greetings') {
    const hello = [put(words.hello, name), agent?.description ?? ''].join(' ').trim()
    return joined(hello, examples, words.ask)
  }
  if (talk === 'abilities') return joined(who, documents, examples, words.ask)
  if (sources.length > 0) return joined(words.found, ...sources.map(cited), words.more)
  const missing = bases.length === 0 ? words.noDocuments : words.nothing
  return joined(missing, words.narrow, who, documents, examples)
}

/** A quotation as it stands in its document, and where that is. */
const cited = ({ quote, metadata }: Source) =>
  `${quote.replaceAll(/^/gm, '> ')}\n\n— *${placeOf(metadata)}*`

const placeOf = ({ source, chunk_index }: Passage['metadata']) => `${source}, § ${chunk_index + 1}`

const joined = (...parts: readonly string[]) => parts.filter((part) => part !== '').join('\n\n')

const under = (heading: string, items: readonly string[]) =>
  items.length === 0 ? '' : `${heading}\n\n${items.join('\n')}`

/** A phrase with a name or number in its place; what that says is left as it is. */
const put = (phrase: string, value: string) => phrase.replace('{}', () => value)
