import type { StoredAgent } from '../../../contract/records/agent.ts'
import type { StoredUser } from '../../../contract/records/user.ts'
import type { Scenario, ScenarioMatch } from '../../../contract/scripts/scenario.ts'
import { detectLanguage } from './detect-language.ts'
import { matchesQuery } from './match-query.ts'

/** What a turn asks, for the choice of a script. */
export type MatchInput = {
  readonly mode: 'react' | 'dag'
  readonly query: string
  readonly agent?: Pick<StoredAgent, 'name'> | undefined
  readonly user?: Pick<StoredUser, 'email' | 'display_name'> | undefined
  /** The number of the turn in its conversation; the first unless given. */
  readonly turn?: number
  /** The script that the turn before played. */
  readonly after?: string | undefined
  /** How many records of a kind the world holds, of those with these fields; none unless given. */
  readonly count?: (kind: string, where: Readonly<Record<string, unknown>>) => number
}

/** What became of one script when a turn was to play one. */
export type Explanation = {
  readonly name: string
  readonly fits: boolean
  /** Of those that fit, the one that plays. */
  readonly chosen: boolean
  /** Whether a query of it fits; `undefined` where it takes any. */
  readonly queryFits: boolean | undefined
  /** The part of its match that does not fit: the query, where that is one of them. */
  readonly misfit?: keyof ScenarioMatch
  /** Half a sentence, such as `plays on dag, not on react`. */
  readonly why: string
}

/** The script that plays a turn: of those that fit the one with most conditions, then the first. */
export const chooseScript = (
  scripts: readonly Scenario[],
  question: MatchInput,
): Scenario | undefined =>
  sortByPrecedence(scripts).find((script) => firstUnmetCondition(script, question) === undefined)

const sortedScripts = new WeakMap<readonly Scenario[], readonly Scenario[]>()

/** Scripts in the order in which they are tried; sorted once for all turns. */
function sortByPrecedence(scripts: readonly Scenario[]): readonly Scenario[] {
  let order = sortedScripts.get(scripts)
  if (order === undefined) {
    order = scripts.toSorted((a, b) => countConditions(b) - countConditions(a))
    sortedScripts.set(scripts, order)
  }
  return order
}

/** Says of each script whether it fits a turn, and why it plays or not, in the order of the list. */
export function explainChoice(scripts: readonly Scenario[], question: MatchInput): Explanation[] {
  const best = chooseScript(scripts, question)
  return scripts.map((script) => {
    const isAsked = conditions.query.isMet(script, question)
    const part = isAsked ? firstUnmetCondition(script, question) : 'query'
    const chosen = script === best
    const why = part && conditions[part].explain(script, question)
    return {
      name: script.name,
      fits: part === undefined,
      chosen,
      queryFits: script.match.query === undefined ? undefined : isAsked,
      ...(part && { misfit: part }),
      why:
        why ??
        (chosen ? 'fits, and plays' : `fits, but ${best && explainPrecedence(best, script)}`),
    }
  })
}

function explainPrecedence(best: Scenario, script: Scenario): string {
  return countConditions(best) > countConditions(script)
    ? `${best.name} has more conditions`
    : `${best.name} comes first`
}

const rankedConditions = ['agent', 'user', 'language', 'turn', 'after', 'state'] as const

/** How many conditions a script has, of those that make it go before others. */
const countConditions = ({ match }: Scenario): number =>
  rankedConditions.filter((part) => match[part] !== undefined).length

/** A condition of a match, and why a script is not played that it stands against. */
type Condition = {
  isMet(script: Scenario, question: MatchInput): boolean
  explain(script: Scenario, question: MatchInput): string
}

// In the order of what they cost: the first that is not met decides.
const conditions: Readonly<Record<keyof ScenarioMatch, Condition>> = {
  endpoint: {
    isMet: ({ match: { endpoint } }, { mode }) =>
      typeof endpoint === 'string' ? endpoint === mode : endpoint.includes(mode),
    explain: ({ match: { endpoint } }, { mode }) =>
      `plays on ${[endpoint].flat().join(' and ')}, not on ${mode}`,
  },
  agent: {
    isMet: ({ match: { agent } }, asked) => agent === undefined || agent === asked.agent?.name,
    explain: ({ match: { agent } }, asked) =>
      `is for the agent ${agent}${notFor(asked.agent?.name)}`,
  },
  user: {
    isMet: ({ match: { user } }, asked) => user === undefined || isUser(user, asked.user),
    explain: ({ match: { user } }, asked) => `is for the user ${user}${notFor(asked.user?.email)}`,
  },
  turn: {
    isMet: ({ match: { turn } }, asked) => turn === undefined || isWithin(turn, asked.turn ?? 1),
    explain: ({ match: { turn } }, asked) => explainTurn(turn ?? 1, asked.turn ?? 1),
  },
  after: {
    isMet: ({ match: { after } }, asked) => after === undefined || after === asked.after,
    explain: ({ match: { after } }, asked) =>
      `needs the turn before to be ${after}; ${asked.after === undefined ? 'there is none' : `it was ${asked.after}`}`,
  },
  query: {
    isMet: (script, asked) => matchesQuery(asked.query, script),
    explain: () => 'none of its queries fits',
  },
  language: {
    isMet: ({ match: { language } }, asked) =>
      language === undefined || language === detectLanguage(asked.query),
    explain: ({ match: { language } }, asked) =>
      `wants a query in ${language}, not in ${detectLanguage(asked.query) ?? 'any'}`,
  },
  state: {
    isMet: ({ match: { state } }, asked) => explainState(state, asked.count) === undefined,
    explain: ({ match: { state } }, asked) => explainState(state, asked.count) ?? '',
  },
}

const conditionNames = Object.keys(conditions) as readonly (keyof ScenarioMatch)[]

/** The first part of a match that a turn does not fit. */
function firstUnmetCondition(
  script: Scenario,
  question: MatchInput,
): keyof ScenarioMatch | undefined {
  for (const part of conditionNames) if (!conditions[part].isMet(script, question)) return part
  return undefined
}

const notFor = (name: string | undefined) => (name === undefined ? '' : `, not for ${name}`)

const isUser = (wanted: string, user: MatchInput['user']) =>
  user !== undefined &&
  [user.email, user.display_name].some((name) => equalsIgnoringCase(name ?? '', wanted))

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
  if (from === to) return `plays turn ${from}, and this is turn ${turn}`
  const range = to === undefined ? `from turn ${from} on` : `turns ${from} to ${to}`
  return `plays ${range}, and this is turn ${turn}`
}

function explainState(
  state: ScenarioMatch['state'],
  count: MatchInput['count'] = () => 0,
): string | undefined {
  for (const [kind, { where = {}, at_least, at_most }] of Object.entries(state ?? {})) {
    const held = count(kind, where)
    const least = at_least ?? (at_most === undefined ? 1 : 0)
    if (held < least) return `wants ${least} or more of ${kind}, and there are ${held}`
    if (at_most !== undefined && held > at_most)
      return `wants at most ${at_most} of ${kind}, and there are ${held}`
  }
  return undefined
}
