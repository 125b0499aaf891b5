import type { Passage, StoredKnowledgeBase } from '../../contract/records/knowledge-base.ts'
import type { StoredAgent } from '../../contract/records/agent.ts'
import type { Scenario } from '../../contract/scenario.ts'
import type { World } from '../state/world.ts'
import type { Script } from './tell-script.ts'

type Question = {
  readonly mode: 'react' | 'dag'
  readonly query: string
  readonly agent: StoredAgent | undefined
}

/** Below this score a passage has little to do with the question. */
const relevant = 0.35

/** A script for any query: it answers from knowledge bases where they know, else from the agent. */
export function fallbackScript(
  world: World,
  question: Question,
  bases: readonly StoredKnowledgeBase[],
): Script {
  const passages = bases
    .flatMap((base) => world.search.search(base, question.query, 2))
    .filter(({ score }) => score >= relevant)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 3)
  const answer = passages.length === 0 ? unknown(question) : known(passages)
  const suggestions = question.agent?.suggested_prompts.slice(0, 3) ?? [
    'Can you go into more detail?',
    'Which sources did you use?',
    'What should I do next?',
  ]
  const search = {
    tool: 'knowledge_search',
    input: { query: question.query, top_k: 3 },
    takes: 180,
    observation:
      passages.map(({ content, metadata }) => `${metadata.source}: ${content}`).join('\n\n') ||
      'No passage found.',
  }
  const script =
    question.mode === 'react'
      ? reactScript(bases.length > 0 && passages.length > 0 ? search : undefined, answer)
      : planScript(search, answer)
  return { script, suggestions }
}

function reactScript(
  search: Extract<Scenario['script'][number], { call: unknown }>['call'] | undefined,
  answer: string,
): Script['script'] {
  const think = { think: 'The user asks: {{query}}' }
  return search === undefined ? [think, { answer }] : [think, { call: search }, { answer }]
}

function planScript(
  search: Extract<Scenario['script'][number], { call: unknown }>['call'],
  answer: string,
): Script['script'] {
  return [
    {
      plan: {
        steps: [
          {
            id: 'understand',
            task: 'Understand what is asked',
            takes: 120,
            result: 'The question is: {{query}}',
          },
          {
            id: 'search',
            task: 'Search what is known about it',
            after: ['understand'],
            calls: [search],
            takes: 250,
            result: 'The relevant passages are collected.',
          },
          {
            id: 'compose',
            task: 'Compose the answer',
            after: ['search'],
            takes: 120,
            result: 'The answer is ready.',
          },
        ],
        achieved: true,
        confidence: 0.86,
        reasoning: 'Every part of the question is covered by a step.',
      },
    },
    { answer },
  ]
}

function known(passages: readonly Passage[]): string {
  const points = passages.map(
    ({ content, metadata }) => `- ${firstSentences(content)} *(${metadata.source})*`,
  )
  const plural = passages.length === 1 ? 'one passage' : `${passages.length} passages`
  return `On “{{query}}” I found ${plural} in the knowledge base:\n\n${points.join('\n')}\n\nShall I look up more about it?`
}

function unknown({ agent }: Question): string {
  const who =
    agent === null || agent === undefined
      ? 'a general assistant'
      : `${agent.name}: ${agent.description ?? ''}`
  const examples =
    agent?.suggested_prompts
      .slice(0, 2)
      .map((prompt) => `\n- ${prompt}`)
      .join('') ?? ''
  return (
    `You asked: “{{query}}”\n\nI am ${who.trim().replace(/[.:]$/, '')}. ` +
    `I have no document about this at hand, so I would begin by making the question smaller: what you know already, ` +
    `what a good answer would let you do, and by when you need it. Tell me one of these and I go on from there.` +
    (examples === '' ? '' : `\n\nThings I can answer right away:${examples}`)
  )
}

/** The first sentences of a passage, some 240 characters of whole words. */
function firstSentences(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').replace(/^#+ /, '')
  const sentences = plain.match(/[^.!?]+[.!?]+/g) ?? [plain]
  let taken = ''
  for (const sentence of sentences) {
    if (taken !== '' && taken.length + sentence.length > 240) break
    taken += sentence
  }
  return taken.trim()
}
