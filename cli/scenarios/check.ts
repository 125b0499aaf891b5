import { AuthoringError } from '../../authoring/problem.ts'
import { loadScenarios } from '../../authoring/scenarios.ts'
import { escapeJson } from '../../contract/escape.ts'
import { type Io, readArguments, UsageError } from '../command-line.ts'
import { fixtureNames, shippedFixture, shippedScenarios } from '../world-data.ts'

const help = `understudy scenarios check [DIR|FILE]: every problem of scripts, by its line

  --fixture NAME      agents and users must be those of a fixture: ${fixtureNames.join(', ')}
  --json              one line of JSON for each problem

Without a folder it is ./scenarios. Exit codes: 0 nothing wrong, 1 problems, 3 wrong usage.
`

const flags = {
  fixture: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Prints every problem of a folder or a file of scripts; gives the exit code. Throws `UsageError`. */
export async function checkScenarios(argv: readonly string[], io: Io): Promise<number> {
  const { values, words } = readArguments(argv, flags, 1)
  if (values.help) {
    io.stdout.write(help)
    return 0
  }
  const [path = 'scenarios'] = words
  const around = { ...(await shippedNames()), ...(await fixtureNamesOf(values.fixture)) }
  try {
    const scripts = await loadScenarios(path, around)
    if (!values.json) io.stdout.write(`${countText(scripts.length, 'script')}, nothing wrong.\n`)
    return 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new UsageError(`There is no \`${path}\` to check: name a folder or a file of scripts.`)
    if (!(error instanceof AuthoringError)) throw error
    const { problems, message } = error
    if (values.json)
      for (const problem of problems) io.stdout.write(`${escapeJson(JSON.stringify(problem))}\n`)
    else io.stdout.write(`${message}\n\n${countText(problems.length, 'problem')}.\n`)
    return 1
  }
}

const countText = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

const shippedNames = async () => ({ scripts: (await shippedScenarios()).map(({ name }) => name) })

async function fixtureNamesOf(name: string | undefined) {
  if (name === undefined) return {}
  const found = fixtureNames.find((one) => one === name)
  if (found === undefined)
    throw new UsageError(`There is no fixture \`${name}\`: choose ${fixtureNames.join(', ')}.`)
  const { agents, users } = await shippedFixture(found)
  return {
    agents: agents.map((agent) => agent.name),
    users: users.flatMap(({ email, display_name }) => [email, display_name ?? email]),
  }
}
