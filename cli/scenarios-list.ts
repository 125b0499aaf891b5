import type { Scenario } from '../contract/scenario.ts'
import { explainChoice, type Question } from '../mocks/turns/choose-script.ts'
import type { Io } from './io.ts'
import { loadScenarioFolder } from './scenario-folder.ts'
import { endpointOf } from './scenarios-play-flags.ts'
import { shippedFixture } from './shipped.ts'
import { countIn } from './stage.ts'
import { readWords, wholeNumber } from './usage.ts'

const help = `understudy scenarios list [DIR]: the scripts of a folder and the shipped ones

  --query Q           which of them a call would choose, and why not the others
  --endpoint NAME     the endpoint of the call: react or dag (react)
  --agent NAME        its agent
  --user EMAIL        who asks
  --turn N            the number of the turn in its conversation (1)
  --after NAME        the script of the turn before
  --json              as JSON
`

const flags = {
  query: { type: 'string' },
  endpoint: { type: 'string', default: 'react' },
  agent: { type: 'string' },
  user: { type: 'string' },
  turn: { type: 'string', default: '1' },
  after: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Prints the scripts there are, or which one a call chooses; gives the exit code. Throws `UsageError`. */
export async function listScenarios(argv: readonly string[], io: Io): Promise<number> {
  const { values, words } = readWords(argv, flags, 1)
  if (values.help) {
    io.stdout.write(help)
    return 0
  }
  const scripts = await loadScenarioFolder(words[0])
  const { query, agent, user } = values
  if (query === undefined) {
    const rows = scripts.map(outline)
    io.stdout.write(values.json ? `${JSON.stringify(rows)}\n` : table(rows.map(Object.values)))
    return 0
  }
  const fixture = await shippedFixture('demo')
  const question: Question = {
    mode: endpointOf(values.endpoint),
    query,
    agent: agent === undefined ? undefined : { name: agent },
    user: user === undefined ? undefined : { email: user, display_name: user },
    turn: wholeNumber('turn', values.turn, 1, 100_000),
    after: values.after,
    count: (kind, where) => countIn(fixture, kind, where),
  }
  const explained = explainChoice(scripts, question).toSorted((a, b) => rank(b) - rank(a))
  if (values.json) io.stdout.write(`${JSON.stringify(explained)}\n`)
  else {
    const rows = explained.map(({ name, chosen, why }) => [chosen ? '▶' : ' ', name, why])
    const none = explained.some(({ chosen }) => chosen)
      ? ''
      : 'No script plays: the fake answers by itself.\n'
    io.stdout.write(`${none}${table(rows)}`)
  }
  return 0
}

const rank = ({ chosen, fits }: { readonly chosen: boolean; readonly fits: boolean }) =>
  Number(chosen) * 2 + Number(fits)

const outline = ({ name, about = '', match }: Scenario) => {
  const { endpoint, query, ...conditions } = match
  return {
    name,
    endpoint: [endpoint].flat().join(', '),
    query: [query ?? 'anything'].flat().map(shown).join(' | '),
    conditions: Object.entries(conditions)
      .map(([part, value]) => `${part}: ${shown(value)}`)
      .join(', '),
    about,
  }
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const widest = 44

/** Rows in columns; what is too long for a column is cut. */
function table(rows: readonly (readonly string[])[]): string {
  const cut = rows.map((row) =>
    row.map((cell, index) =>
      cell.length > widest && index < row.length - 1 ? `${cell.slice(0, widest - 1)}…` : cell,
    ),
  )
  const widths = (cut[0] ?? []).map((_, column) =>
    Math.max(...cut.map((row) => row[column]?.length ?? 0)),
  )
  return cut
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}
