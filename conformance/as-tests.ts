import { beforeAll, describe, test, type TestContext } from 'vitest'
import { allChecks } from './checks.ts'
import { exitCode } from './report.ts'
import type { Report, Result } from './report.ts'
import { runConformance, selectChecks } from './runner.ts'
import type { RunOptions } from './runner.ts'

/** What a test of a check says of itself in `task.meta`, for reporters. */
export type ConformanceMeta = Pick<Result, 'verdict' | 'level' | 'clause' | 'observation'>

declare module 'vitest' {
  interface TaskMeta {
    conformance?: ConformanceMeta
  }
}

/** What to judge and how; `duration` (ms, ten minutes unless given) bounds the whole run. */
export type ConformanceTestOptions = RunOptions & {
  /** Warnings fail as well. */
  readonly strict?: boolean
  readonly duration?: number
}

/**
 * Declares one Vitest test for each check of a plan. They share one run, which is made before the
 * first of them. What could not be decided is skipped with its reason, and a last test fails where
 * that was too much to call the rest green.
 */
export function conformanceTests(options: ConformanceTestOptions): void {
  const { checks = allChecks, plan, only, strict = false, duration = 600_000 } = options
  describe(`conformance of ${options.target.baseUrl}, plan ${plan}`, () => {
    const run = { report: undefined as Report | undefined, results: new Map<string, Result>() }
    beforeAll(async () => {
      run.report = await runConformance(options)
      for (const result of run.report.results) run.results.set(result.id, result)
    }, duration)
    for (const { id } of selectChecks(checks, plan, only)) {
      declare(id, (context) => tell(context, run.results.get(id), strict))
    }
    declare('enough was decided', () => {
      const why = run.report && thin[exitCode(run.report)]
      if (why !== undefined) throw plainError(why)
    })
  })
}

// Under its own name, `test` would have the linter look for assertions and literal titles here.
const declare = test

const thin: Readonly<Record<number, string>> = {
  4: 'The target did not answer, or most checks were blocked.',
  5: 'The budget was too small for all of it.',
  6: 'Too little was decided to call it green; see why tests were skipped.',
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
    throw plainError(explain(result))
  }
  if (verdict === 'warn') await annotate(explain(result), 'warning')
  if (verdict === 'observed' && message !== '') await annotate(message, 'observed')
  if (undecided.includes(verdict)) skip(`${verdict}: ${message}`)
}

const undecided: readonly string[] = ['skipped', 'blocked', 'inconclusive']

function explain({ message, clause, says, instances, evidence, onPurpose }: Result): string {
  const [first] = evidence
  const found = first?.expected && `expected ${first.expected}, got ${first.got}`
  const more = instances > 1 ? ` (first of ${instances} instances)` : ''
  return [
    found === undefined ? message : `${found}${more}`,
    `the spec says (${clause})  ${says}`,
    ...(first ? [`see it  ${first.curl}`] : []),
    ...(onPurpose ? [`see it on purpose  ${onPurpose}`] : []),
  ].join('\n')
}

/** An error whose trace, which leads through the suite only, does not hide what it says. */
function plainError(message: string): Error {
  const error = new Error(message)
  error.stack = `Error: ${message}`
  return error
}
