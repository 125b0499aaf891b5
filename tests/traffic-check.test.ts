import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { conform } from '../cli/conform.ts'
import { UsageError } from '../cli/command-line.ts'
import { proxy } from '../cli/proxy.ts'
import type { TrafficReport } from '../cli/traffic-report.ts'
import { readProfile } from '../contract/profile.ts'
import { listen } from '../mocks/adapters/node.ts'
import { clientJourney } from './passive-journey.ts'
import { temporaryFolder } from './start-serve.ts'
import { mountInProcess, shippedScenarios as scenarios } from './transports.ts'

const { folder } = temporaryFolder()
const recording = 'tests/recordings/a.proxy.har.gz'

/** Runs `conform` on traffic. */
async function judge(...flags: string[]) {
  let stdout = ''
  const io = {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: () => true },
  }
  return { code: await conform(flags, io), stdout }
}

/** Plays the journey of a client through `proxy --check`, in front of a fake with these picks. */
async function check(picks: object, ...flags: string[]) {
  const { fake } = mountInProcess({ scenarios, profile: readProfile({ picks }) })
  const target = await listen(fake)
  onTestFinished(target.close)
  const stopping = Promise.withResolvers<void>()
  const ready = Promise.withResolvers<string>()
  const [said, warned]: string[][] = [[], []]
  const io = {
    stdout: { write: (text: string) => (ready.resolve(text), said?.push(text)) },
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
  return {
    code: await exit,
    warned: warned?.join('') ?? '',
    report: JSON.parse(said?.at(-1) ?? '') as TrafficReport,
  }
}

it('a recording is judged by the rules that need no requests of their own', async () => {
  const { code, stdout } = await judge('--traffic', recording, '--json')
  const { exchanges, judged, rules, findings } = JSON.parse(stdout) as TrafficReport
  expect([code, exchanges]).toEqual([1, 912])
  expect(judged).toBeGreaterThan(890)
  expect(rules.reached).toBeGreaterThan(80)
  // What this deployment does otherwise than the specification, and nothing else.
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
  const { stdout } = await judge('--traffic', recording)
  expect(stdout).toContain('912 exchanges')
  expect(stdout).toMatch(
    /FAIL events\.done-counts-tokens {2}6\n {2}POST \/api\/react, \d+ exchanges/,
  )
})

it('a recording that is none, or does not exist, is a usage error', async () => {
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

it('a proxy that checks tells a broken rule when it sees it, and ends with 1', async () => {
  const { code, warned, report } = await check({ 'events.done-tokens': 'absent' })
  expect(code).toBe(1)
  expect(warned.match(/FAIL events\.done-counts-tokens {2}POST \/api\/react:/g)).toHaveLength(1)
  expect(report.findings.map(({ rule }) => rule)).toContain('events.done-counts-tokens')
})

it('a proxy whose traffic reaches too few rules ends with 6', async () => {
  expect((await check({}, '--min-rules', '1000')).code).toBe(6)
})
