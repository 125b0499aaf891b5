import type { ScriptLine } from '../../../contract/scripts/lines.ts'
import type { ScenarioSummary } from '../../../contract/control/worlds.ts'

/** Returns the title of a script, made from its name: `order-status` becomes “Order status”. */
export function scriptTitle(name: string): string {
  const words = name
    .replaceAll(/[-/]/g, ' ')
    .replaceAll(/\b(?:api|dpa)\b/g, (word) => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns a question that plays a script, or the title of a script that only has patterns. */
export function exampleQuestion({ name, match }: Pick<ScenarioSummary, 'name' | 'match'>): string {
  for (const query of [match.query ?? []].flat()) {
    const words = typeof query === 'string' ? [query] : query.all
    if (words.every((word) => !word.startsWith('/'))) return words.join(' ')
  }
  return scriptTitle(name)
}

/** Whether the texts of a script contain all words of a search. */
export function matchesSearch(script: ScenarioSummary, search: string): boolean {
  const text = `${scriptTitle(script.name)} ${script.name} ${script.about} ${exampleQuestion(script)}`
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
