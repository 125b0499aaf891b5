import { beforeAll, expect, test } from 'vitest'
import type { Report, Verdict } from '../../conformance/report/report.ts'
import { toAnnotations } from '../../conformance/reporters/annotations.ts'
import { groupCauses, causesTitle, summaryText } from '../../conformance/reporters/summary.ts'
import { toHtml, toMarkdown, toTerminal } from '../../conformance/reporters/documents.ts'
import { toJson } from '../../conformance/reporters/json.ts'
import { toJunit } from '../../conformance/reporters/junit.ts'
import { hostileReport } from '../support/hostile-report.ts'
import { readFileSync } from 'node:fs'
import { runConformance } from '../../conformance/runner/runner.ts'
import { rewriteJson, rewritingFetch } from '../support/rewriting-proxy.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'

// Three picks that contradict the specification: three causes, however many checks fail.
const picks = {
  'errors.validation-status': 400,
  'lists.default-size': { items: 3 },
  'errors.envelope': 'detail',
}
const oneScreen = 50

let report: Report
let hostile: Report
beforeAll(async () => {
  report = await virtualFake(picks).runSuite('core')
  hostile = await hostileReport()
})

test('failures with the same expected and actual value are one cause, even if their rules differ', () => {
  const groups = groupCauses(report.results)
  expect(report.summary.fail).toBeGreaterThan(30)
  expect(report.causes.length).toBeGreaterThan(10)
  expect(groups).toHaveLength(3)
  expect(groups.map(({ title }) => title)).toContain('expected status 422, got status 400')
  expect(groups.flatMap(({ failures }) => failures)).toHaveLength(report.summary.fail)
  expect(causesTitle(groups)).toBe(`3 causes, ${report.summary.fail} checks`)
})

test('the terminal report of a run with many failures fits on one screen', () => {
  const text = toTerminal(report)
  expect(text.split('\n').length).toBeLessThan(oneScreen)
  expect(text).toContain(`3 causes, ${report.summary.fail} checks failed.`)
  expect(text).toMatch(/skipped ×\d+: needs --expired-token/)
})

test('the Markdown report begins with the summary and the causes, and has each failure with its command', () => {
  const text = toMarkdown(report)
  const [title, sum, table] = text.split('\n\n')
  expect(title).toBe('## Conformance of `http://platform.test`')
  expect(sum).toMatch(/^Not conforming\. .* Plan `core`\.$/)
  expect(table).toContain('| pass | fail |')
  expect(text.indexOf('### 3 causes')).toBeLessThan(text.indexOf('### Failures'))
  const failed = text.slice(text.indexOf('### Failures'), text.indexOf('### Warnings'))
  expect(failed.match(/^#### /gm)).toHaveLength(report.summary.fail)
  expect(failed.match(/^curl /gm)).toHaveLength(report.summary.fail)
  expect(text).toContain('needs --expired-token (`credentials.')
})

test('every report names the mutant that reproduces a failure', () => {
  const command = 'npx agent-understudy serve --mutant '
  const countCommands = (text: string) => text.split(command).length - 1
  const failures = report.results.filter(({ verdict }) => verdict === 'fail')
  expect(failures.every(({ onPurpose }) => onPurpose?.startsWith(command))).toBe(true)
  expect(
    [toJson, toJunit, toMarkdown, toHtml].map((write) => countCommands(write(report))),
  ).toEqual(Array.from({ length: 4 }, () => failures.length))
  // A report fits on one screen, with one annotation for each cause.
  const causes = groupCauses(report.results).length
  expect([toTerminal, toAnnotations].map((write) => countCommands(write(report)))).toEqual([
    causes,
    causes,
  ])
})

test('annotations have one line each: an error for each cause, and a notice with the summary', () => {
  const lines = toAnnotations(report).trim().split('\n')
  const kinds = lines.map((line) => /^::(\w+) title=/.exec(line)?.[1])
  const warnings = Array.from({ length: report.summary.warn }, () => 'warning')
  expect(warnings.length).toBeGreaterThan(1)
  expect(kinds).toEqual(['error', 'error', 'error', ...warnings, 'notice'])
})

test('with `strict`, warnings are failures in the JUnit report and errors in the annotations', () => {
  const { fail, warn } = report.summary
  for (const [strict, failed] of [
    [false, fail],
    [true, fail + warn],
  ] as const) {
    const junit = toJunit(report, strict)
    expect(junit).toContain(` failures="${failed}" `)
    expect(junit.match(/<failure /g)).toHaveLength(failed)
  }
  const lines = toAnnotations(report, true)
  expect(lines.match(/^::error /gm)).toHaveLength(groupCauses(report.results).length + warn)
  expect(lines).not.toMatch(/^::warning /m)
})

test('the JUnit report and the annotations of a run that decided nothing have an error', async () => {
  const down = await runConformance({
    target,
    plan: 'core',
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  })
  const junit = toJunit(down)
  const count = down.results.length + 1
  expect(junit).toContain(`<testsuites tests="${count}" failures="0" errors="1" skipped="`)
  expect(junit.match(/<error /g)).toHaveLength(1)
  expect(junit).toContain(
    '<testcase classname="conformance" name="enough was decided"><error message="Not decided: the target did not respond',
  )
  expect(toAnnotations(down)).toMatch(
    /^::error title=Conformance of .*::Not decided: the target did not respond/m,
  )
  expect(toJunit(report)).not.toContain('enough was decided')
})

test('text of a target cannot begin a workflow command in annotations', () => {
  const lines = toAnnotations(hostile)
    .trim()
    .split(/\r\n|\r|\n/)
  expect(lines).toHaveLength(4)
  expect(lines.filter((line) => !/^::(error|warning|notice) title=[^:,]+::/.test(line))).toEqual([])
})

test('text of a target cannot close the code spans and blocks of Markdown', () => {
  const text = toMarkdown(hostile)
  // Without code spans and blocks, nothing of an attack may remain unescaped.
  const prose = text
    .replaceAll(/^(`{3,})sh\n[\s\S]*?\n\1$/gm, '')
    .replaceAll(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '')
  expect(prose).not.toMatch(/(?<!\\)<|(?<!\\)@everyone|^# taken|(?<!\\)\[taken/m)
  expect(text).toContain('taken')
})

test('the HTML report allows only its own scripts, and loads no other files', () => {
  const page = toHtml(hostile)
  const [, policy] = /Content-Security-Policy" content="([^"]+)"/.exec(page) ?? []
  expect(policy).toMatch(
    /^default-src &#39;none&#39;; style-src &#39;sha256-[\w+/=]+&#39;; script-src &#39;sha256-/,
  )
  expect(page.match(/<script/g)).toHaveLength(1)
  expect(page.match(/<(img|link|iframe|b>taken)/g)).toBeNull()
  expect(page.match(/<[^>]*\s(on\w+|style|src)=/g)).toBeNull()
  expect(page).toContain('&lt;/script&gt;&lt;img src=x onerror=')
})

test('the HTML report lists every check once, and the operations grouped by credential', () => {
  const page = toHtml(report)
  for (const { id } of report.results) expect(page.split(`id="${id}"`)).toHaveLength(2)
  expect(page).toContain('<th scope="col">chat key</th>')
  expect(page).toContain('<code>GET /api/agents/{id}</code>')
  expect(page).toContain('Slowest operations')
})

test('the HTML report formats code in the sentences of a message, and leaves values and stacks as they are', () => {
  const some = report.results.slice(0, 1)
  const pageOf = (verdict: Verdict) =>
    toHtml({
      ...report,
      results: some.map((one) => ({
        ...one,
        verdict,
        message: 'needs `--x`\nor <b>',
        evidence: [],
      })),
    })
  for (const verdict of ['fail', 'warn', 'blocked', 'inconclusive', 'skipped'] as const)
    expect(pageOf(verdict)).toContain('<p class="">needs <code>--x</code><br />or &lt;b&gt;</p>')
  for (const verdict of ['pass', 'observed', 'error'] as const)
    expect(pageOf(verdict)).toContain('<pre>\nneeds `--x`\nor &lt;b&gt;</pre>')
})

test('each report states what the run cost', () => {
  const { requests, ms } = report.spent
  const cost = `Cost: ${requests} requests, 0 turns, ${(ms / 1000).toFixed(1)} s.`
  for (const write of [toTerminal, toMarkdown, toHtml, toAnnotations])
    expect(write(report)).toContain(cost)
  const junit = toJunit(report)
  expect(junit).toContain(`<property name="requests" value="${requests}"/>`)
  expect(junit).toContain('<property name="turns" value="0"/>')
  expect(junit).toContain(`time="${(ms / 1000).toFixed(3)}"`)
  expect(JSON.parse(toJson(report)).spent).toEqual(report.spent)
  const six = { ...report, spent: { ...report.spent, turns: 6, unexpectedTurns: 6 } }
  expect(toTerminal(six)).toContain('6 turns (6 not refused by the target)')
})

const deployed = JSON.parse(readFileSync('generated/profiles/deployed-0.8.json', 'utf8')) as {
  picks: object
}

test('the terminal report about deployed-0.8 shows all causes on one screen, before any detail', async () => {
  const known = await virtualFake(deployed.picks).runSuite('full')
  const groups = groupCauses(known.results)
  expect(groups.length).toBeGreaterThanOrEqual(12)
  const lines = toTerminal(known).trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(oneScreen)
  const [, , title, ...rest] = lines
  expect(title).toBe(`${causesTitle(groups)} failed.`)
  const list = rest.slice(0, rest.indexOf(''))
  expect(list).toHaveLength(groups.length)
  for (const [at, { failures }] of groups.entries())
    expect(list[at]).toMatch(
      new RegExp(`^FAIL ${failures[0]?.id}[ :].+expected|^FAIL ${failures[0]?.id} and`),
    )
  for (const line of list) expect(line.length).toBeLessThan(180)
  // The cause that blocks other checks is the first.
  expect(list[0]).toMatch(/ \(blocks \d+\): /)
  expect(lines.findIndex((line) => line.includes('specification '))).toBeGreaterThan(list.length)
})

test('the terminal report lists blocked checks once for each cause, with the failed check that blocks them', async () => {
  const known = await virtualFake(deployed.picks).runSuite('core')
  const blocked = known.results.filter(({ verdict }) => verdict === 'blocked')
  expect(blocked.length).toBeGreaterThan(5)
  const blockers = new Set(blocked.map(({ blockedBy }) => blockedBy))
  expect([...blockers].filter((id) => !id?.startsWith('errors.'))).toEqual([])
  const lines = toTerminal(known).split('\n')
  const reasons = lines.filter((line) => line.startsWith('blocked '))
  expect(reasons).toHaveLength(blockers.size)
  expect(reasons[0]).toMatch(
    /^blocked ×\d+: by errors\.error-is-a-code: the error body has no code/,
  )
  // A summary without failures is what a baseline with all failures leads to.
  expect(summaryText({ ...known, summary: { ...known.summary, fail: 0 } })).toContain(
    `Green, but ${blocked.length} checks could not run, most often: by errors.error-is-a-code: `,
  )
})

test('the checks that a failed set-up blocks share one reason, which omits the whole response', async () => {
  const { fake, systemClock } = virtualFake()
  const { results } = await runConformance({
    target,
    plan: 'core',
    fetch: rewritingFetch((request) => fake.fetch(request), {
      response: (answer, { method, path }) =>
        method === 'POST' && path === '/api/me/api-keys' && answer.status < 300
          ? rewriteJson(answer, ({ id: _, ...json }) => ({
              ...json,
              note: 'x'.repeat(500),
              key: 1,
            }))
          : undefined,
    }),
    now: systemClock.now,
    sleep: systemClock.sleep,
  })
  const blocked = results.filter(({ verdict }) => verdict === 'blocked')
  expect(blocked.length).toBeGreaterThan(20)
  expect(blocked.filter(({ message }) => message.length > 300)).toEqual([])
  const reasons = new Set(blocked.map(({ blockedBy }) => blockedBy))
  expect([...reasons].filter((id) => !id?.startsWith('keys.'))).toEqual([])
  expect(reasons.size).toBeLessThan(3)
})

test('the message of a failed check states the expectation once, however many wrong values were received', async () => {
  const { fake, systemClock } = virtualFake({ 'records.timestamps': 'naive' })
  const { results } = await runConformance({
    target,
    plan: 'core',
    fetch: (request) => fake.fetch(request),
    now: systemClock.now,
    sleep: systemClock.sleep,
  })
  const { message = '', instances = 0 } =
    results.find(({ id }) => id === 'timestamps.say-utc') ?? {}
  expect(instances).toBeGreaterThan(9)
  expect(message.match(/expected/g)).toHaveLength(1)
  expect(message).toMatch(/, got "[^"]+", "[^"]+", "[^"]+" and \d+ other values \(\d+ times\)$/)
})
