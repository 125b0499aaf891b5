import { beforeAll, describe, test, type TestContext } from 'vitest'
import { escapeLine } from '../../contract/escape.ts'
import { allChecks } from '../checks/all-checks.ts'
import type { Result } from '../report/report.ts'
import { selectChecks } from './runner.ts'
import { defaultMaxTime, suiteLimits } from '../session/limits.ts'
import {
  type ConformanceTestOptions,
  validateTestOptions,
  runForTests,
  type TestRun,
} from './test-run.ts'

/** What a test of a check says of itself in `task.meta`, for reporters. */
export type ConformanceMeta = Pick<Result, 'verdict' | 'level' | 'clause' | 'observation'>

declare module 'vitest' {
  interface TaskMeta {
    conformance?: ConformanceMeta
  }
}

// What the run made is removed after its time is over, and its report is made after that.
const timeToEnd = suiteLimits.stopGrace + suiteLimits.cleanUp + 30_000

/**
 * Declares one Vitest test for each check of a plan. They share one run, which is made before the
 * first of them. What could not be decided is skipped with its reason, and a last test fails where
 * that was too much to call the rest green; one more where the baseline is out of date. Throws at
 * once for a target that is no address or looks like production, and for a baseline that is none.
 */
export function conformanceTests(options: ConformanceTestOptions): void {
  validateTestOptions(options)
  const { checks = allChecks, plan, only, strict = false, duration = defaultMaxTime } = options
  describe(`conformance of ${escapeLine(options.target.baseUrl)}, plan ${plan}`, () => {
    let run: TestRun | undefined
    beforeAll(async () => {
      run = await runForTests(options)
    }, duration + timeToEnd)
    for (const { id } of selectChecks(checks, plan, only)) {
      declare(id, (context) => tell(context, run?.results.get(id), strict))
    }
    declare('enough was decided', () => {
      const why = run && thin[run.code]
      if (why !== undefined) throw plainError(why)
    })
    if (options.baseline === undefined) return
    declare('the baseline is up to date', () => {
      if (run && run.outdated.length > 0)
        throw plainError(run.outdated.map((line) => escapeLine(line)).join('\n'))
    })
  })
}

// Under its own name, `test` would have the linter look for assertions and literal titles here.
const declare = test

const thin: Readonly<Record<number, string>> = {
  4: 'The target did not answer, or most checks were blocked.',
  5: 'The budget was too small for all of it: of turns, see `maxTurns`, or of time, see `duration`.',
  6: 'Too little was decided to call it green; see why tests were skipped.',
  130: 'The run was stopped before its end.',
}

async function tell(
  { task, skip, annotate }: TestContext,
  result: Result | undefined,
  strict: boolean,
) {
  if (result === undefined) throw plainError('The run came to no verdict on this check.')
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

/** An error whose trace, which leads through the suite only, does not hide what it says. */
function plainError(message: string): Error {
  const error = new Error(message)
  error.stack = `Error: ${message}`
  return error
}

/** Why a check failed and how to see it, in a few lines for the message of a test. */
export function failureText({
  message,
  clause,
  says,
  instances,
  evidence,
  onPurpose,
}: Result): string {
  const [first] = evidence
  const found = first?.expected && `expected ${first.expected}, got ${first.got}`
  const more = instances > 1 ? ` (first of ${instances} instances)` : ''
  return [
    found === undefined ? message : `${found}${more}`,
    `the spec says (${clause})  ${says}`,
    ...(first ? [`see it  ${first.curl}`] : []),
    ...(onPurpose ? [`see it on purpose  ${onPurpose}`] : []),
  ]
    .map((line) => escapeLine(line))
    .join('\n')
}
