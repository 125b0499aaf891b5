import { expect, test } from 'vitest'
import { compare } from '../../cli/compare.ts'
import { calibrate } from '../../conformance/calibrate/calibrate.ts'
import { type Limits, suiteLimits } from '../../conformance/session/limits.ts'
import { exitCode, type Report } from '../../conformance/report/report.ts'
import { toTerminal } from '../../conformance/reporters/documents.ts'
import { runConformance, type RunOptions } from '../../conformance/runner/runner.ts'
import {
  type Attack,
  type AttackOn,
  drip,
  earlyHints,
  endlessBody,
  endlessStream,
  gzipBomb,
  headAlone,
  isTurn,
  shapes,
  silence,
  whole,
} from '../support/adversary/hostile-answers.ts'
import { hostileTarget } from '../support/adversary/hostile-target.ts'
import { drawn } from '../support/proving.ts'
import { target } from '../support/virtual-fake.ts'

const KiB = 1024
/** Smaller than the limits of the suite. */
const limits: Limits = {
  ...suiteLimits,
  responseBytes: 1024 * KiB,
  streamBytes: 256 * KiB,
  streamEvents: 1000,
  streamLines: 5000,
  values: 20_000,
  keptBytes: 16 * 1024 * KiB,
  stopGrace: 200,
  cleanUp: 3000,
}

async function checked(attackOn: AttackOn, options: Partial<RunOptions> = {}) {
  const { url, seen, left, close } = await hostileTarget(attackOn)
  const report = await runConformance({
    target: { ...target, baseUrl: url },
    plan: 'core',
    timeout: 3000,
    grace: 0,
    limits,
    ...options,
  })
  const remains = left()
  await close()
  return { report, seen, left: remains }
}

const onTurns =
  (attack: Attack): AttackOn =>
  (asked) =>
    isTurn(asked) ? attack : undefined

const onAgents =
  (attack: Attack): AttackOn =>
  ({ url = '' }) =>
    url.startsWith('/api/agents') ? attack : undefined

const because = ({ results }: Report, words: string) =>
  results.filter(({ verdict, message }) => verdict === 'blocked' && message.includes(words))

const broken = ({ results }: Report) =>
  results.filter(({ verdict }) => verdict === 'error' || verdict === 'fail').map(({ id }) => id)

const errors = ({ results }: Report) => results.filter(({ verdict }) => verdict === 'error')

/** The conversations that the target may have made for turns that it should have refused. */
const unclear = expect.stringMatching(/^(\d+ × )?a conversation \(the record may exist, /)

test('endless streams of turns are cut, and all other checks get a verdict', async () => {
  const { report, seen, left } = await checked(onTurns(endlessStream()), { plan: 'turn' })
  expect(because(report, 'the stream was cut after 256 KiB').length).toBeGreaterThan(20)
  expect(errors(report)).toEqual([])
  expect(report.summary.pass).toBeGreaterThan(150)
  // Bytes in the buffers of both sides are sent but not read.
  expect(seen.sent).toBeLessThan(seen.attacks * 16 * 1024 * KiB)
  expect({ left, leftovers: report.leftovers }).toEqual({ left: [], leftovers: [unclear] })
})

const streams = [
  ['tiny events', endlessStream('data:1\n\n'), '1,000 events'],
  ['comments', endlessStream(':\n'), '5,000 lines'],
  ['events with many values', endlessStream(`data: [${'[],'.repeat(3000)}0]\n\n`), 'values'],
  ['deeply nested events', endlessStream(`data: ${'['.repeat(200)}\n\n`), 'deeper than 100 levels'],
  ['one endless event', endlessStream('data: x'), '256 KiB'],
] as const

test.each(drawn(streams, 2))(
  'an endless stream of %s is cut, and the cause is reported',
  async (_, stream, cause) => {
    const { report, left } = await checked(onTurns(stream), { plan: 'turn', only: ['sse.*'] })
    expect(because(report, cause).length).toBeGreaterThan(2)
    expect(because(report, 'the stream was cut').length).toBeGreaterThan(2)
    expect(errors(report)).toEqual([])
    expect({ left, leftovers: report.leftovers }).toEqual({ left: [], leftovers: [] })
  },
)

test('a stream of one endless line is cut at a smaller size than a stream of many lines', async () => {
  const { report, left } = await checked(onTurns(endlessStream('data: x')), {
    plan: 'turn',
    only: ['sse.*'],
    limits: { ...limits, responseBytes: 128 * KiB },
  })
  expect(
    because(report, 'the stream was cut: a line is longer than 128 KiB').length,
  ).toBeGreaterThan(2)
  expect({ errors: errors(report), left }).toEqual({ errors: [], left: [] })
})

const bodies = [
  ['an endless body', endlessBody],
  ['a gigabyte in gzip', gzipBomb],
] as const

test.each(drawn(bodies, 1))(
  '%s blocks the checks that requested it, and the cause is reported',
  async (_, attack) => {
    const { report, seen, left } = await checked(onAgents(attack))
    expect(
      because(report, 'GET /api/agents: the response was cut after 1 MiB').length,
    ).toBeGreaterThan(0)
    expect(broken(report)).toEqual([])
    expect(seen.attacks).toBeLessThanOrEqual(limits.cutResponses)
    expect(seen.sent).toBeLessThan(seen.attacks * 64 * 1024 * KiB)
    expect({ left, leftovers: report.leftovers }).toEqual({ left: [], leftovers: [] })
  },
)

const creation = /(api-keys|conversations)$/

test('after five cut responses only the clean-up sends requests', async () => {
  let asked = 0
  const { report, seen, left } = await checked(({ method, url = '' }) => {
    const isForCleanUp = method === 'DELETE' || url.includes('size=100') || creation.test(url)
    return (asked += 1) > 40 && !isForCleanUp ? endlessBody : undefined
  })
  expect(seen.attacks).toBe(5)
  expect(
    because(report, 'no more requests were sent after 5 cut responses').length,
  ).toBeGreaterThan(50)
  expect(toTerminal(report)).toContain('the response was cut after 1 MiB')
  expect({ left, leftovers: report.leftovers }).toEqual({ left: [], leftovers: [unclear] })
})

test.each(drawn(Object.entries(shapes(100 * KiB)), 1))(
  'a target that responds to everything with %s does not end the run',
  async (_, body) => {
    const { report } = await checked(() => whole(body))
    expect(errors(report)).toEqual([])
    expect(JSON.stringify(report).length).toBeLessThan(2 * 1024 * KiB)
  },
)

test('responses that fill the memory of a run block its remaining checks, and the run cleans up', async () => {
  const page = `{"items":[],"padding":"${'x'.repeat(100 * KiB)}"}`
  const { report, left } = await checked(onAgents(whole(page)), {
    limits: { ...limits, keptBytes: 1024 * KiB },
  })
  expect(
    because(report, 'no more requests were sent: the responses of the run take 1 MiB of memory')
      .length,
  ).toBeGreaterThan(20)
  expect({ left, leftovers: report.leftovers }).toEqual({ left: [], leftovers: [] })
})

const slow = [
  ['single bytes with long pauses', drip],
  ['headers without a body', headAlone],
  ['only 1xx responses', earlyHints],
  ['nothing', silence],
] as const

test.each(drawn(slow, 2))(
  'a target that sends %s is abandoned at the timeout of a request',
  async (_, attack) => {
    const { report, seen } = await checked(() => attack, { timeout: 100 })
    expect(because(report, 'no response within 100 ms').length).toBeGreaterThan(100)
    expect(seen.requests).toBeLessThan(20)
    expect(exitCode(report)).toBe(4)
  },
)

test('a run that reaches its time limit skips the remaining checks, cleans up and reports', async () => {
  let asked = 0
  let hung = 0
  const late: AttackOn = ({ method, url = '' }) => {
    const mayHang = method === 'GET' && !url.includes('size=100')
    // Hangs only once: later requests belong to the clean-up.
    return (asked += 1) > 80 && mayHang && (hung += 1) === 1 ? headAlone : undefined
  }
  const { report, left } = await checked(late, { timeout: 60_000, maxTime: 800 })
  const skipped = report.results.filter(({ message }) => message.includes('see --max-time'))
  expect(skipped.length).toBeGreaterThan(50)
  expect(new Set(skipped.map(({ verdict }) => verdict))).toEqual(new Set(['skipped']))
  expect([report.outOfTime, exitCode(report), broken(report)]).toEqual([true, 5, []])
  expect(toTerminal(report)).toContain(
    'The run reached its time limit before all checks were done.',
  )
  expect({ left, leftovers: report.leftovers }).toEqual({ left: [], leftovers: [] })
})

const pending = [
  ['a stream without events', endlessStream(':')],
  ['a request without a response', silence],
] as const

test.each(drawn(pending, 1))(
  'a run that is stopped in %s cleans up and reports at once',
  async (_, attack) => {
    const stop = new AbortController()
    const attackOn: AttackOn = (asked) => {
      if (!isTurn(asked)) return undefined
      // Stops the run once the attacked request has arrived.
      setImmediate(() => stop.abort())
      return attack
    }
    const { report, left } = await checked(attackOn, {
      plan: 'turn',
      timeout: 60_000,
      stop: stop.signal,
      limits: suiteLimits,
    })
    expect([report.interrupted, exitCode(report)]).toEqual([true, 130])
    expect({ left, leftovers: report.leftovers }).toEqual({ left: [], leftovers: [] })
  },
)

test('a clean-up without responses ends at its own time limit and names what it leaves behind', async () => {
  const { report, left } = await checked(
    ({ method }) => (method === 'DELETE' ? silence : undefined),
    { timeout: 60_000, only: ['conversations.*'], limits: { ...limits, cleanUp: 300 } },
  )
  expect(left.length).toBeGreaterThan(0)
  expect(report.leftovers.join('\n')).toContain('the clean-up reached its time limit of 0.3 s')
})

test('calibrate names the cut responses and ends', async () => {
  const { url, left, close } = await hostileTarget(onAgents(endlessBody))
  const calibration = await calibrate({
    target: { ...target, baseUrl: url },
    plan: 'core',
    grace: 0,
    limits,
  })
  const reasons = calibration.observations.flatMap((each) =>
    each.state === 'unknown' ? [each.reason] : [],
  )
  expect(reasons.join('\n')).toContain('was cut after 1 MiB')
  expect({ left: left(), leftovers: calibration.leftovers }).toEqual({ left: [], leftovers: [] })
  await close()
})

test('compare refuses a run that reached its time limit', async () => {
  const { url, close } = await hostileTarget(() => undefined)
  const output: string[] = []
  const io = { stdout: { write: (text: string) => output.push(text) }, stderr: { write: () => 0 } }
  const flags = ['--email', 'demo@example.com', '--password', 'demo-password', '--plan', 'smoke']
  expect(await compare([url, url, ...flags, '--max-time', '0'], io)).toBe(4)
  expect(output.join('')).toBe(
    `${url} was only partly checked, because the run reached its time limit; see --max-time\n`,
  )
  await close()
})
