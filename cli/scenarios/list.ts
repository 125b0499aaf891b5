import { formatCount } from '../../contract/format-count.ts'
import { paragraph, type Rows, table } from '../../report/document.ts'
import { renderTerminal } from '../../report/terminal.ts'
import type { Fixture } from '../../contract/fixture.ts'
import { nearestWord } from '../../contract/nearest.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import {
  explainChoice,
  type Explanation,
  type MatchInput,
} from '../../mocks/platform/chat/choose-script.ts'
import { createFake } from '../../mocks/fake.ts'
import { countRecords } from '../../mocks/platform/count-records.ts'
import { UsageError } from '../command-line.ts'
import { defineCommand } from '../define-command.ts'
import type { Flags } from '../flags.ts'
import { configFlags } from '../shared-flags.ts'
import { wholeNumber } from '../value-types.ts'
import { loadScenarioFolder, shippedScenarios, shippedFixture } from '../world-data.ts'
import { endpointType } from './stage.ts'
import { jsonLine } from '../json-text.ts'

const listFlags = {
  only: {
    value: 'NAME',
    values: async () => namesOf(await shippedScenarios()),
    help: 'only this script, or this dialogue',
  },
  query: { value: 'TEXT', help: 'shows which script a call with this query would choose, and why' },
  all: { help: 'with --query: also shows scripts that clearly do not match' },
  endpoint: {
    value: 'NAME',
    type: endpointType,
    default: 'react',
    help: 'with --query: the endpoint, react or dag',
  },
  agent: { value: 'NAME', help: 'with --query: the agent of the call' },
  user: { value: 'EMAIL', help: 'with --query: the user who sends the call' },
  turn: {
    value: 'N',
    type: wholeNumber(1, 100_000),
    default: '1',
    help: 'with --query: the number of the turn in its conversation',
  },
  after: { value: 'NAME', help: 'with --query: the script of the turn before' },
  json: { help: 'prints JSON, with all scripts' },
  ...configFlags,
} as const satisfies Flags

/** Prints all scripts, or the script that a turn would play. */
export const listScenarios = defineCommand(
  {
    usage: 'scenarios list [DIR] [flags]',
    about: 'Lists the scripts of a folder and the shipped ones.',
    flags: listFlags,
    words: { max: 1, config: 'scenarios' },
  },
  async ({ words, only, query, agent, user, after, json, ...given }, io) => {
    const scripts = await loadScenarioFolder(words[0])
    const isMeant = ({ name }: { readonly name: string }) =>
      only === undefined || name === only || dialogueOf(name) === only
    if (only !== undefined && !scripts.some(isMeant))
      refuseUnknown('script', only, [...namesOf(scripts), ...namesOf(scripts).map(dialogueOf)])
    const outlines = scripts.filter(isMeant).map(outlineScript)
    if (query === undefined) {
      io.stdout.write(json ? jsonLine(outlines) : tableText(outlines.map(Object.values)))
      return 0
    }
    const fixture = await shippedFixture('demo')
    const cast = knownNames(scripts, fixture)
    if (agent !== undefined && !cast.agents.includes(agent))
      refuseUnknown('agent', agent, cast.agents)
    if (after !== undefined && !namesOf(scripts).includes(after))
      refuseUnknown('script', after, namesOf(scripts))
    const fake = createFake({ fixture })
    const question: MatchInput = {
      mode: given.endpoint,
      query,
      agent: agent === undefined ? undefined : { name: agent },
      user: user === undefined ? undefined : userOf(user, fixture, cast.users),
      turn: given.turn,
      after,
      count: (kind, where) => countRecords(fake.world(), kind, where),
    }
    const all = explainChoice(scripts, question).toSorted((a, b) => rankScript(b) - rankScript(a))
    fake.close()
    const explained = all.filter(isMeant)
    const isWhole = given.all || only !== undefined
    if (!json && !all.some(({ chosen }) => chosen))
      io.stdout.write('No script matches: the fake generates the answer.\n')
    io.stdout.write(json ? jsonLine(explained) : choiceTable(explained, outlines, isWhole))
    return 0
  },
)

/** Formats a table of the scripts that match or nearly match, and counts all other scripts. */
function choiceTable(
  explained: readonly Explanation[],
  outlines: readonly ScriptOutline[],
  isWhole: boolean,
): string {
  const queries = new Map(outlines.map(({ name, query }) => [name, query]))
  const shownOnes = explained.filter((one) => isWhole || rankScript(one) > 0)
  const rows = shownOnes.map(({ name, chosen, failedCondition, why }) => {
    const flag =
      failedCondition !== undefined && failedCondition in listFlags && failedCondition !== 'query'
        ? ` (--${failedCondition})`
        : ''
    return [chosen ? '▶' : ' ', name, queries.get(name) ?? '', `${why}${flag}`]
  })
  const rest = isWhole ? [] : explained.filter((one) => rankScript(one) === 0)
  const unasked = rest.filter(({ failedCondition }) => failedCondition === 'query').length
  const others = rest.length - unasked
  const notes: string[] = []
  if (unasked > 0)
    notes.push(`${formatCount(unasked, 'other')}: their queries do not match (--all shows them)`)
  if (others > 0)
    notes.push(
      `${formatCount(others, 'other')} without a query: another condition does not match (--all shows them)`,
    )
  return tableText(rows, notes)
}

const tableText = (rows: Rows, notes: readonly string[] = []) =>
  renderTerminal({ body: [table([], rows), paragraph(...notes)] })

/** Ranks a script: highest if it is chosen, then if it matches, then if only its query matches. */
const rankScript = ({ chosen, fits, queryFits = false }: Explanation) =>
  Number(chosen) * 4 + Number(fits) * 2 + Number(queryFits)

const dialogueOf = (name: string) => name.replace(/\/\d+$/, '')

const namesOf = (scripts: readonly Scenario[]) => scripts.map(({ name }) => name)

/**
 * The values of `--agent` and `--user`: agents and users of the demo fixture and of the scripts.
 */
function knownNames(scripts: readonly Scenario[], { agents, users }: Fixture) {
  const matches = scripts.map(({ match }) => match)
  return {
    agents: [...agents.map(({ name }) => name), ...matches.flatMap(({ agent }) => agent ?? [])],
    users: [
      ...users.flatMap(({ email, display_name }) => [email, display_name ?? []].flat()),
      ...matches.flatMap(({ user }) => user ?? []),
    ],
  }
}

function userOf(name: string, { users }: Fixture, known: readonly string[]) {
  const isName = (one: string | null | undefined) => one?.toLowerCase() === name.toLowerCase()
  if (!known.some(isName)) refuseUnknown('user', name, known)
  const foundUser = users.find(({ email, display_name }) => isName(email) || isName(display_name))
  return foundUser ?? { email: name, display_name: name }
}

function refuseUnknown(what: string, name: string, known: readonly string[]): never {
  const guess = nearestWord(name, known)
  const hint =
    guess === undefined
      ? `There are: ${[...new Set(known)].slice(0, 12).join(', ')}${known.length > 12 ? ' …' : ''}`
      : `Did you mean \`${guess}\`?`
  throw new UsageError(`There is no ${what} \`${name}\`. ${hint}`)
}

type ScriptOutline = ReturnType<typeof outlineScript>

const outlineScript = ({ name, about = '', match }: Scenario) => {
  const { endpoint, query, ...conditions } = match
  return {
    name,
    endpoint: [endpoint].flat().join(', '),
    query: [query ?? 'anything'].flat().map(valueText).join(' | '),
    conditions: Object.entries(conditions)
      .map(([part, value]) => `${part}: ${valueText(value)}`)
      .join(', '),
    about,
  }
}

const valueText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
