import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { allChecks } from '../../conformance/checks/all-checks.ts'
import type { Report } from '../../conformance/report/report.ts'
import { type ChoiceId, choiceIds, choices } from '../../contract/choices.ts'
import { specGaps } from '../../contract/spec-gaps.ts'
import { shippedFixture, usualReport, virtualFake } from '../support/virtual-fake.ts'
import { optionValues } from '../support/option-values.ts'
import { choicesMarkdown } from '../../cli/choices.ts'
import { drawn } from '../support/proving.ts'
import { picksUnderWhich } from '../support/drawn-picks.ts'

const cases = choiceIds.flatMap((id) =>
  Object.entries(choices[id].options)
    .filter(([option]) => option !== choices[id].default)
    .map(([option, { grade, value, unseen }]) => ({
      id,
      option,
      grade,
      unseen,
      picks: {
        ...picksUnderWhich(id),
        [id]: value === undefined ? option : { [option]: optionValues[option] },
      },
    })),
)
const deviating = cases.filter(({ grade, unseen }) => grade === 'deviates' && unseen === undefined)
const drawnDeviating = drawn(deviating, 2)
const allowed = cases.filter((each) => !deviating.includes(each))

/** Counters for the line printed at the end. */
const tally = { caught: 0, alarms: 0, checked: 0 }

const verdicts = (report: Report) => new Map(report.results.map(({ id, verdict }) => [id, verdict]))
const failing = (report: Report) =>
  report.results
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
    .map(({ id }) => id)
const sees = (id: ChoiceId) =>
  allChecks.filter((check) => check.detects?.includes(id)).map((check) => check.id)

describe('a deployment that follows the specification', () => {
  it('a deployment that follows the specification has neither failures nor warnings in the full plan', async () => {
    const { summary } = await usualReport('full')
    expect(summary).toMatchObject({ fail: 0, warn: 0, error: 0, blocked: 0, inconclusive: 0 })
    expect(summary.pass).toBeGreaterThan(200)
  })

  it('the full plan has at least 240 checks', async () => {
    const { results } = await usualReport('full')
    expect(results.length).toBeGreaterThanOrEqual(240)
  })
})

describe('an option that the specification allows or that no request can show', () => {
  it.each(drawn(allowed, 2))(
    'an option that is allowed, or that no request can show, fails no check: $id $option',
    async ({ picks }) => {
      const failed = failing(await virtualFake(picks).runSuite('full'))
      tally.checked++
      if (failed.length > 0) tally.alarms++
      expect(failed).toEqual([])
    },
  )
})

describe('the data of a deployment', () => {
  it.each(drawn(['empty', 'crowded'], 1))(
    'a deployment with other data fails no check: the %s fixture',
    async (name) => {
      const fixture = await shippedFixture(name)
      const { summary } = await virtualFake({}, fixture).runSuite('full')
      expect(summary).toMatchObject({ fail: 0, warn: 0, error: 0, blocked: 0, inconclusive: 0 })
    },
  )
})

describe('an option that contradicts the specification', () => {
  it.each(drawnDeviating)(
    'an option that contradicts the specification fails its own check: $id $option',
    async ({ id, picks }) => {
      const report = await virtualFake(picks).runSuite('full')
      const own = sees(id)
      const caught = failing(report).filter((check) => own.includes(check))
      if (caught.length > 0) tally.caught++
      expect(caught).not.toEqual([])
      const others = failing(report).filter((check) => !own.includes(check))
      const alsoFails = choices[id].alsoFails ?? []
      expect(others.filter((check) => !alsoFails.includes(check))).toEqual([])
      const before = verdicts(await usualReport('full'))
      expect(own.map((check) => before.get(check))).not.toContain('fail')
    },
  )
})

describe('the documentation of choices', () => {
  it('docs/choices.md is generated from the table of choices', async () => {
    expect(await readFile('docs/choices.md', 'utf8')).toBe(choicesMarkdown())
  })

  it('each gap of the specification has a choice, a behaviour of the fake, or a reason for having neither', () => {
    const unexplained = specGaps.filter((each) => !(each.choices ?? each.played ?? each.excluded))
    expect(unexplained).toEqual([])
  })
})

describe('the list of choices', () => {
  afterAll(() => {
    const caught = `${tally.caught} of ${drawnDeviating.length} contradictions caught`
    const alarms = `${tally.alarms} of ${tally.checked} allowed variants raised an alarm`
    process.stdout.write(`${caught}; ${alarms}\n`)
  })

  it('the list of choices names only existing checks in the field `alsoFails`', () => {
    const ids = new Set(allChecks.map(({ id }) => id))
    const named = choiceIds.flatMap((id) => choices[id].alsoFails ?? [])
    expect(named.filter((id) => !ids.has(id))).toEqual([])
  })
})
