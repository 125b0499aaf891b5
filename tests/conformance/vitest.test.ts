import { beforeAll, describe, expect, it } from 'vitest'
import { conformanceTests } from '../../conformance/runner/vitest.ts'
import { allChecks } from '../../conformance/checks/all-checks.ts'
import { selectChecks } from '../../conformance/runner/runner.ts'
import type { ConformanceTestOptions } from '../../conformance/runner/test-run.ts'
import { type TestOutcome, vitest } from '../support/inner-vitest.ts'

let exit: number
let departing: ReadonlyMap<string, TestOutcome>
let safe: ReadonlyMap<string, TestOutcome>
beforeAll(async () => {
  const folder = 'tests/conformance/suite-as-tests'
  const ran = await vitest(`${folder}/departing.ts`, `${folder}/safe.ts`)
  exit = ran.exit
  ;[departing = new Map(), safe = new Map()] = ran.outcomes
})

describe('the checks as tests on a platform with violations', () => {
  it('the checks as Vitest tests have one test per check, and one test that fails if too few checks are decided', () => {
    const selected = selectChecks(allChecks, 'core', ['lists.*', 'agents.*', 'conversations.*'])
    expect(selected.length).toBeGreaterThan(20)
    expect([...departing.keys()]).toEqual([...selected.map(({ id }) => id), 'enough was decided'])
    expect(departing.get('enough was decided')?.status).toBe('passed')
  })

  it('a check that fails as a Vitest test shows the rule, the difference and a command that repeats the check', () => {
    const failed = [...departing.values()].filter(({ status }) => status === 'failed')
    expect(exit).toBe(1)
    expect(failed.map(({ title }) => title)).toEqual(['lists.size-is-20-by-default'])
    const [message = ''] = failed[0]?.failureMessages ?? []
    expect(message).toContain('expected size 20, got 7 (first of 4 instances)')
    expect(message).toContain('specification (4.C3)  Lists accept `size`')
    expect(message).toContain(`reproduce  curl -i 'http://platform.test/api/`)
    expect(message).toContain(
      'a server with such a bug  npx agent-understudy serve --mutant fifty-by-default',
    )
  })

  it('the checks as Vitest tests are skipped if nothing could be decided, and keep their verdicts', () => {
    const verdicts = Map.groupBy(departing.values(), ({ meta }) => meta.conformance?.verdict)
    const statuses = (verdict: string) =>
      new Set(verdicts.get(verdict)?.map(({ status }) => status))
    expect(statuses('skipped')).toEqual(new Set(['skipped']))
    expect(statuses('pass')).toEqual(new Set(['passed']))
    expect(statuses('observed')).toEqual(new Set(['passed']))
  })
})

describe('the safety options of the checks as tests', () => {
  const failed = (title: string) => safe.get(title)?.failureMessages.join()

  it('the checks as Vitest tests skip a known failure with its reason, and fail it after its last day', () => {
    const known = safe.get('lists.size-is-20-by-default')
    expect(known?.status).toBe('skipped')
    expect(known?.meta.conformance?.verdict).toBe('skipped')
    expect(failed('errors.refused-input-is-422')).toContain('expected status 422, got status 400')
  })

  it('the checks as Vitest tests report the outdated entries of the baseline', () => {
    const outdated = failed('the baseline is up to date')
    expect(outdated).toContain('errors.refused-input-is-422 was accepted until 2026-11-20 (Ada)')
    expect(outdated).toContain('lists.items-is-an-array passes now: remove its entry')
    expect(outdated).not.toContain('lists.size-is-20-by-default')
  })

  it.each([
    'a ledger file lists what the run creates, and is removed with its last entry',
    'a ledger object receives what the run creates',
  ])('the checks as Vitest tests use a ledger: %s', (title) => {
    expect(safe.get(title)?.status).toBe('passed')
  })

  it('the checks as Vitest tests end a run that takes too long, and report this', () => {
    expect(failed('enough was decided')).toContain('or of time (`maxTime`)')
  })
})

const target = { baseUrl: 'https://api.example.com' }
const entry = { check: 'lists.items-is-an-array', owner: 'Ada', reason: '', expires: '2026-12-31' }

it.each<[string, Partial<ConformanceTestOptions>, string]>([
  [
    'a target that looks like production',
    {},
    'api.example.com may be production (its name does not look like',
  ],
  [
    'a missing target',
    { target: { baseUrl: '' } },
    'target.baseUrl must be an http or https address',
  ],
  [
    'a baseline without reasons',
    { plan: 'smoke', baseline: [entry] },
    'baseline.0.reason: Explain why',
  ],
])('the checks as Vitest tests refuse %s', (_, options, says) => {
  expect(() => conformanceTests({ target, plan: 'core', ...options })).toThrow(says)
})
