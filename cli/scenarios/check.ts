import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AuthoringError, type Problem, problemLine } from '../../contract/authoring/problem.ts'
import { loadScenarios } from '../../contract/authoring/scenarios.ts'
import { type Io, UsageError, writeLines } from '../command-line.ts'
import { defineCommand } from '../define-command.ts'
import { configFlags, fixtureFlag } from '../shared-flags.ts'
import { fixtureNames } from '../../contract/shipped-names.ts'
import { castOf, loadFixture, shippedScenarios } from '../world-data.ts'
import { jsonLine } from '../json-text.ts'
import { watchScripts } from '../../contract/authoring/watch.ts'
import { formatCount } from '../../contract/format-count.ts'
import { escapeLine } from '../../contract/escape.ts'
import { systemClock } from '../../mocks/world/clock.ts'

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
    words: { max: 1, config: 'scenarios' },
    notes:
      'Exit codes: 0 no problem, 1 problems, 3 wrong command line. With --watch, those of the last check.',
  },
  async ({ words: [path = 'scenarios'], fixture, watch, json }, io: Io) => {
    const around = {
      scripts: (await shippedScenarios()).map(({ name }) => name),
      ...(fixture !== undefined && castOf(await loadFixture(fixture))),
    }
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

/** The result of one check of scripts. */
type Checked = { readonly scripts: number; readonly problems: readonly Problem[] }

/** The last line that a check of scripts prints. */
const summaryOf = ({ scripts, problems }: Checked): string =>
  problems.length === 0
    ? `${formatCount(scripts, 'script')}, nothing wrong.`
    : `${formatCount(problems.length, 'problem')}.`

/** A text that identifies a problem. It stays the same when lines are added above the problem. */
const keyOf = ({ place, rule, says }: Problem) =>
  JSON.stringify([place.replace(/:\d+:\d+$/, ''), rule, says])

const byKey = ({ problems }: Checked) => new Map(problems.map((one) => [keyOf(one), one]))

/**
 * Checks scripts at once and at every change, until Ctrl-C. Prints new problems and fixed problems.
 * Resolves to the exit code of the last check.
 */
async function watchChecks(
  path: string,
  check: () => Promise<Checked>,
  isJson: boolean,
  { stdout, stderr, stopped }: Io,
): Promise<number> {
  let last: Checked = { scripts: 0, problems: [] }
  let summary = ''
  const show = (state: 'new' | 'fixed', problem: Problem) => {
    if (isJson) stdout.write(jsonLine({ state, ...problem }))
    else stdout.write(`${state === 'fixed' ? 'fixed: ' : ''}${problemLine(problem)}\n`)
  }
  const update = (checked: Checked) => {
    const [before, now] = [byKey(last), byKey(checked)]
    for (const [key, problem] of now) if (!before.has(key)) show('new', problem)
    for (const [key, problem] of before) if (!now.has(key)) show('fixed', problem)
    last = checked
    const lastSummary = summary
    summary = summaryOf(checked)
    if (!isJson && summary !== lastSummary) stdout.write(`${summary}\n`)
  }
  // For a file, watches its folder: a watch on the file ends when an editor replaces the file.
  const folder = (await stat(path)).isDirectory() ? path : dirname(path)
  let isUnreadable = false
  const close = watchScripts(folder, {
    after: systemClock.after,
    load: check,
    isEager: true,
    isPersistent: true,
    onScripts(checked) {
      isUnreadable = false
      update(checked)
    },
    onProblems(message) {
      isUnreadable = true
      writeLines(stderr, message)
    },
  })
  if (!isJson) stdout.write(`Watching ${escapeLine(folder)}. Press Ctrl-C to stop.\n`)
  await stopped
  close()
  return isUnreadable || last.problems.length > 0 ? 1 : 0
}
