import { queriesOf } from '../../contract/grammar/queries.ts'
import type { StoredAgent } from '../../contract/records/agent.ts'
import type { StoredUser } from '../../contract/records/user.ts'
import type { Scenario, ScenarioMatch } from '../../contract/scenario.ts'
import { languageOf } from './language.ts'
import { queryFits } from './match-query.ts'

/** What a turn asks, for the choice of a script. */
export type Question = {
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
export function chooseScript(
  scripts: readonly Scenario[],
  question: Question,
): Scenario | undefined {
  let best: Scenario | undefined
  for (const script of scripts)
    if (best === undefined || conditionsOf(script) > conditionsOf(best))
      if (misfit(script, question) === undefined) best = script
  return best
}

/** Says of each script whether it fits a turn, and why it plays or not, in the order of the list. */
export function explainChoice(scripts: readonly Scenario[], question: Question): Explanation[] {
  const best = chooseScript(scripts, question)
  return scripts.map((script) => {
    const wrongQuery = conditions.query(script, question)
    const part = wrongQuery === undefined ? misfit(script, question) : 'query'
    const chosen = script === best
    const why = part && conditions[part](script, question)
    return {
      name: script.name,
      fits: part === undefined,
      chosen,
      queryFits: script.match.query === undefined ? undefined : wrongQuery === undefined,
      ...(part && { misfit: part }),
      why: why ?? (chosen ? 'fits, and plays' : `fits, but ${best && precedence(best, script)}`),
    }
  })
}

function precedence(best: Scenario, script: Scenario): string {
  return conditionsOf(best) > conditionsOf(script)
    ? `${best.name} has more conditions`
    : `${best.name} comes first`
}

const counted = ['agent', 'user', 'language', 'turn', 'after', 'state'] as const

/** How many conditions a script has, of those that make it go before others. */
const conditionsOf = ({ match }: Scenario): number =>
  counted.filter((part) => match[part] !== undefined).length

/** A condition: `undefined` where it is met, else why it is not. */
type Condition = (script: Scenario, question: Question) => string | undefined

// In the order of what they cost: the first that is not met decides.
const conditions: Readonly<Record<keyof ScenarioMatch, Condition>> = {
  endpoint: ({ match: { endpoint } }, { mode }) =>
    playsOn(endpoint, mode)
      ? undefined
      : `plays on ${[endpoint].flat().join(' and ')}, not on ${mode}`,
  agent: ({ match: { agent } }, asked) =>
    agent === undefined || agent === asked.agent?.name
      ? undefined
      : `is for the agent ${agent}${notFor(asked.agent?.name)}`,
  user: ({ match: { user } }, asked) =>
    user === undefined || isUser(user, asked.user)
      ? undefined
      : `is for the user ${user}${notFor(asked.user?.email)}`,
  turn: ({ match: { turn } }, asked) => turnMisfit(turn, asked.turn ?? 1),
  after: ({ match: { after } }, asked) =>
    after === undefined || after === asked.after
      ? undefined
      : `needs the turn before to be ${after}; ${asked.after === undefined ? 'there is none' : `it was ${asked.after}`}`,
  query(script, asked) {
    const queries = queriesOf(script)
    const isMet = queries.length === 0 || queries.some(([one]) => queryFits(asked.query, one))
    return isMet ? undefined : 'none of its queries fits'
  },
  language: ({ match: { language } }, asked) => languageMisfit(language, asked.query),
  state: ({ match: { state } }, asked) => stateMisfit(state, asked.count ?? (() => 0)),
}

const parts = Object.keys(conditions) as readonly (keyof ScenarioMatch)[]

/** The first part of a match that a turn does not fit. */
function misfit(script: Scenario, question: Question): keyof ScenarioMatch | undefined {
  return parts.find((part) => conditions[part](script, question) !== undefined)
}

const notFor = (name: string | undefined) => (name === undefined ? '' : `, not for ${name}`)

const playsOn = (endpoint: ScenarioMatch['endpoint'], mode: Question['mode']) =>
  typeof endpoint === 'string' ? endpoint === mode : endpoint.includes(mode)

const isUser = (wanted: string, user: Question['user']) =>
  user !== undefined && [user.email, user.display_name].some((name) => same(name ?? '', wanted))

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

function turnMisfit(wanted: ScenarioMatch['turn'], turn: number): string | undefined {
  if (wanted === undefined) return undefined
  const { from, to } = typeof wanted === 'number' ? { from: wanted, to: wanted } : wanted
  if (turn >= from && turn <= (to ?? turn)) return undefined
  if (from === to) return `plays turn ${from}, and this is turn ${turn}`
  const range = to === undefined ? `from turn ${from} on` : `turns ${from} to ${to}`
  return `plays ${range}, and this is turn ${turn}`
}

function languageMisfit(wanted: string | undefined, query: string): string | undefined {
  if (wanted === undefined) return undefined
  const language = languageOf(query)
  if (language === wanted) return undefined
  return `wants a query in ${wanted}, not in ${language ?? 'any'}`
}

function stateMisfit(
  state: ScenarioMatch['state'],
  count: NonNullable<Question['count']>,
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
