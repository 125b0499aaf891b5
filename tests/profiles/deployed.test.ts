import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { allChecks } from '../../conformance/checks/all-checks.ts'
import type { Report } from '../../conformance/report/report.ts'
import { type ChoiceId, choices } from '../../contract/choices.ts'
import { readProfile } from '../../contract/profile.ts'
import { virtualFake } from '../support/virtual-fake.ts'

/** The expected verdict of the suite about one pick or answer of the known deployment. */
type Finding = {
  /** The option of a choice; absent for an answer, whose key is its operation. */
  readonly pick?: string
  readonly grade: string
  readonly verdict: 'fail' | 'warn' | 'observed' | 'not visible'
  readonly checks?: readonly string[]
  readonly why?: string
}

const parse = async <T>(file: string) => JSON.parse(await readFile(file, 'utf8')) as T
const findings = await parse<Record<string, Finding>>('profiles/deployed-0.8.findings.json')
const profile = await parse<{ picks: object; answers: object; operations?: object }>(
  'generated/profiles/deployed-0.8.json',
)
const { picks, answers, operations = {} } = profile
const listed = Object.entries(findings)
const choicesListed = listed.filter(([, { pick }]) => pick !== undefined)

describe('the known deployment', () => {
  let report: Report
  const idsOf = (verdict: string) =>
    report.results.filter((one) => one.verdict === verdict).map(({ id }) => id)
  beforeAll(async () => {
    report = await virtualFake(picks, undefined, [], { answers, operations }).runSuite('turn')
  })

  it('the suite fails and warns about the profile deployed-0.8 exactly as the table of findings says', () => {
    const expectedIds = new Set(
      listed.flatMap(([, { verdict, checks = [] }]) => (/fail|warn/.test(verdict) ? checks : [])),
    )
    expect([...idsOf('fail'), ...idsOf('warn')].toSorted()).toEqual([...expectedIds].toSorted())
    expect(idsOf('error')).toEqual([])
  })

  it('the failures of the profile deployed-0.8 are grouped by cause', () => {
    const grouped = report.causes.flatMap(({ checks }) => checks)
    expect(grouped.toSorted()).toEqual(idsOf('fail').toSorted())
    expect(report.causes.length).toBeLessThan(grouped.length)
  })

  it('the table of findings lists each pick of the profile deployed-0.8', () => {
    const ids = choicesListed.map(([id]) => id)
    expect(ids.toSorted()).toEqual(Object.keys(picks).toSorted())
  })

  it('the answers in the table of findings are answers of the profile deployed-0.8', () => {
    const others = listed.filter(([, { pick }]) => pick === undefined).map(([id]) => id)
    expect(others.filter((operation) => !Object.hasOwn(answers, operation))).toEqual([])
    expect(others).not.toEqual([])
  })

  it.each(choicesListed)(
    'the pick for %s in deployed-0.8 has the same grade in the table of findings and in the table of choices',
    (id, { pick = '', grade }) => {
      expect(choices[id as ChoiceId].options[pick]?.grade).toBe(grade)
    },
  )

  it.each(listed.filter(([, { verdict }]) => verdict === 'fail' || verdict === 'warn'))(
    'the finding %s about the profile deployed-0.8 is detected by a check',
    (_id, { verdict, checks = [] }) => {
      expect(checks.some((check) => idsOf(verdict).includes(check))).toBe(true)
    },
  )

  it.each(listed.filter(([, { verdict }]) => verdict === 'observed'))(
    'the finding %s about the profile deployed-0.8 names checks, and all of them exist',
    (_id, { checks = [] }) => {
      const known = new Set(allChecks.map(({ id }) => id))
      expect(checks.filter((check) => !known.has(check))).toEqual([])
      expect(checks).not.toEqual([])
    },
  )

  it.each(listed.filter(([, { verdict }]) => verdict === 'not visible'))(
    'the finding %s about the profile deployed-0.8 cannot be observed, for a documented reason',
    (_id, { why = '' }) => {
      expect(why).toMatch(/\w+ \w+ \w+/)
    },
  )

  it('the profile deployed-0.8 is valid', () => {
    expect(readProfile(profile).picks['errors.envelope']).toEqual({ option: 'detail' })
  })
})
