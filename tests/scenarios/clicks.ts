import type { Scenario } from '../../contract/scripts/scenario.ts'
import { explainChoice } from '../../mocks/platform/chat/choose-script.ts'
import { phrasesByLanguage } from '../../mocks/platform/languages/languages.ts'
import { demo, shippedScenarios } from '../support/transports.ts'

/** A suggested sentence that a user clicks, and the scripts that match it. */
export type Click = {
  readonly sentence: string
  readonly agent: string
  /** The mode that the fast model of `/api/auto` chooses for the sentence. */
  readonly mode: 'react' | 'dag'
  /** The script of the previous turn. */
  readonly after: string | undefined
  readonly fits: readonly string[]
}

/** The user whose clicks these are: some scripts play only for one. */
const [user] = demo.users

/** The result of a click on a prompt of an agent, or on a suggestion after a script. */
function click(sentence: string, agent: string, after?: string): Click {
  const isDag = demo.routing.dag.some((words) => sentence.toLowerCase().includes(words))
  const mode = isDag ? 'dag' : 'react'
  const question = { mode, query: sentence, agent: { name: agent }, user, after } as const
  const fits = explainChoice(shippedScenarios, question).filter((one) => one.fits)
  return { sentence, agent, mode, after, fits: fits.map(({ name }) => name) }
}

/** Returns the script with a name; throws if there is none. */
function scriptNamed(name: string): Scenario {
  const found = shippedScenarios.find((script) => script.name === name)
  if (found === undefined) throw new Error(`There is no script "${name}".`)
  return found
}

/** Questions about the assistant, which are answered without a script in every language. */
const smallTalk = new Set([...phrasesByLanguage.values()].flatMap(({ suggestions }) => suggestions))

/** Whether a suggestion is answered without a script. */
export const isSmallTalk = (sentence: string): boolean => smallTalk.has(sentence)

/** The clicks on all suggestions after a script that lead to a script. */
export const clicksBehind = (name: string, agent: string): readonly Click[] =>
  (scriptNamed(name).suggestions ?? [])
    .filter((sentence) => !isSmallTalk(sentence))
    .map((sentence) => click(sentence, agent, name))

/** Every click that a user can reach from the prompts of the agents. */
export function allClicks(): readonly Click[] {
  const clicks = demo.agents.flatMap(({ name, suggested_prompts }) =>
    suggested_prompts.map((prompt) => click(prompt, name)),
  )
  const reached = new Set<string>()
  for (const { fits, agent } of clicks) {
    const [name] = fits
    if (name === undefined || reached.has(name)) continue
    reached.add(name)
    clicks.push(...clicksBehind(name, agent))
  }
  return clicks
}

/** The clicks in a new conversation that lead to a script: its dialogue from the beginning. */
export function clicksTo(name: string, clicks: readonly Click[]): readonly Click[] {
  const { after } = scriptNamed(name).match
  const last = clicks.find(
    (one) => one.fits[0] === name && (after === undefined || one.after === after),
  )
  if (last === undefined) throw new Error(`No click leads to "${name}".`)
  return after === undefined ? [last] : [...clicksTo(after, clicks), last]
}
