import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Problem, problemLine } from '../../authoring/problem.ts'
import { watchScripts } from '../../authoring/watch.ts'
import { formatCount } from '../../conformance/session/json.ts'
import { escapeLine } from '../../contract/escape.ts'
import { systemClock } from '../../mocks/world/clock.ts'
import type { Io } from '../command-line.ts'
import { jsonLine } from '../json-text.ts'

/** The result of one check of scripts. */
export type Checked = { readonly scripts: number; readonly problems: readonly Problem[] }

/** The last line of a check. */
export const summaryOf = ({ scripts, problems }: Checked): string =>
  problems.length === 0
    ? `${formatCount(scripts, 'script')}, nothing wrong.`
    : `${formatCount(problems.length, 'problem')}.`

/** The same problem has the same key where lines were added above it. */
const keyOf = ({ place, rule, says }: Problem) =>
  JSON.stringify([place.replace(/:\d+:\d+$/, ''), rule, says])

const byKey = ({ problems }: Checked) => new Map(problems.map((one) => [keyOf(one), one]))

/**
 * Checks scripts at once and at every change, until Ctrl-C. Prints the problems that are new, and
 * those that are fixed. Resolves to the exit code of the last check.
 */
export async function watchChecks(
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
    const shown = summary
    summary = summaryOf(checked)
    if (!isJson && summary !== shown) stdout.write(`${summary}\n`)
  }
  // An editor may replace a file, which ends the watch of the file itself.
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
      stderr.write(`${escapeLine(message)}\n`)
    },
  })
  if (!isJson) stdout.write(`Watching ${escapeLine(folder)}. Press Ctrl-C to stop.\n`)
  await stopped
  close()
  return isUnreadable || last.problems.length > 0 ? 1 : 0
}
