import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { conform } from '../../cli/conform.ts'
import { UsageError } from '../../cli/command-line.ts'
import { proxy } from '../../cli/proxy.ts'
import type { TrafficReport } from '../../conformance/passive/traffic-check.ts'
import { readProfile } from '../../contract/profile.ts'
import { listen } from '../../mocks/adapters/node.ts'
import { clientJourney } from '../conformance/passive-journey.ts'
import { recording } from '../support/recorded-exchange.ts'
import { temporaryFolder } from '../support/start-serve.ts'
import { mountInProcess, shippedScenarios as scenarios } from '../support/transports.ts'

const { folder } = temporaryFolder()

/** Runs `conform` on traffic. */
async function judge(...flags: string[]) {
  let stdout = ''
  const io = {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: () => true },
  }
  return { code: await conform(flags, io), stdout }
}

/** Plays a client's journey through `proxy --check`, in front of a fake with these picks. */
async function check(picks: object, ...flags: string[]) {
  const { fake } = mountInProcess({ scenarios, profile: readProfile({ picks }) })
  const target = await listen(fake)
  onTestFinished(target.close)
  const stopping = Promise.withResolvers<void>()
  const ready = Promise.withResolvers<string>()
  const [printed, warned]: string[][] = [[], []]
  const io = {
    stdout: { write: (text: string) => (ready.resolve(text), printed?.push(text)) },
    stderr: { write: (text: string) => warned?.push(text) },
    stopped: stopping.promise,
  }
  const exit = proxy(['--to', target.url, '--port', '0', '--check', '--json', ...flags], io)
  exit.catch(ready.reject)
  const { url } = JSON.parse(await ready.promise) as { url: string }
  await clientJourney((request) => {
    const there = request.url.replace('http://platform.test', url)
    return fetch(new Request(there, request), { duplex: 'half' } as RequestInit)
  })
  stopping.resolve()
  const code = await exit
  const lines = (printed?.join('') ?? '').trim().split('\n')
  return {
    code,
    warned: warned?.join('') ?? '',
    live: lines.slice(1, -1).map((line) => (JSON.parse(line) as { finding: object }).finding),
    report: JSON.parse(lines.at(-1) ?? '') as TrafficReport,
  }
}

it('a recording is judged by the rules that need no requests of their own', async () => {
  const { code, stdout } = await judge('--traffic', 'tests/recordings/a.proxy.har.gz', '--json')
  const { exchanges, judged, rules, findings } = JSON.parse(stdout) as TrafficReport
  expect([code, exchanges]).toEqual([1, 912])
  expect(judged).toBeGreaterThan(890)
  expect(rules.reached).toBeGreaterThan(80)
  // Exactly the points where this deployment contradicts the specification.
  const broken = findings.filter(({ level }) => level === 'must').map(({ rule }) => rule)
  expect([...new Set(broken)].toSorted()).toEqual([
    'cursor.every-event-carries-one',
    'errors.error-is-a-code',
    'errors.message-is-a-string',
    'errors.success-is-false',
    'events.answer-has-its-type',
    'events.done-counts-tokens',
    'events.tool-call-has-tool-and-input',
    'keys.creation-shows-the-full-key',
    'timestamps.are-iso-8601',
  ])
  expect(findings[0]).toMatchObject({ count: expect.any(Number), operation: expect.any(String) })
})

it('the text of a report names each cause once, with its count', async () => {
  const { stdout } = await judge('--traffic', recording.file)
  expect(stdout).toContain(`${recording.exchanges} exchanges`)
  expect(stdout).toMatch(
    /FAIL events\.done-counts-tokens {2}6\n {2}POST \/api\/react, \d+ exchanges/,
  )
})

it('a file that is not a recording, or does not exist, is a usage error', async () => {
  await expect(judge('--traffic', 'package.json')).rejects.toThrow(UsageError)
  await expect(judge('--traffic', 'nothing.har')).rejects.toThrow(
    "nothing.har can't be read (ENOENT)",
  )
})

it('a proxy that checks finds nothing in the traffic of a deployment as specified', async () => {
  const written = join(folder.path, 'report.json')
  const { code, warned, report } = await check({}, '--report', written)
  expect([code, warned, report.findings]).toEqual([0, '', []])
  expect(report.rules.reached).toBeGreaterThan(85)
  expect(JSON.parse(await readFile(written, 'utf8'))).toEqual(report)
})

it('a proxy that checks reports a broken rule at once, and exits with 1', async () => {
  const { code, warned, report } = await check({ 'events.done-tokens': 'absent' })
  expect(code).toBe(1)
  expect(warned.match(/FAIL events\.done-counts-tokens {2}POST \/api\/react:/g)).toHaveLength(1)
  expect(report.findings.map(({ rule }) => rule)).toContain('events.done-counts-tokens')
})

it('with `--json`, a proxy that checks prints a line for each cause when it is first seen', async () => {
  const { live, report } = await check({ 'events.done-tokens': 'absent' })
  expect(live).toHaveLength(report.findings.length)
  expect(live[0]).toMatchObject({ rule: 'events.done-counts-tokens', count: 1 })
})

it('a proxy whose traffic reaches too few rules ends with 6', async () => {
  expect((await check({}, '--min-rules', '1000')).code).toBe(6)
})

const everyFormat = () =>
  ['html', 'junit', 'markdown', 'json'].flatMap((format) => [
    '--report',
    `${format}=${join(folder.path, format)}`,
  ])
const written = (format: string) => readFile(join(folder.path, format), 'utf8')

it('a proxy that checks writes every report of the suite, with the rules that were not reached', async () => {
  const { report } = await check({ 'events.done-tokens': 'absent' }, ...everyFormat())
  expect(JSON.parse(await written('json'))).toEqual(report)
  const { reached, of } = report.rules
  expect(report.notReached).toHaveLength(of - reached)
  const [html, junit, markdown] = await Promise.all(['html', 'junit', 'markdown'].map(written))
  for (const rule of ['events.done-counts-tokens', ...report.notReached]) {
    expect(html).toContain(`id="${rule}"`)
    const [section, ...name] = rule.split('.')
    expect(junit).toContain(`<testcase classname="${section}" name="${name.join('.')}">`)
    expect(markdown).toContain(`\`${rule}\``)
  }
  expect(html).toContain(`${reached} of ${of} rules reached.`)
  expect(html).toContain('no exchange of the traffic reaches this rule')
  expect(junit).toMatch(
    /<failure message="[^"]*POST \/api\/react: expected [^"]* exchanges?, first \d+\)/,
  )
  expect(markdown).toContain('Not conforming. ')
})

/** A baseline with one known failure. */
async function baseline(rule: string, expires = '2999-12-31'): Promise<string> {
  const path = join(folder.path, `${rule}-${expires}.json`)
  await writeFile(
    path,
    JSON.stringify([{ check: rule, owner: 'Ada', reason: 'release 9', expires }]),
  )
  return path
}

it('a failure that the baseline accepts is not reported, and does not fail the traffic', async () => {
  const known = await baseline('events.done-counts-tokens')
  const { code, warned, live } = await check(
    { 'events.done-tokens': 'absent' },
    '--baseline',
    known,
  )
  expect([code, warned, live]).toEqual([0, '', []])
})

it('an expired baseline entry accepts no failure of traffic', async () => {
  const expired = await baseline('events.done-counts-tokens', '2026-01-01')
  const { code, warned } = await check({ 'events.done-tokens': 'absent' }, '--baseline', expired)
  expect(code).toBe(1)
  expect(warned).toContain('FAIL events.done-counts-tokens')
})

it('a recording makes no baseline entry stale, because it may lack the failing requests', async () => {
  const made = join(folder.path, 'made.yaml')
  const { code } = await judge('--traffic', recording.file, '--write-baseline', made)
  expect(code).toBe(1)
  const completed = (await readFile(made, 'utf8'))
    .replaceAll('owner: ""', 'owner: Ada')
    .replaceAll('reason: ""', 'reason: known')
  const known = completed.match(/owner: Ada/g)?.length ?? 0
  expect(known).toBeGreaterThan(6)
  const passing = `- { check: lists.items-is-an-array, owner: Ada, reason: known, expires: 2999-12-31 }\n`
  await writeFile(made, completed + passing)
  const again = await judge('--traffic', recording.file, '--baseline', made)
  expect(again.code).toBe(0)
  expect(again.stdout).toMatch(/0 causes fail, \d+ warn, \d+ in the baseline\n/)
  expect(again.stdout).toContain(`Baseline: 0 new, ${known} known, 0 expired, 0 stale.`)
  expect(again.stdout).toContain(
    'unbroken lists.items-is-an-array was not broken by this traffic: keep its entry',
  )
  expect(again.stdout).not.toContain('The baseline is out of date.')
})

it('the flags of reports and baselines need `--check`', async () => {
  const io = { stdout: { write: () => true }, stderr: { write: () => true } }
  const start = (...flags: string[]) =>
    proxy(['--to', 'http://127.0.0.1:1', ...flags], { ...io, stopped: Promise.resolve() })
  for (const flag of ['report', 'baseline', 'write-baseline', 'min-rules'])
    await expect(start(`--${flag}`, '1')).rejects.toThrow(
      `--${flag} only works together with --check.`,
    )
})
