import { commandTest, type Failure } from '../contract/tolerance-report.ts'
import { withoutColours } from '../testing/run/run-lines.ts'
import type { RunOutcome } from './execute.ts'

/**
 * The failures of a run among some tests. A test without a result failed, because its runner was
 * killed or crashed. The command failed if it did, and no test explains it.
 */
export function failuresOf(outcome: RunOutcome, tests: ReadonlySet<string>): readonly Failure[] {
  const { results, end } = outcome
  const failures: Failure[] = []
  for (const test of tests) {
    if (test === commandTest) continue
    const result = results.get(test)
    if (result === undefined) failures.push({ test, message: `no result: ${endText(outcome)}` })
    else if (result.status === 'failed')
      failures.push({ test, message: result.message || 'it failed without a message' })
  }
  const isExplained = [...results.values()].some(({ status }) => status === 'failed')
  if (end.code !== 0 && tests.has(commandTest) && failures.length === 0 && !isExplained)
    failures.push({ test: commandTest, message: `${endText(outcome)}${tailText(end.tail)}` })
  return failures
}

/** How a command ended, as in `it exited with code 1`. */
export const endText = ({ end }: Pick<RunOutcome, 'end'>): string =>
  end.problem ?? `it exited with code ${end.code}`

const maxLines = 12

const tailText = (tail: string): string => {
  const lines = withoutColours(tail).trim().split('\n').slice(-maxLines)
  return lines.join('\n') === '' ? '; it printed nothing' : `:\n${lines.join('\n')}`
}
