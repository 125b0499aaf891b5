import { beforeAll, describe, test, type TestContext } from 'vitest'
import { escapeLine } from '../../contract/escape.ts'
import { allChecks } from '../checks/all-checks.ts'
import type { Result } from '../report/report.ts'
import { shortcomingNames } from '../reporters/summary.ts'
import { selectChecks } from './runner.ts'
import { defaultMaxTime, suiteLimits } from '../session/limits.ts'
import {
  type ConformanceTestOptions,
  validateTestOptions,
  runForTests,
  type TestRun,
} from './test-run.ts'

/** The result of a check in `task.meta`, for reporters. */
export type ConformanceMeta = Pick<Result, 'verdict' | 'level' | 'clause' | 'observation'>

declare module 'vitest' {
  interface TaskMeta {
    conformance?: ConformanceMeta
  }
}

// Milliseconds after `maxTime` for the clean-up and the report.
const timeToEnd = suiteLimits.stopGrace + suiteLimits.cleanUp + 30_000

/**
 * Declares one Vitest test for each check of a plan. All tests share one run, which takes place
 * before the first test. An undecided check is skipped with its reason. One more test fails if too
 * few checks were decided, and another if the baseline is out of date. Throws at once for a target
 * that is not an address or looks like production, and for an invalid baseline.
 * @example
 * conformanceTests({ target: { baseUrl, email, password }, plan: 'core' })
 */
export function conformanceTests(options: ConformanceTestOptions): void {
  validateTestOptions(options)
  const { checks = allChecks, plan, only, strict = false, maxTime = defaultMaxTime } = options
  describe(`conformance of ${escapeLine(options.target.baseUrl)}, plan ${plan}`, () => {
    let run: TestRun | undefined
    beforeAll(async () => {
      run = await runForTests(options)
    }, maxTime + timeToEnd)
    for (const { id } of selectChecks(checks, plan, only)) {
      declare(id, (context) => reportResult(context, run?.results.get(id), strict))
    }
    declare(shortcomingNames['too few results'], () => {
      const reason = run && inconclusiveReasons[run.code]
      if (reason !== undefined) throw plainError(reason)
    })
    if (options.baseline === undefined) return
    declare(shortcomingNames.baseline, () => {
      if (run && run.outdated.length > 0)
        throw plainError(run.outdated.map((line) => escapeLine(line)).join('\n'))
    })
  })
}

// Not named `test`, because the linter would then expect assertions and literal titles.
const declare = test

const inconclusiveReasons: Readonly<Record<number, string>> = {
  4: 'The target did not respond, or most checks were blocked; see why tests were skipped.',
  5: 'The budget of turns (`maxTurns`) or of time (`maxTime`) was too small for all checks.',
  6: 'Too few checks were decided to call the run green; see why tests were skipped.',
  130: 'The run was stopped before its end.',
}

async function reportResult(
  { task, skip, annotate }: TestContext,
  result: Result | undefined,
  strict: boolean,
) {
  if (result === undefined) throw plainError('The run has no result for this check.')
  const { verdict, level, clause, observation, message } = result
  task.meta.conformance = { verdict, level, clause, observation }
  if (verdict === 'fail' || verdict === 'error' || (verdict === 'warn' && strict)) {
    throw plainError(failureText(result))
  }
  if (verdict === 'warn') await annotate(failureText(result), 'warning')
  if (verdict === 'observed' && message !== '') await annotate(escapeLine(message), 'observed')
  if (undecided.includes(verdict)) skip(escapeLine(`${verdict}: ${message}`))
}

const undecided: readonly string[] = ['skipped', 'blocked', 'inconclusive']

/** Creates an error without a stack trace, which would only show functions of the suite. */
function plainError(message: string): Error {
  const error = new Error(message)
  error.stack = `Error: ${message}`
  return error
}

export function failureText({
  message,
  clause,
  says,
  instances,
  evidence,
  onPurpose,
}: Result): string {
  const [first] = evidence
  const difference = first?.expected && `expected ${first.expected}, got ${first.got}`
  const more = instances > 1 ? ` (first of ${instances} instances)` : ''
  return [
    difference === undefined ? message : `${difference}${more}`,
    `specification (${clause})  ${says}`,
    ...(first ? [`reproduce  ${first.curl}`] : []),
    ...(onPurpose ? [`a server with such a bug  ${onPurpose}`] : []),
  ]
    .map((line) => escapeLine(line))
    .join('\n')
}
