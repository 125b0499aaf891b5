import { describe, expect, it } from 'vitest'
import { errorCodes } from '../../../contract/errors.ts'
import type { FaultInput } from '../../../contract/fault.ts'
import { readProfile } from '../../../contract/profile.ts'
import { eventually, see } from '../../support/fault-tools.ts'
import { demo, describeTransports, mountInProcess } from '../../support/transports.ts'
import { keyOf, type NewKey, newConversation, signIn, visit } from '../../support/visitor.ts'

const agents = 'GET /api/agents'
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value) / values.length
const onAgents = (effect: FaultInput['effect']): FaultInput => ({
  match: { endpoint: agents },
  effect,
})

describeTransports('a response with a fault', (mount) => {
  it('a fault returns the configured error, and the request has no effect', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const { store } = mounted.fake.world()
    const { faults } = mounted.fake.control()
    faults.add({ effect: { error: { code: 'rate_limit_exceeded', retry_after: 30 } } })
    const { status, headers, json } = await visitor.call('POST /api/conversations', { body: {} })
    expect([status, headers.get('retry-after'), json]).toEqual([
      429,
      '30',
      { success: false, error: 'rate_limit_exceeded', message: expect.any(String) },
    ])
    expect(store.conversations.size).toBe(demo.conversations.length)
  })

  it('a fault that persists refuses a caller or a request again that it refused before', async () => {
    const mounted = await mount()
    const [a, b] = [await signIn(mounted), await signIn(mounted, 'other')]
    const error = { code: 'rate_limit_exceeded', retry_after: 30, persists: 'token' } as const
    mounted.fake.control().faults.add({ times: 2, match: { endpoint: agents }, effect: { error } })
    const statuses: number[] = []
    for (const visitor of [a, b, a, b]) statuses.push((await visitor.call(agents)).status)
    expect(statuses).toEqual([429, 429, 429, 429])
    const until = { ...error, persists: 'time' } as const
    mounted.fake.control().faults.clear()
    mounted.fake.control().faults.add({ times: 2, effect: { error: until } })
    const paths = ['GET /api/auth/me', agents, 'GET /api/auth/me', agents, 'GET /api/conversations']
    const later: number[] = []
    for (const path of paths) later.push((await a.call(path)).status)
    expect(later).toEqual([429, 429, 429, 429, 200])
  })

  it('a fault that persists in time refuses until a frozen clock is advanced, and sends the remaining time', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const { clock } = mounted.fake.world()
    clock.freeze()
    const error = { code: 'rate_limit_exceeded', retry_after: 30, persists: 'time' } as const
    mounted.fake.control().faults.add({ times: 1, effect: { error } })
    const seen: unknown[] = []
    for (const seconds of [0, 0, 10, 19.5, 0.5]) {
      clock.advance(seconds * 1000)
      const { status, headers } = await visitor.call(agents)
      seen.push([status, headers.get('retry-after')])
    }
    expect(seen).toEqual([
      [429, '30'],
      [429, '30'],
      [429, '20'],
      [429, '1'],
      [200, null],
    ])
  })

  it('a fault with `time-unless-frozen` does not persist while the clock is frozen', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const persists = 'time-unless-frozen' as const
    const error = { code: 'rate_limit_exceeded', retry_after: 30, persists } as const
    mounted.fake.control().faults.add({ times: 1, effect: { error } })
    const statuses = [await visitor.call(agents), await visitor.call(agents)]
    mounted.fake.world().clock.freeze()
    statuses.push(await visitor.call(agents))
    expect(statuses.map(({ status }) => status)).toEqual([429, 429, 200])
  })

  it('a fault can compress a body and cut it, so that the compressed body is incomplete', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const whole = (await visitor.call(agents)).text.length
    const effect = { compression: 'gzip', body: { truncate: 25 } } as const
    mounted.fake.control().faults.add({ ...onAgents(effect), times: 1 })
    const headers = { 'accept-encoding': 'gzip' }
    // A client that decompresses reports an error, or has the beginning.
    const seen = await see(visitor.open(agents, { headers }))
    expect([whole > 1000, seen.bytes.length < 200]).toEqual([true, true])
  })

  it('a fault can respond like a failing gateway, and the request has no effect', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const { faults } = mounted.fake.control()
    faults.add({ times: 1, effect: { gateway: { status: 502, retry_after: 3 } } })
    const page = await visitor.open('POST /api/conversations', { body: {} })
    expect([
      page.status,
      page.headers.get('content-type'),
      page.headers.get('retry-after'),
    ]).toEqual([502, 'text/html', '3'])
    expect(await page.text()).toContain('<h1>502 Bad Gateway</h1>')
    faults.add({ times: 1, effect: { gateway: { status: 504, body: 'empty' } } })
    const empty = await visitor.open('POST /api/conversations', { body: {} })
    expect([empty.status, await empty.text()]).toEqual([504, ''])
    expect(mounted.fake.world().store.conversations.size).toBe(demo.conversations.length)
  })

  it.each([
    ['refused', 0],
    ['reset', 1],
  ] as const)(
    'a client whose connection is %s by a fault gets no response, and its request has %i effects',
    async (connection, made) => {
      const mounted = await mount()
      const visitor = await signIn(mounted)
      const { store } = mounted.fake.world()
      const { faults } = mounted.fake.control()
      faults.add({ effect: { connection } })
      const { status, broke } = await see(visitor.open('POST /api/conversations', { body: {} }))
      expect([status, broke]).toEqual([undefined, expect.any(TypeError)])
      expect(store.conversations.size).toBe(demo.conversations.length + made)
    },
  )

  it('a fault that resets the connection of a turn only loses the response: the turn continues', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const conversation_id = await newConversation(visitor)
    mounted.fake.control().faults.add({ times: 1, effect: { connection: 'reset' } })
    const body = { q: 'Hi', conversation_id }
    await expect(visitor.open('POST /api/react', { body })).rejects.toThrow(TypeError)
    const resumed = await visitor.stream('POST /api/chat/resume', {
      body: { conversation_id, cursor: -1 },
    })
    expect(resumed.at(-1)?.event).toBe('resume_done')
  })

  it('a fault can make a response empty', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    mounted.fake.control().faults.add({ effect: { body: 'empty' } })
    for (const operation of [agents, 'POST /api/react']) {
      const body = operation === agents ? {} : { body: { q: 'Hi' } }
      const { status, bytes, broke } = await see(visitor.open(operation, body))
      expect([status, bytes.length, broke]).toEqual([200, 0, undefined])
    }
  })

  it('a fault can end a response in the middle of its body', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const { text } = await visitor.call(agents)
    mounted.fake.control().faults.add({ effect: { body: { truncate: 25 } } })
    const { status, bytes, broke } = await see(visitor.open(agents))
    expect([status, String(bytes)]).toEqual([200, text.slice(0, 25)])
    expect(broke).toBeInstanceOf(TypeError)
    const stream = await see(visitor.open('POST /api/react', { body: { q: 'Hi' } }))
    expect([stream.bytes.length, stream.broke]).toEqual([25, expect.any(TypeError)])
  })

  it('a response that is shorter than the cut of its fault is complete', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    mounted.fake.control().faults.add({ effect: { body: { truncate: 1_000_000 } } })
    expect((await visitor.call(agents)).status).toBe(200)
  })

  it('a fault delays a response by the clock of the world', async () => {
    const mounted = await mount()
    const visitor = visit(mounted, keyOf(mounted, 'full'))
    const { clock } = mounted.fake.world()
    const { faults } = mounted.fake.control()
    clock.freeze()
    const began = clock.now()
    faults.add({ effect: { latency: '3s' } })
    const answer = visitor.call(agents)
    await eventually(() => clock.step())
    expect((await answer).status).toBe(200)
    expect(clock.now() - began).toBe(3000)
  })

  it('a delayed response is dropped when its client disconnects, and leaves nothing behind', async () => {
    const mounted = await mount()
    const visitor = visit(mounted, keyOf(mounted, 'full'))
    const { clock, journal } = mounted.fake.world()
    const { faults } = mounted.fake.control()
    clock.freeze()
    faults.add({ effect: { latency: '1h' } })
    const leaving = new AbortController()
    const answer = visitor.open(agents, { signal: leaving.signal })
    await eventually(() => faults.list()[0]?.struck === 1)
    leaving.abort()
    await expect(answer).rejects.toThrow('abort')
    await eventually(() => journal.entries().length === 1)
    expect(clock.step()).toBe(false)
  })

  it('a delayed response becomes a broken connection if its world ends', async () => {
    const mounted = await mount()
    const world = mounted.fake.world()
    const visitor = visit(mounted, keyOf(mounted, 'full'))
    world.clock.freeze()
    mounted.fake.control().faults.add({ effect: { latency: '1h' } })
    const answer = visitor.open('POST /api/react', { body: { q: 'Hi' } })
    await eventually(() => world.faults.list()[0]?.struck === 1)
    mounted.fake.close()
    await expect(answer).rejects.toThrow(TypeError)
  })
})

describe('an error caused by a fault', () => {
  it.each(Object.entries(errorCodes))(
    'the error %s caused by a fault has its code and status %i',
    async (code, status) => {
      const mounted = mountInProcess()
      const error = { code: code as keyof typeof errorCodes }
      mounted.fake.control().faults.add({ effect: { error } })
      expect(await visit(mounted).refusal(agents)).toEqual([status, code])
    },
  )

  it('an error caused by a fault has the error format of the deployment', async () => {
    const picks = { 'errors.envelope': 'detail', 'auth.challenge': 'bearer' }
    const mounted = mountInProcess({ profile: readProfile({ picks }) })
    const error = { code: 'token_expired', message: 'Your session is over.' } as const
    mounted.fake.control().faults.add({ effect: { error } })
    const { json, headers } = await visit(mounted).call(agents)
    expect(json).toMatchObject({ detail: 'Your session is over.', error_code: 'token_expired' })
    expect(headers.get('www-authenticate')).toBe('Bearer')
  })

  it('an error caused by a fault can be cut by another fault', async () => {
    const mounted = mountInProcess()
    const effect = { error: { code: 'internal_error' }, body: { truncate: 10 } } as const
    mounted.fake.control().faults.add({ effect })
    const { status, bytes, broke } = await see(visit(mounted).open(agents))
    expect([status, bytes.length, broke]).toEqual([500, 10, expect.any(TypeError)])
  })

  it('the first of several error faults decides the error, and the delays of all faults are added', async () => {
    const mounted = mountInProcess()
    const { clock } = mounted.fake.world()
    const { faults } = mounted.fake.control()
    clock.freeze()
    const began = clock.now()
    faults.add(onAgents({ latency: 1000 }))
    faults.add(onAgents({ latency: 500, error: { code: 'conflict' } }))
    faults.add(onAgents({ connection: 'reset' }))
    faults.add(onAgents({ error: { code: 'internal_error' } }))
    const answer = visit(mounted).refusal(agents)
    await eventually(() => clock.step())
    expect(await answer).toEqual([409, 'conflict'])
    expect(clock.now() - began).toBe(1500)
  })
})

describe('the latency of a fault', () => {
  /** The delays of 200 requests in milliseconds. */
  async function waits(latency: FaultInput['effect']['latency'], seed = 'one'): Promise<number[]> {
    const mounted = mountInProcess({ seed })
    const { clock } = mounted.fake.world()
    const { faults } = mounted.fake.control()
    clock.freeze()
    faults.add({ effect: { latency, error: { code: 'conflict' } } })
    const waited: number[] = []
    for (let call = 0; call < 200; call++) {
      const began = clock.now()
      let answered = false
      void visit(mounted)
        .refusal(agents)
        .then(() => (answered = true))
      await eventually(() => clock.step() || answered)
      waited.push(clock.now() - began)
      await eventually(() => answered)
    }
    return waited
  }
  it('the latency of a fault is uniformly distributed between two bounds', async () => {
    const drawn = await waits({ from: '1s', to: '2s' })
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(1000)
    expect(Math.max(...drawn)).toBeLessThan(2000)
    expect(Math.abs(mean(drawn) - 1500)).toBeLessThan(100)
  })

  it('the latency of a fault is normally distributed, and never below 0', async () => {
    const drawn = await waits({ mean: 1000, deviation: 200 })
    expect(Math.abs(mean(drawn) - 1000)).toBeLessThan(60)
    const deviation = Math.sqrt(mean(drawn.map((one) => (one - mean(drawn)) ** 2)))
    expect(Math.abs(deviation - 200)).toBeLessThan(40)
    expect(Math.min(...(await waits({ mean: 10, deviation: 200 })))).toBe(0)
  })

  it('the latency of a fault is equal for the same seed', async () => {
    const latency = { from: 0, to: 1000 }
    expect(await waits(latency)).toEqual(await waits(latency))
    expect(await waits(latency)).not.toEqual(await waits(latency, 'two'))
  })
})

it('an API key is created even if a fault drops the response to the creation', async () => {
  const mounted = mountInProcess()
  const visitor = await signIn(mounted)
  mounted.fake.control().faults.add({ times: 1, effect: { body: { truncate: 1 } } })
  await expect(
    visitor.call<NewKey>('POST /api/me/api-keys', { body: { name: 'Lost' } }),
  ).rejects.toThrow(TypeError)
  const { text } = await visitor.call('GET /api/me/api-keys?size=100')
  expect(text).toContain('"Lost"')
})
