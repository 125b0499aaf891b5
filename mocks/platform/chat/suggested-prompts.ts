import type { StoredAgent } from '../../../contract/records/agent.ts'
import { extractKeywords } from '../knowledge-bases/keywords.ts'
import { detectLanguage } from '../languages/languages.ts'
import { keywordShare } from './quotes.ts'
import { normalizeText } from './small-talk.ts'

type PromptInput = {
  readonly agent: StoredAgent | undefined
  readonly query: string
  /** The earlier answers of the conversation. */
  readonly answers: readonly string[]
}

/** The number of recent answers that are searched for prompts shown before. */
const maxAnswers = 20

/** The maximum number of prompts to consider, because detecting their languages takes time. */
const maxPrompts = 20

/**
 * Returns the suggested prompts of an agent in the language of the turn, without the query itself.
 * Sorts prompts by how often recent answers showed them, least first, then by similarity to the
 * query. If `varies` is true, the query also decides the order of prompts that are still equal.
 */
export function nearestPrompts(
  { agent, query, answers }: PromptInput,
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
export function hashText(text: string): number {
  let hash = 0
  for (const character of text.slice(0, 200))
    hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return hash
}
