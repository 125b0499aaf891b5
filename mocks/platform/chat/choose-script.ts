import type { StoredAgent } from '../../../contract/records/agent.ts'
import type { StoredUser } from '../../../contract/records/user.ts'
import type { Scenario, ScenarioMatch } from '../../../contract/scripts/scenario.ts'
import { detectLanguage } from '../languages/languages.ts'
import { matchesQuery } from './match-query.ts'
import { similarScripts } from './similar-scripts.ts'

/** Everything about a turn that the `match` of a script can refer to. */
export type MatchInput = {
  readonly mode: 'react' | 'dag'
  readonly query: string
  readonly agent?: Pick<StoredAgent, 'name'> | undefined
  readonly user?: Pick<StoredUser, 'email' | 'display_name'> | undefined
  /** The number of the turn in its conversation; 1 by default. */
  readonly turn?: number
  /** The script that the previous turn played. */
  readonly after?: string | undefined
  /** Counts the records of a kind that have all these field values; 0 by default. */
  readonly count?: (kind: string, where: Readonly<Record<string, unknown>>) => number
}

/** The reason why a script plays a turn, or does not. */
export type Explanation = {
  readonly name: string
  readonly fits: boolean
  readonly chosen: boolean
  /** Whether one of its queries fits; `undefined` for a script that takes any query. */
  readonly queryFits: boolean | undefined
  /** A part of its `match` that does not fit: the query, if that is one of them. */
  readonly failedCondition?: keyof ScenarioMatch
  /** Half a sentence, such as `plays on dag, not on react`. */
  readonly why: string
}

/**
 * Chooses the matching script with the most conditions; if several have as many, the first. If no
 * `query` matches, chooses the script with the most similar sentence in its `like`.
 */
export function chooseScript(
  scripts: readonly Scenario[],
  input: MatchInput,
): Scenario | undefined {
  const matching = matchingScript(scripts, input)
  if (matching?.match.query !== undefined) return matching
  return nearestScript(scripts, input) ?? matching
}

const matchingScript = (scripts: readonly Scenario[], input: MatchInput) =>
  sortByPrecedence(scripts).find((script) => firstUnmetCondition(script, input) === undefined)

/**
 * The script of this endpoint with the most similar sentence; `undefined` if the other endpoint has a
 * script that fits better, because that one is then adapted.
 */
function nearestScript(scripts: readonly Scenario[], input: MatchInput): Scenario | undefined {
  const similar = similarScripts(scripts, input.query)
  if (similar.length === 0) return undefined
  const other = { ...input, mode: input.mode === 'dag' ? ('react' as const) : ('dag' as const) }
  if (matchingScript(scripts, other)?.match.query !== undefined) return undefined
  const nearest = similar.find(({ script }) =>
    [input, other].some((one) => [undefined, 'query'].includes(firstUnmetCondition(script, one))),
  )?.script
  return nearest !== undefined && conditions.endpoint.isMet(nearest, input) ? nearest : undefined
}

const sortedScripts = new WeakMap<readonly Scenario[], readonly Scenario[]>()

/** The scripts in the order in which they are tried, sorted once for all turns. */
function sortByPrecedence(scripts: readonly Scenario[]): readonly Scenario[] {
  let order = sortedScripts.get(scripts)
  if (order === undefined) {
    order = scripts.toSorted((a, b) => countConditions(b) - countConditions(a))
    sortedScripts.set(scripts, order)
  }
  return order
}

/** Explains for each script, in the order of the list, why it plays a turn or does not. */
export function explainChoice(scripts: readonly Scenario[], input: MatchInput): Explanation[] {
  const best = chooseScript(scripts, input)
  return scripts.map((script) => {
    const queryFits = conditions.query.isMet(script, input)
    const chosen = script === best
    const unmet = queryFits ? firstUnmetCondition(script, input) : 'query'
    const part = chosen ? undefined : unmet
    const why = part && conditions[part].explain(script, input)
    return {
      name: script.name,
      fits: part === undefined,
      chosen,
      queryFits:
        script.match.query === undefined && script.match.like === undefined ? undefined : queryFits,
      ...(part && { failedCondition: part }),
      why:
        why ??
        (chosen
          ? explainPlaying(queryFits)
          : `matches, but ${best && explainPrecedence(best, script)}`),
    }
  })
}

const explainPlaying = (queryFits: boolean) =>
  queryFits ? 'matches, and plays' : 'has the most similar sentence, and plays'

function explainPrecedence(best: Scenario, script: Scenario): string {
  return countConditions(best) > countConditions(script)
    ? `${best.name} has more conditions`
    : `${best.name} comes first`
}

const rankedConditions = ['agent', 'user', 'language', 'turn', 'after', 'state'] as const

/** Counts the conditions that rank a script before others. */
const countConditions = ({ match }: Scenario): number =>
  rankedConditions.filter((part) => match[part] !== undefined).length

/** A part of a `match`, and the reason text if it is not met. */
type Condition = {
  isMet(script: Scenario, input: MatchInput): boolean
  explain(script: Scenario, input: MatchInput): string
}

// The cheapest condition is tested first. The first that fails decides.
const conditions: Readonly<Record<keyof ScenarioMatch, Condition>> = {
  endpoint: {
    isMet: ({ match: { endpoint } }, { mode }) =>
      typeof endpoint === 'string' ? endpoint === mode : endpoint.includes(mode),
    explain: ({ match: { endpoint } }, { mode }) =>
      `plays on ${[endpoint].flat().join(' and ')}, not on ${mode}`,
  },
  agent: {
    isMet: ({ match: { agent } }, input) => agent === undefined || agent === input.agent?.name,
    explain: ({ match: { agent } }, input) =>
      `is for the agent ${agent}${notFor(input.agent?.name)}`,
  },
  user: {
    isMet: ({ match: { user } }, input) => user === undefined || isUser(user, input.user),
    explain: ({ match: { user } }, input) => `is for the user ${user}${notFor(input.user?.email)}`,
  },
  turn: {
    isMet: ({ match: { turn } }, input) => turn === undefined || isWithin(turn, input.turn ?? 1),
    explain: ({ match: { turn } }, input) => explainTurn(turn ?? 1, input.turn ?? 1),
  },
  after: {
    isMet: ({ match: { after } }, input) => after === undefined || after === input.after,
    explain: ({ match: { after } }, input) =>
      `needs the previous turn to play ${after}; ${input.after === undefined ? 'there is none' : `it played ${input.after}`}`,
  },
  query: {
    isMet: (script, input) => matchesQuery(input.query, script),
    explain: ({ match: { query } }) =>
      query === undefined ? 'another sentence is more similar' : 'none of its queries matches',
  },
  // A script with sentences never fits by them alone: `nearestScript` compares all scripts.
  like: { isMet: () => true, explain: () => '' },
  language: {
    isMet: ({ match: { language } }, input) =>
      language === undefined || language === detectLanguage(input.query),
    explain: ({ match: { language } }, input) =>
      `needs a query in ${language}, not in ${detectLanguage(input.query) ?? 'any'}`,
  },
  state: {
    isMet: ({ match: { state } }, input) => explainState(state, input.count) === undefined,
    explain: ({ match: { state } }, input) => explainState(state, input.count) ?? '',
  },
}

const conditionNames = Object.keys(conditions) as readonly (keyof ScenarioMatch)[]

/** The first part of a script's `match` that does not fit a turn. */
function firstUnmetCondition(script: Scenario, input: MatchInput): keyof ScenarioMatch | undefined {
  for (const part of conditionNames) if (!conditions[part].isMet(script, input)) return part
  return undefined
}

const notFor = (name: string | undefined) => (name === undefined ? '' : `, not for ${name}`)

const isUser = (name: string, user: MatchInput['user']) =>
  user !== undefined &&
  [user.email, user.display_name].some((known) => equalsIgnoringCase(known ?? '', name))

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
  if (from === to) return `plays in turn ${from}, and this is turn ${turn}`
  const range = to === undefined ? `turn ${from} and later` : `turns ${from} to ${to}`
  return `plays in ${range}, and this is turn ${turn}`
}

function explainState(
  state: ScenarioMatch['state'],
  count: MatchInput['count'] = () => 0,
): string | undefined {
  for (const [kind, { where = {}, at_least, at_most }] of Object.entries(state ?? {})) {
    const found = count(kind, where)
    const least = at_least ?? (at_most === undefined ? 1 : 0)
    if (found < least) return `needs at least ${least} ${kind}, and there are ${found}`
    if (at_most !== undefined && found > at_most)
      return `needs at most ${at_most} ${kind}, and there are ${found}`
  }
  return undefined
}
