import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { allChecks } from '../conformance/checks/all-checks.ts'
import type { Report } from '../conformance/report/report.ts'
import { type ChoiceId, choices } from '../contract/choices.ts'
import { readProfile } from '../contract/profile.ts'
import { virtualFake } from './virtual-fake.ts'

/** The expected verdicts of the suite for one pick of the known deployment. */
type Finding = {
  readonly pick: string
  readonly grade: string
  readonly verdict: 'fail' | 'warn' | 'observed' | 'not visible'
  readonly checks?: readonly string[]
  readonly why?: string
}

const parse = async <T>(file: string) => JSON.parse(await readFile(file, 'utf8')) as T
const findings = await parse<Record<string, Finding>>('profiles/deployed-0.8.findings.json')
const { picks } = await parse<{ picks: Record<string, unknown> }>(
  'generated/profiles/deployed-0.8.json',
)
const listed = Object.entries(findings)

describe('the known deployment', () => {
  let report: Report
  const idsOf = (verdict: string) =>
    report.results.filter((one) => one.verdict === verdict).map(({ id }) => id)
  beforeAll(async () => {
    report = await virtualFake(picks).runSuite('turn')
  })

  it('fails and warns exactly as its table of findings says', () => {
    const told = new Set(
      listed.flatMap(([, { verdict, checks = [] }]) => (/fail|warn/.test(verdict) ? checks : [])),
    )
    expect([...idsOf('fail'), ...idsOf('warn')].toSorted()).toEqual([...told].toSorted())
    expect(idsOf('error')).toEqual([])
  })

  it('has its failures grouped by cause', () => {
    const grouped = report.causes.flatMap(({ checks }) => checks)
    expect(grouped.toSorted()).toEqual(idsOf('fail').toSorted())
    expect(report.causes.length).toBeLessThan(grouped.length)
  })

  it('is reported pick by pick', () => {
    expect(Object.keys(findings).toSorted()).toEqual(Object.keys(picks).toSorted())
  })

  it.each(listed)('%s has the grade that the table of choices gives it', (id, { pick, grade }) => {
    expect(choices[id as ChoiceId].options[pick]?.grade).toBe(grade)
  })

  it.each(listed.filter(([, { verdict }]) => verdict === 'fail' || verdict === 'warn'))(
    '%s is detected by a check with its verdict',
    (_id, { verdict, checks = [] }) => {
      expect(checks.some((check) => idsOf(verdict).includes(check))).toBe(true)
    },
  )

  it.each(listed.filter(([, { verdict }]) => verdict === 'observed'))(
    '%s is observed',
    (_id, { checks = [] }) => {
      const known = new Set(allChecks.map(({ id }) => id))
      expect(checks.filter((check) => !known.has(check))).toEqual([])
      expect(checks).not.toEqual([])
    },
  )

  it.each(listed.filter(([, { verdict }]) => verdict === 'not visible'))(
    '%s cannot be observed, and the reason is documented',
    (_id, { why = '' }) => {
      expect(why).toMatch(/\w+ \w+ \w+/)
    },
  )

  it('is a valid profile', () => {
    expect(readProfile({ picks }).picks['errors.envelope']).toEqual({ option: 'detail' })
  })
})
