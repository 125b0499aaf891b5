import { expect, test } from 'vitest'
import { runConformance } from '../../conformance/runner/runner.ts'
import type { Fetch } from '../../conformance/http/transport.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'

/** Runs the checks of limits on a server that serves so many requests, then every second one or none. */
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

test('a key with thirty accepted requests at once is not rate-limited', async () => {
  const results = await runSuite(1000)
  expect(results.get('limits.keys-are-not-limited')?.verdict).toBe('pass')
  expect(results.get('limits.replies-when-busy')?.verdict).toBe('skipped')
  expect(results.get('limits.body-size')?.observation).toEqual({ '64 KiB': 422, '1024 KiB': 413 })
})

test('a key whose limit earlier requests have used up causes a warning', async () => {
  const results = await runSuite(-1, ({ headers }) =>
    /svc_/.test(headers.get('authorization') ?? ''),
  )
  expect(results.get('limits.keys-are-not-limited')?.verdict).toBe('warn')
})

test('a key that is refused during many requests causes a warning with the responses', async () => {
  const results = await runSuite(10)
  expect(results.get('limits.keys-are-not-limited')).toMatchObject({
    verdict: 'warn',
    message: expect.stringContaining('429'),
  })
  expect(results.get('limits.replies-when-busy')?.observation).toEqual([
    { status: 429, code: 'slow_down', 'retry-after': true },
  ])
})
