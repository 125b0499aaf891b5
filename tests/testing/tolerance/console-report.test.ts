import { describe, expect, it } from 'vitest'
import {
  playableBehaviours,
  playedWorldSettings,
  readReport,
  worldNameFor,
} from '../../../console/pages/tolerance/report.ts'
import { fault } from '../../../contract/fault.ts'
import { documented, type Profile } from '../../../contract/picks.ts'
import { readProfile, toProfileDocument } from '../../../contract/profile.ts'
import type { Finding, ToleranceReport } from '../../../contract/tolerance-report.ts'
import { composeProfile } from '../../../testing/tolerance/compose.ts'
import { drawn } from '../../support/proving.ts'
import { playedBehaviours, unprovenTests } from '../../../testing/tolerance/create-report.ts'
import { selectVariants } from '../../../testing/tolerance/tolerance.ts'
import type { RunOutcome } from '../../../testing/tolerance/execute.ts'

import example from '../../../console/pages/tolerance/example/report.json' with { type: 'json' }
import deployed from '../../../generated/profiles/deployed-0.8.json' with { type: 'json' }

const report = example as unknown as ToleranceReport
const naive = 'records.timestamps=naive'
const crlf = 'events.line-ends=crlf'
const cells = playableBehaviours(report)
const cellOf = (id: string, of = cells) => of.find((cell) => cell.id === id)!

/** The cells of the example with the finding of one behaviour changed. */
const withFinding = (behaviour: string, change: Partial<Finding>) =>
  playableBehaviours({
    ...report,
    findings: report.findings.map((one) =>
      one.behaviours[0] === behaviour ? { ...one, ...change } : one,
    ),
  })

/** Returns the reason why a text is not a report. */
function problemOf(text: string): string | undefined {
  const read = readReport(text)
  return 'problem' in read ? read.problem : undefined
}

describe('the file of a tolerance report', () => {
  it('the console reads a report of the command `tolerance`', () => {
    expect(readReport(JSON.stringify(example))).toEqual({ report: example })
  })

  it.each([
    ['no JSON', 'hello', /^This file is not JSON\. Make one with `npx agent-understudy tolerance/],
    ['a list', '[]', /^This JSON is not a report of tolerance\./],
    ['another JSON file', '{"a":1}', /^This JSON is not a report of tolerance\./],
    ['a conformance report', '{"plan":"core","results":[]}', /^This is a report of a conformance/],
    ['a recording', '{"log":{}}', /^This is a recording \(HAR\)\./],
    ['an older report', '{"behaviours":[],"leftOut":[]}', /made by an earlier version/],
    ['a later report', '{"kind":"tolerance","version":2}', /has version 2, .* reads version 1/],
    ['a damaged report', '{"kind":"tolerance","version":1}', /its field `command` is missing/],
    [
      'a report with a wrong list',
      JSON.stringify({ ...example, findings: [null] }),
      /its field `findings` is missing or wrong/,
    ],
    [
      'a report with a wrong finding',
      JSON.stringify({ ...example, findings: [{}] }),
      /^This report is damaged: it cannot be shown \(.+\)\.$/,
    ],
  ])('%s is refused with an error that says what it is and what to do', (_, text, words) => {
    expect(problemOf(text)).toMatch(words)
  })
})

describe('the behaviours that the console lists for a tolerance report', () => {
  it('the console lists each behaviour of a report once: findings first, then the others by verdict', () => {
    const verdicts = Map.groupBy(cells, ({ verdict }) => verdict)
    expect(Array.from(verdicts, ([verdict, { length }]) => [verdict, length])).toEqual([
      ['intolerant', 10],
      ['tolerated', 20],
      ['not-exercised', 10],
    ])
    expect(cells.slice(0, 10).map(({ id }) => id)).toEqual(
      report.findings.flatMap(({ behaviours }) => behaviours),
    )
    expect(cells.map(({ id }) => id).toSorted()).toEqual(
      report.behaviours.map(({ id }) => id).toSorted(),
    )
  })

  it('a finding that is in the baseline is listed after the new findings', () => {
    const known = { behaviour: naive, owner: 'me', reason: 'old', expires: '2026-12-31' }
    expect(withFinding(naive, { known })[9]).toMatchObject({
      id: naive,
      verdict: 'in the baseline',
    })
  })

  it('behaviours that break a test only together have an entry together, and each also has its own entry', () => {
    const changed = withFinding(crlf, { behaviours: [crlf, 'events.title=never'] })
    const set = cellOf(`${crlf} with events.title=never`, changed)
    expect(set).toMatchObject({ verdict: 'intolerant', behaviours: [crlf, 'events.title=never'] })
    expect(set.says).toBe(
      [cellOf(crlf), cellOf('events.title=never')].map(({ says }) => says).join('; and '),
    )
    expect(cellOf(crlf, changed).behaviours).toEqual([crlf])
  })
})

describe.each<Profile>([documented, readProfile(deployed)])(
  'a world that plays a behaviour on top of the profile $name',
  (profile) => {
    const { variants } = selectVariants(profile, { only: [], faults: true })
    const of = {
      ...report,
      profile: profile.name,
      profileDocument: toProfileDocument(profile) as object,
    }

    it('the console plays a behaviour with the same profile and faults as a run of the behaviour alone', () => {
      for (const variant of drawn(variants, 6)) {
        const plays = playedBehaviours(profile, [variant])
        const world = playedWorldSettings(of, { behaviours: [variant.id], plays })
        const expected = readProfile(toProfileDocument(composeProfile(profile, [variant])!))
        const name = `${profile.name} with ${variant.id}`
        expect(readProfile(world.options.profile)).toEqual({ ...expected, name })
        expect(world.faults).toEqual(variant.faults)
      }
    })
  },
)

describe('the world in which the console plays a behaviour', () => {
  it('each behaviour of the example report has valid picks and faults, and the seed and fixture of the report', () => {
    for (const cell of cells) {
      const { options, faults } = playedWorldSettings(report, cell)
      expect(options).toMatchObject({ seed: 'understudy', fixture: 'demo' })
      readProfile(options.profile)
      for (const one of faults) fault.parse(one)
    }
  })

  it('the world that plays a behaviour names the fixture file of the session if the console lacks this file', () => {
    const world = playedWorldSettings({ ...report, fixture: 'own/data.yaml' }, cellOf(naive))
    expect(world).toMatchObject({ missingFixture: 'own/data.yaml' })
    expect(world.options.fixture).toBeUndefined()
  })

  it('the world that plays behaviours gets an unused name that is made from the behaviours', () => {
    expect(worldNameFor([naive], new Set())).toBe('records-timestamps-naive')
    expect(worldNameFor([naive], new Set(['records-timestamps-naive']))).toBe(
      'records-timestamps-naive-2',
    )
    expect(
      worldNameFor(
        cells.map(({ id }) => id),
        new Set(),
      ).length,
    ).toBeLessThan(100)
  })
})

describe('the tests that a session could not judge', () => {
  const [variant, other] = selectVariants(documented, { only: [], faults: false }).variants
  const outcome = (results: Readonly<Record<string, 'passed' | 'failed'>>) =>
    ({
      variants: [variant],
      results: new Map(Object.entries(results).map(([id, status]) => [id, { id, status }])),
      end: { code: 1 },
    }) as unknown as RunOutcome

  it('a test that fails in every run for another reason proves nothing about a behaviour', () => {
    const runs = [outcome({ a: 'passed', b: 'failed' }), outcome({ c: 'failed' })]
    const finding = { behaviours: [variant!.id], tests: [{ test: 'c', message: '' }] } as never
    expect(unprovenTests(variant!, ['a', 'b', 'c'], runs, [finding])).toEqual(['b'])
    expect(unprovenTests(other!, ['a'], runs, [])).toEqual(['a'])
    expect(unprovenTests(variant!, ['the command'], runs, [])).toEqual(['the command'])
  })
})
