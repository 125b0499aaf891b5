import type { Scenario } from '../contract/scripts/scenario.ts'
import { explainChoice } from '../mocks/platform/chat/choose-script.ts'
import { demo, shippedScenarios } from './transports.ts'

/** A sentence that somebody clicks on, and the scripts that fit it. */
export type Click = {
  readonly sentence: string
  readonly agent: string
  /** Where the fast model of `/api/auto` sends it. */
  readonly mode: 'react' | 'dag'
  /** The script of the turn before. */
  readonly after: string | undefined
  readonly fits: readonly string[]
}

/** What comes of a click on a prompt of an agent, or on a suggestion behind a script. */
function click(sentence: string, agent: string, after?: string): Click {
  const isDag = demo.routing.dag.some((words) => sentence.toLowerCase().includes(words))
  const mode = isDag ? 'dag' : 'react'
  const question = { mode, query: sentence, agent: { name: agent }, after } as const
  const fits = explainChoice(shippedScenarios, question).filter((one) => one.fits)
  return { sentence, agent, mode, after, fits: fits.map(({ name }) => name) }
}

/** The script of a name; throws where there is none. */
function scriptNamed(name: string): Scenario {
  const found = shippedScenarios.find((script) => script.name === name)
  if (found === undefined) throw new Error(`There is no script "${name}".`)
  return found
}

/** The clicks on all suggestions behind a script. */
export const clicksBehind = (name: string, agent: string): readonly Click[] =>
  (scriptNamed(name).suggestions ?? []).map((sentence) => click(sentence, agent, name))

/** Every click that somebody can come to who begins with the prompts of the agents. */
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

/** What to click in a new conversation until a script plays: its dialogue from the beginning. */
export function clicksTo(name: string, clicks: readonly Click[]): readonly Click[] {
  const { after } = scriptNamed(name).match
  const last = clicks.find(
    (one) => one.fits[0] === name && (after === undefined || one.after === after),
  )
  if (last === undefined) throw new Error(`No click leads to "${name}".`)
  return after === undefined ? [last] : [...clicksTo(after, clicks), last]
}
