import type { ScriptLine } from '../../../contract/scripts/lines.ts'
import type { ScenarioSummary } from '../../../contract/control/worlds.ts'
import { capitalize } from '../../../contract/capitalize.ts'

/** Returns the title of a script, made from its name: `order-status` becomes “Order status”. */
export function scriptTitle(name: string): string {
  const words = name
    .replaceAll(/[-/]/g, ' ')
    .replaceAll(/\b(?:api|dpa)\b/g, (word) => word.toUpperCase())
  return capitalize(words)
}

type MatchedScript = {
  readonly name: string
  readonly match: Pick<ScenarioSummary['match'], 'query' | 'like'>
}

/**
 * Returns the words of each `query` that is not a pattern. A question must contain all these words.
 */
const wordQueries = ({ match }: MatchedScript): readonly (readonly string[])[] =>
  [match.query ?? []]
    .flat()
    .map((query) => (typeof query === 'string' ? [query] : query.all))
    .filter((words) => words.every((word) => !word.startsWith('/')))

/**
 * Returns a question that plays a script: one of these prompts, a sentence of its `like`, or words
 * of its `query`. A script that only has patterns gets its title.
 */
export function exampleQuestion(script: MatchedScript, prompts: readonly string[] = []): string {
  const queries = wordQueries(script)
  const plays = (prompt: string) =>
    queries.some((words) =>
      words.every((word) => prompt.toLowerCase().includes(word.toLowerCase())),
    )
  const [like] = script.match.like ?? []
  return capitalize(
    prompts.find(plays) ?? like ?? queries[0]?.join(' ') ?? scriptTitle(script.name),
  )
}

/** Whether the texts of a script contain all words of a search. */
export function matchesSearch(script: ScenarioSummary, search: string): boolean {
  const text = `${scriptTitle(script.name)} ${script.name} ${script.about} ${exampleQuestion(script)} ${wordQueries(script).join(' ')}`
  const words = search.toLowerCase().split(/\s+/)
  return words.every((word) => text.toLowerCase().includes(word))
}

/** Returns a word for what a line of a script does, and the text of the line. */
export function describeLine(line: ScriptLine): { readonly action: string; readonly text: string } {
  if ('think' in line) return { action: 'Thinks', text: readText(line.think) }
  if ('answer' in line) return { action: 'Says', text: readText(line.answer) }
  if ('call' in line) return { action: 'Calls', text: line.call.tool }
  if ('calls' in line)
    return { action: 'Calls', text: line.calls.map(({ tool }) => tool).join(', ') }
  if ('approval' in line) return { action: 'Asks for approval', text: line.approval.call.tool }
  if ('plan' in line)
    return { action: 'Plans', text: line.plan.steps.map(({ task }) => task).join(' · ') }
  if ('pause' in line) return { action: 'Pauses', text: `${line.pause / 1000} s` }
  if ('inject' in line) return { action: 'The user adds', text: readContent(line.inject) }
  if ('replan' in line) return { action: 'Plans again', text: line.replan }
  if ('fail' in line) return { action: 'Fails', text: '' }
  return { action: 'Sends', text: Object.keys(line).join(', ') }
}

const readText = (typed: string | { readonly text: string }) =>
  typeof typed === 'string' ? typed : typed.text

const readContent = (line: string | { readonly content: string }) =>
  typeof line === 'string' ? line : line.content
