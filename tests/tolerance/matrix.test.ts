import { describe, expect, it } from 'vitest'
import example from '../../console/pages/tolerance/example/report.json' with { type: 'json' }
import { compareTexts, type TextPart } from '../../console/pages/tolerance/report/difference.ts'
import {
  countCells,
  countStates,
  filterRows,
  linesOf,
  summaryOf,
  testsOf,
} from '../../console/pages/tolerance/report/matrix.ts'
import {
  playedWorld,
  playsOf,
  worldNameFor,
} from '../../console/pages/tolerance/report/played-world.ts'
import { readReport } from '../../console/pages/tolerance/report/read-report.ts'
import { cellOf, rowsOf } from '../../console/pages/tolerance/report/rows.ts'
import { fault } from '../../contract/fault.ts'
import { documented, type Profile } from '../../contract/picks.ts'
import { readProfile, toProfileDocument } from '../../contract/profile.ts'
import type { Finding, ToleranceReport } from '../../contract/tolerance-report.ts'
import deployed from '../../generated/profiles/deployed-0.8.json' with { type: 'json' }
import { compose } from '../../tolerance/compose.ts'
import { drawn } from '../support/proving.ts'
import { playedBehaviours, unprovenTests } from '../../tolerance/played-behaviours.ts'
import { selectVariants } from '../../tolerance/tolerance.ts'
import type { RunOutcome } from '../../tolerance/execute.ts'

const report = {
  ...(example as unknown as ToleranceReport),
  leftOut: [{ id: 'http.cors-origins=listed', reason: 'only the owner knows them' }],
}
const naive = 'records.timestamps=naive'
const offset = 'records.timestamps=offset'
const crlf = 'events.line-ends=crlf'

/** The example with other findings. */
const withFindings = (change: (findings: readonly Finding[]) => readonly Finding[]) =>
  rowsOf({ ...report, findings: change(report.findings) })
const rows = rowsOf(report)
const rowOf = (id: string, of = rows) => of.find((row) => row.id === id)!
const tests = testsOf(report, rows)
const named = (words: string) => tests.find(({ name }) => name.includes(words))!.name

/** Why a text is no report. */
function problemOf(text: string): string | undefined {
  const read = readReport(text)
  return 'problem' in read ? read.problem : undefined
}

/** The parts of a text, with brackets around those that differ. */
const marked = (parts: readonly TextPart[]) =>
  parts.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('')

describe('the file of a tolerance report', () => {
  it('a report of the command is read', () => {
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
  ])('%s is refused with what it is and what to do', (_, text, words) => {
    expect(problemOf(text)).toMatch(words)
  })
})

describe('the matrix of a tolerance report', () => {
  it('rows that break tests come first, and options of one choice stand together', () => {
    const first = rows.slice(0, report.findings.length)
    expect(first.every(({ state }) => state === 'intolerant')).toBe(true)
    const ids = first.map(({ id }) => id)
    expect(Math.abs(ids.indexOf(naive) - ids.indexOf(offset))).toBe(1)
    expect(countStates(rows)).toEqual([
      ['intolerant', 10],
      ['tolerated', 20],
      ['not-exercised', 10],
      ['left-out', 1],
    ])
  })

  it('tests that most behaviours break come first, and none is lost', () => {
    expect(tests[0]).toMatchObject({ name: named('whole answer'), broken: 4 })
    expect(tests.map(({ name }) => name).toSorted()).toEqual(report.testNames.toSorted())
  })

  it('a cell says whether the behaviour breaks the test, or whether it passed', () => {
    expect(cellOf(rowOf(naive), named('agent was made'))).toBe('fails')
    expect(cellOf(rowOf(naive), named('signs a user in'))).toBe('passes')
    expect(cellOf(rowOf('events.inject=by-mode'), named('signs a user in'))).toBe('none')
    const cells = countCells(rows, tests)
    expect(cells.get('fails')).toBe(10)
    expect([...cells.values()].reduce((sum, count) => sum + count)).toBe(rows.length * tests.length)
  })

  it('an accepted finding is not a failure, but stands out', () => {
    const known = { behaviour: naive, owner: 'me', reason: 'old', expires: '2026-12-31' }
    const changed = withFindings((findings) =>
      findings.map((one) => (one.behaviours[0] === naive ? { ...one, known } : one)),
    )
    expect(rowOf(naive, changed)).toMatchObject({ state: 'accepted' })
    expect(cellOf(rowOf(naive, changed), named('agent was made'))).toBe('accepted')
  })

  it('behaviours that only break a test together have a row of their own', () => {
    const changed = withFindings((findings) =>
      findings.map((one) => ({
        ...one,
        behaviours: one.behaviours[0] === crlf ? [crlf, 'events.title=late'] : one.behaviours,
      })),
    )
    const set = rowOf(`${crlf} with events.title=late`, changed)
    expect(set).toMatchObject({ state: 'intolerant', cause: 'together' })
    expect(cellOf(set, named('whole answer'))).toBe('fails')
    expect(cellOf(rowOf(crlf, changed), named('whole answer'))).toBe('together')
  })

  it('the list has a heading for each state and for each cause of failures', () => {
    const lines = linesOf(rows)
    expect(lines.filter(({ kind }) => kind === 'row')).toHaveLength(rows.length)
    expect(lines.filter(({ kind }) => kind === 'state')).toHaveLength(4)
    const titles = lines.flatMap((line) => (line.kind === 'cause' ? [line.title] : []))
    expect(titles).toContain('How are dates written?')
    expect(titles).toContain('What networks and busy servers do')
    expect(new Set(titles).size).toBe(titles.length)
  })

  it('a filter finds ids, words, tests and messages, and shows chosen states', () => {
    const found = (text: string, states: readonly string[] = []) =>
      filterRows(rows, { text, states: new Set(states) }).map(({ id }) => id)
    expect(found('TIMESTAMPS', ['intolerant']).toSorted()).toEqual([naive, offset])
    expect(found('agent was made').toSorted()).toEqual([naive, offset])
    expect(found('shown twice')).toEqual(['fault:duplicate-in-replay'])
    expect(found('without an offset')).toContain(naive)
    expect(found('', ['left-out'])).toHaveLength(1)
  })

  it('a column that stands for several tests shows the worst of them', () => {
    expect(summaryOf(rowOf(naive), tests)).toBe('fails')
    const others = tests.filter(({ broken }) => broken === 0)
    expect(summaryOf(rowOf(naive), others)).toBe('passes')
  })
})

describe('the words that differ in two responses', () => {
  it('only the words that differ are marked, also if the rest is shifted', () => {
    const [one, other] = compareTexts('{"at":"T1.920Z","zone":7}', '{"at":"T1","zone":7}')
    expect(marked(one)).toBe('{"at":"T1[.920Z]","zone":7}')
    expect(marked(other)).toBe('{"at":"T1","zone":7}')
    expect(compareTexts('', 'a').map(marked)).toEqual(['', '[a]'])
    const long = 'word '.repeat(1000)
    expect(compareTexts(long, `${long}!`).map(marked)[0]).toBe(`[${long}]`)
  })
})

describe.each<Profile>([documented, readProfile(deployed)])(
  'a world that plays a behaviour beside the profile $name',
  (profile) => {
    const { variants } = selectVariants(profile, { only: [], faults: true })
    const of = {
      ...report,
      profile: profile.name,
      profileDocument: toProfileDocument(profile) as object,
    }

    it('a behaviour is played as in a run of its own', () => {
      for (const variant of drawn(variants, 10)) {
        const plays = playedBehaviours(profile, [variant])
        const world = playedWorld(of, { behaviours: [variant.id] }, plays)
        const expected = readProfile(toProfileDocument(compose(profile, [variant])!))
        const name = `${profile.name} with ${variant.id}`
        expect(readProfile(world.options.profile)).toEqual({ ...expected, name })
        expect(world.faults).toEqual(variant.faults)
      }
    })
  },
)

describe('the world of a row', () => {
  it('the example plays valid picks and faults, with the seed and the fixture of its session', () => {
    for (const row of rows.filter(({ state }) => state !== 'left-out')) {
      const { options, faults } = playedWorld(report, row, playsOf(row)!)
      expect(options).toMatchObject({ seed: 'understudy', fixture: 'demo' })
      readProfile(options.profile)
      for (const one of faults) fault.parse(one)
    }
    expect(playsOf(rows.at(-1)!)).toBeUndefined()
  })

  it('a fixture file of the session is named as missing', () => {
    const row = rowOf(naive)
    const world = playedWorld({ ...report, fixture: 'own/data.yaml' }, row, playsOf(row)!)
    expect(world).toMatchObject({ missingFixture: 'own/data.yaml' })
    expect(world.options.fixture).toBeUndefined()
  })

  it('its name is that of its behaviours, and is free', () => {
    expect(worldNameFor([naive], new Set())).toBe('records-timestamps-naive')
    expect(worldNameFor([naive], new Set(['records-timestamps-naive']))).toBe(
      'records-timestamps-naive-2',
    )
    expect(
      worldNameFor(
        rows.map(({ id }) => id),
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

  it('a test that failed in each run with a behaviour, for another reason, is not proven', () => {
    const runs = [outcome({ a: 'passed', b: 'failed' }), outcome({ c: 'failed' })]
    const finding = { behaviours: [variant!.id], tests: [{ test: 'c', message: '' }] } as never
    expect(unprovenTests(variant!, ['a', 'b', 'c'], runs, [finding])).toEqual(['b'])
    expect(unprovenTests(other!, ['a'], runs, [])).toEqual(['a'])
    expect(unprovenTests(variant!, ['the command'], runs, [])).toEqual(['the command'])
  })
})
