import { AuthoringError } from '../../authoring/problem.ts'
import { loadScenarios } from '../../authoring/scenarios.ts'
import { escapeJson } from '../../contract/escape.ts'
import { type Flags, helpText, type Io, readFlags, UsageError } from '../command-line.ts'
import { configFlags } from '../config/flags.ts'
import { fixtureNames } from '../../contract/shipped-names.ts'
import { loadFixture, shippedScenarios } from '../world-data.ts'

export const checkFlags = {
  fixture: {
    value: 'NAME|FILE',
    values: fixtureNames,
    help: `also requires that agents and users exist in this fixture: ${fixtureNames.join(', ')}, or a file`,
  },
  json: { help: 'prints each problem as a line of JSON' },
  ...configFlags,
} as const satisfies Flags

const help = () =>
  helpText(
    'agent-understudy scenarios check [DIR|FILE] [flags]',
    'Checks scripts, and prints every problem with its line (default: ./scenarios).',
    checkFlags,
    'Exit codes: 0 no problem, 1 problems, 3 wrong command line.',
  )

/** Prints every problem of the scripts in a folder or file; resolves to the exit code. Throws `UsageError`. */
export async function checkScenarios(argv: readonly string[], io: Io): Promise<number> {
  const { words, ...given } = readFlags(argv, checkFlags, 1)
  if (given.help) {
    io.stdout.write(help())
    return 0
  }
  const [path = 'scenarios'] = words
  const around = { ...(await shippedNames()), ...(await fixtureNamesOf(given.fixture)) }
  try {
    const scripts = await loadScenarios(path, around)
    if (!given.json) io.stdout.write(`${countText(scripts.length, 'script')}, nothing wrong.\n`)
    return 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new UsageError(`There is no \`${path}\` to check: pass a folder or a file of scripts.`)
    if (!(error instanceof AuthoringError)) throw error
    const { problems, message } = error
    if (given.json)
      for (const problem of problems) io.stdout.write(`${escapeJson(JSON.stringify(problem))}\n`)
    else io.stdout.write(`${message}\n\n${countText(problems.length, 'problem')}.\n`)
    return 1
  }
}

const countText = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

const shippedNames = async () => ({ scripts: (await shippedScenarios()).map(({ name }) => name) })

async function fixtureNamesOf(name: string | undefined) {
  if (name === undefined) return {}
  const { agents, users } = await loadFixture(name)
  return {
    agents: agents.map((agent) => agent.name),
    users: users.flatMap(({ email, display_name }) => [email, display_name ?? email]),
  }
}
