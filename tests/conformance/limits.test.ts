import { expect, test } from 'vitest'
import { runConformance } from '../../conformance/runner/runner.ts'
import type { Fetch } from '../../conformance/http/transport.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'

/** Runs the limit checks. The server serves `served` requests, then every second one; -1: none. */
async function runSuite(served: number, isCounted = (_request: Request) => true) {
  const { fake, systemClock } = virtualFake()
  let count = 0
  const fetch: Fetch = async (request) => {
    if (!isCounted(request)) return fake.fetch(request)
    count += 1
    const isServed = count <= served || (served >= 0 && count % 2 === 0)
    if (isServed) return fake.fetch(request)
    return Response.json({ error: 'slow_down' }, { status: 429, headers: { 'retry-after': '1' } })
  }
  const { now, sleep } = systemClock
  const only = ['limits.*']
  const report = await runConformance({ target, plan: 'destructive', only, fetch, now, sleep })
  return new Map(report.results.map((result) => [result.id, result]))
}

test('the suite reports no rate limit for a key if thirty simultaneous requests are accepted', async () => {
  const results = await runSuite(1000)
  expect(results.get('limits.keys-are-not-limited')?.verdict).toBe('pass')
  expect(results.get('limits.replies-when-busy')?.verdict).toBe('skipped')
  expect(results.get('limits.body-size')?.observation).toEqual({ '64 KiB': 422, '1024 KiB': 413 })
})

test('the suite warns about a rate limit if earlier requests have already used up the limit of the key', async () => {
  const results = await runSuite(-1, ({ headers }) =>
    /svc_/.test(headers.get('authorization') ?? ''),
  )
  expect(results.get('limits.keys-are-not-limited')?.verdict).toBe('warn')
})

test('the suite warns about a rate limit if a key is refused during many requests, and reports the responses', async () => {
  const results = await runSuite(10)
  expect(results.get('limits.keys-are-not-limited')).toMatchObject({
    verdict: 'warn',
    message: expect.stringContaining('429'),
  })
  expect(results.get('limits.replies-when-busy')?.observation).toEqual([
    { status: 429, code: 'slow_down', 'retry-after': true },
  ])
})
