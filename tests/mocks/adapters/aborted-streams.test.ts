import { getEventListeners } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, vi } from 'vitest'
import { systemClock, type SystemClock } from '../../../mocks/world/clock.ts'
import { isProving } from '../../support/proving.ts'
import { describeTransports } from '../../support/transports.ts'
import { login, newConversation, visit } from '../../support/visitor.ts'

/**
 * The numbers of aborted streams: the first fill bounded buffers such as the journal, the others
 * are measured.
 */
const counts: Readonly<Record<string, readonly [warmUp: number, measured: number]>> = {
  'in-process fetch': [2200, 2800],
  'Node HTTP': [2200, 1800],
  'MSW in Node': [200, 800],
}

/**
 * The maximum number of bytes that a stream may leave behind: less than a stream or its signal takes. MSW
 * 3.0 in Node itself leaves 30 KB per request.
 */
const bytesLeft = (transport: string) =>
  !isProving || transport === 'MSW in Node' ? Number.POSITIVE_INFINITY : 200

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

async function heapUsed(): Promise<number> {
  // Some references are released in the next iteration of the event loop.
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()
  }
  return process.memoryUsage().heapUsed
}

/** The system clock, with a count of its timers. */
function countTimers(): { readonly wall: SystemClock; readonly waiting: ReadonlySet<object> } {
  const waiting = new Set<object>()
  const after: SystemClock['after'] = (ms, run) => {
    const timer = {}
    waiting.add(timer)
    const callOff = systemClock.after(ms, () => {
      waiting.delete(timer)
      run()
    })
    return () => {
      waiting.delete(timer)
      callOff()
    }
  }
  return { wall: { now: systemClock.now, after }, waiting }
}

describeTransports('pages that disconnect from a stream', (mount, transport) => {
  // Memory is measured only in `npm run prove`: it takes thousands of streams.
  const [warmUp, measured] = isProving ? (counts[transport] ?? [0, 0]) : [100, 100]

  it(`pages that disconnect from a stream leave no stream, timer${isProving ? ', memory' : ''} or listener behind after ${warmUp + measured} visits`, async () => {
    expect(measured).toBeGreaterThan(0)
    const { wall, waiting } = countTimers()
    const mounted = await mount({ speed: 1, systemClock: wall })
    const { fake, baseUrl } = mounted
    const control = fake.control()
    control.clock.freeze()
    const timersBefore = waiting.size
    const { access_token } = await login(mounted)
    const visitor = visit(mounted, access_token)
    const conversation_id = await newConversation(visitor)
    const first = await visitor.read('POST /api/react', {
      body: { q: 'Where is my order?', conversation_id },
    })
    await first.until(1)
    await first.leave()

    const leaveOne = async (number: number) => {
      const leaving = new AbortController()
      const request = new Request(`${baseUrl}/api/chat/resume`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
        body: JSON.stringify({ conversation_id, cursor: -1 }),
        signal: leaving.signal,
      })
      const listened = getEventListeners(request.signal, 'abort').length
      const { body } = await mounted.fetch(request)
      const reader = body?.getReader()
      const { value } = (await reader?.read()) ?? {}
      expect(value?.length).toBeGreaterThan(0)
      if (number % 2 === 0) leaving.abort()
      await reader?.cancel().catch(() => undefined)
      // Only the in-process fake gets this `Request` itself, and listens to its signal.
      const ours =
        transport === 'in-process fetch' ? getEventListeners(request.signal, 'abort') : []
      expect(ours.length).toBeLessThanOrEqual(listened)
    }
    const leaveMany = async (count: number) => {
      for (let left = 0; left < count; left += 20)
        await Promise.all(Array.from({ length: 20 }, (_, number) => leaveOne(number)))
      await vi.waitFor(() => expect(control.about().streams).toBe(0), { timeout: 20_000 })
    }

    await leaveMany(warmUp)
    const before = await heapUsed()
    await leaveMany(measured)
    const perStream = ((await heapUsed()) - before) / measured
    expect(perStream).toBeLessThan(bytesLeft(transport))
    expect(waiting.size).toBe(timersBefore)
    expect(control.journal.list({ limit: 1 })).toMatchObject([{ stream: { state: 'left' } }])
  }, 240_000)
})
