import { stat } from 'node:fs/promises'
import { AuthoringError, problemLine } from '../../authoring/problem.ts'
import { loadScenarios } from '../../authoring/scenarios.ts'
import { type Io, UsageError } from '../command-line.ts'
import { defineCommand } from '../define-command.ts'
import { configFlags, fixtureFlag } from '../shared-flags.ts'
import { fixtureNames } from '../../contract/shipped-names.ts'
import { loadFixture, shippedScenarios } from '../world-data.ts'
import { type Checked, summaryOf, watchChecks } from './watch-checks.ts'
import { jsonLine } from '../json-text.ts'

/** Prints every problem of the scripts in a folder or file. */
export const checkScenarios = defineCommand(
  {
    usage: 'scenarios check [DIR|FILE] [flags]',
    about: 'Checks scripts, and prints every problem with its line (default: ./scenarios).',
    flags: {
      fixture: {
        ...fixtureFlag,
        config: 'setting',
        help: `also requires that agents and users exist in this fixture: ${fixtureNames.join(', ')}, or a file`,
      },
      watch: { help: 'checks again at every change until Ctrl-C, and prints what changed' },
      json: { help: 'prints each problem as a line of JSON' },
      ...configFlags,
    },
    words: { most: 1, config: 'scenarios' },
    notes:
      'Exit codes: 0 no problem, 1 problems, 3 wrong command line. With --watch, those of the last check.',
  },
  async ({ words: [path = 'scenarios'], fixture, watch, json }, io: Io) => {
    const around = { ...(await shippedNames()), ...(await fixtureNamesOf(fixture)) }
    await stat(path).catch(() => {
      throw new UsageError(`There is no \`${path}\` to check: pass a folder or a file of scripts.`)
    })
    const check = async (): Promise<Checked> => {
      try {
        return { scripts: (await loadScenarios(path, around)).length, problems: [] }
      } catch (error) {
        if (!(error instanceof AuthoringError)) throw error
        return { scripts: 0, problems: error.problems }
      }
    }
    if (watch) return watchChecks(path, check, json, io)
    const checked = await check()
    const { problems } = checked
    if (json) for (const problem of problems) io.stdout.write(jsonLine(problem))
    else {
      const lines = problems.length === 0 ? [] : [...problems.map(problemLine), '']
      io.stdout.write(`${[...lines, summaryOf(checked)].join('\n')}\n`)
    }
    return problems.length === 0 ? 0 : 1
  },
)

const shippedNames = async () => ({ scripts: (await shippedScenarios()).map(({ name }) => name) })

async function fixtureNamesOf(name: string | undefined) {
  if (name === undefined) return {}
  const { agents, users } = await loadFixture(name)
  return {
    agents: agents.map((agent) => agent.name),
    users: users.flatMap(({ email, display_name }) => [email, display_name ?? email]),
  }
}
