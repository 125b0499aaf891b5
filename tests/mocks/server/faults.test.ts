import { describe, expect, it } from 'vitest'
import type { FaultCounts, FaultInput } from '../../../contract/fault.ts'
import { ownLimits } from '../../../contract/limits.ts'
import { Faults } from '../../../traffic/faults/faults.ts'
import { takeSnapshot } from '../../../mocks/world/snapshot.ts'
import { type Mounted, mountInProcess } from '../../support/transports.ts'
import {
  keyOf,
  login,
  newKey,
  type Session,
  signIn,
  visit,
  type Visitor,
} from '../../support/visitor.ts'
import { parseSnapshot } from '../../../mocks/world/parse-snapshot.ts'

type Match = NonNullable<FaultInput['match']>

const conflict = { error: { code: 'conflict' } } as const

/** A fake with one fault, so that matching requests get 409. */
function faulty(match: Match, rest: Omit<FaultInput, 'match' | 'effect'> = {}, seed = 'one') {
  const mounted = mountInProcess({ seed })
  mounted.fake.control().faults.add({ ...rest, match, effect: conflict })
  return mounted
}

/** Whether the fault was applied, for each request. */
async function struck(visitor: Visitor, operations: readonly string[]): Promise<boolean[]> {
  const hits: boolean[] = []
  for (const operation of operations) {
    const body = operation.startsWith('GET') ? {} : { body: {} }
    hits.push((await visitor.open(operation, body)).status === 409)
  }
  return hits
}

/** The positions, from 1, at which ten equal requests get the fault. */
async function placesOf(mounted: Mounted, calls = 10): Promise<number[]> {
  const hits = await struck(
    visit(mounted),
    Array.from({ length: calls }, () => 'GET /api/agents'),
  )
  return hits.flatMap((hit, index) => (hit ? [index + 1] : []))
}

describe('the match of a fault', () => {
  const calls = [
    'GET /api/agents',
    'POST /api/react',
    'GET /api/conversations/c-1/messages',
    'PATCH /api/conversations/c-1',
    'PATCH /api/conversations/c-2',
    'GET /api/nowhere',
  ]
  it.each<[Match['endpoint'] | undefined, number[]]>([
    [undefined, [0, 1, 2, 3, 4, 5]],
    ['POST /api/react', [1]],
    ['post /api/react', [1]],
    ['/api/agents', [0]],
    ['GET /api/*', [0, 2, 5]],
    ['/api/conversations/*', [2, 3, 4]],
    ['PATCH /api/conversations/{conversation_id}', [3, 4]],
    ['/api/conversations/c-1', [3]],
    ['chat.react', [1]],
    ['chat.*', [1]],
    [
      ['chat.react', 'GET /api/agents'],
      [0, 1],
    ],
  ])('a fault applies to the endpoints that %j matches', async (endpoint, expected) => {
    const mounted = faulty(endpoint === undefined ? {} : { endpoint })
    const hits = await struck(visit(mounted), calls)
    expect(hits.flatMap((hit, index) => (hit ? [index] : []))).toEqual(expected)
  })

  it('a fault applies to requests through the path of its world', async () => {
    const mounted = mountInProcess()
    const match = { endpoint: 'GET /api/agents' }
    mounted.fake.control('red').faults.add({ match, effect: conflict })
    const hits = await struck(visit(mounted), ['GET /w/red/api/agents', 'GET /api/agents'])
    expect(hits).toEqual([true, false])
  })

  it.each<[string, Match, number[]]>([
    ['the nth call', { nth: 3 }, [3]],
    ['several calls by number', { nth: [1, 4] }, [1, 4]],
    ['every third call', { every: 3 }, [3, 6, 9]],
    ['a call that two counters select', { every: 2, nth: [3, 4] }, [4]],
    ['no call at probability 0', { probability: 0 }, []],
  ])('a fault applies to %s', async (_, match, expected) => {
    expect(await placesOf(faulty(match))).toEqual(expected)
  })

  it('a fault applies to a limited number of requests', async () => {
    expect(await placesOf(faulty({ every: 2 }, { times: 3 }))).toEqual([2, 4, 6])
  })

  it('of several faults that replace the response, only the first applies, and the next one is not used up', async () => {
    const mounted = mountInProcess()
    const { faults } = mounted.fake.world()
    faults.add({ times: 1, effect: { gateway: { status: 502, body: 'empty' } } })
    faults.add({ times: 1, effect: { error: { code: 'rate_limit_exceeded' } } })
    const visitor = visit(mounted, keyOf(mounted, 'full'))
    const statuses: number[] = []
    for (let call = 0; call < 3; call++)
      statuses.push((await visitor.call('GET /api/agents')).status)
    expect(statuses).toEqual([502, 429, 200])
    expect(faults.list().map((one) => [one.met, one.struck])).toEqual([
      [1, 1],
      [2, 1],
    ])
  })

  it('a fault that only damages streams is not used up by a request that is refused', async () => {
    const mounted = mountInProcess()
    const { faults, journal } = mounted.fake.control()
    const effect = { stream: { cut: { after_event: 1, how: 'close' } } } as const
    faults.add({ match: { nth: 1 }, times: 1, per: 'session', effect })
    const visitor = visit(mounted, keyOf(mounted, 'full'))
    await visitor.call('POST /api/react', { body: {} })
    expect(faults.list()).toMatchObject([{ met: 0, struck: 0 }])
    expect(await visitor.stream('POST /api/react', { body: { q: 'Hi' } })).toHaveLength(1)
    expect(faults.list()).toMatchObject([{ met: 1, struck: 1 }])
    expect(journal.list().map((call) => call.faults)).toEqual([[], ['fault-1']])
  })

  it('a fault can count the requests of each session, also after a refresh, and of each key', async () => {
    const mounted = faulty({ endpoint: '/api/agents', nth: 2 }, { id: 'own', per: 'session' })
    const session = await login(mounted)
    const refreshed = async () => {
      const body = { refresh_token: session.refresh_token }
      return (await visit(mounted).call<Session>('POST /api/auth/refresh', { body })).json
    }
    const three = (bearer?: string) =>
      struck(visit(mounted, bearer), Array<string>(3).fill('GET /api/agents'))
    const second = [false, true, false]
    expect(await struck(visit(mounted, session.access_token), ['GET /api/agents'])).toEqual([false])
    expect(await three((await refreshed()).access_token)).toEqual([true, false, false])
    expect(await three((await login(mounted)).access_token)).toEqual(second)
    expect(await three(keyOf(mounted, 'disabled'))).toEqual(second)
    expect(await three()).toEqual(second)
    expect(await three('eyJ.forged.')).toEqual([false, false, false])
    const { faults, snapshot } = mounted.fake.control()
    expect(faults.list()).toMatchObject([{ met: 16, struck: 4 }])
    const table = () => JSON.stringify(snapshot().tables['fault-counts'] ?? {})
    expect(table()).not.toContain(keyOf(mounted, 'disabled'))
    faults.remove('own')
    expect(table()).toBe('{}')
  })

  it('a fault that counts by session forgets the oldest sessions at a limit, but keeps its total counts', () => {
    const counts = new Map<string, FaultCounts>()
    const own = new Faults(new Map(), counts)
    own.add({ id: 'own', per: 'session', times: 1, effect: conflict })
    const strikes = (session: number) =>
      own.takeMatching(
        () => true,
        () => 0,
        () => String(session),
      ).length
    const all = ownLimits.faultCounts + 10
    for (let session = 0; session < all; session++) strikes(session)
    expect(counts.size).toBe(ownLimits.faultCounts)
    expect([strikes(all - 1), strikes(0)]).toEqual([0, 1])
    expect(own.list()).toMatchObject([{ met: all + 1, struck: all + 1 }])
  })

  it('a fault applies to a random share of requests, equal for the same seed', async () => {
    const places = await placesOf(faulty({ probability: 0.3 }), 100)
    expect(Math.abs(places.length - 30)).toBeLessThan(15)
    expect(await placesOf(faulty({ probability: 0.3 }), 100)).toEqual(places)
    expect(await placesOf(faulty({ probability: 0.3 }, {}, 'two'), 100)).not.toEqual(places)
  })

  it('a fault applies to requests within a time window of the world', async () => {
    const from = '2030-01-01T00:00:00.000Z'
    const until = '2030-01-01T01:00:00.000Z'
    const mounted = faulty({ from, until })
    const { clock } = mounted.fake.world()
    clock.freeze(Date.parse(from) - 1)
    expect(await placesOf(mounted, 1)).toEqual([])
    clock.advance(1)
    expect(await placesOf(mounted, 1)).toEqual([1])
    clock.advance(3_599_999)
    expect(await placesOf(mounted, 1)).toEqual([1])
    clock.advance(1)
    expect(await placesOf(mounted, 1)).toEqual([])
  })

  it.each(['2030-01-01', '2030-01-01T00:00Z', '2030-01-01T01:00:00+01:00'])(
    'the time window of a fault can begin at %s, in each date form that the clock accepts',
    async (from) => {
      const mounted = faulty({ from })
      const { clock } = mounted.fake.control()
      clock.freeze('2029-12-31T23:59:59Z')
      expect(await placesOf(mounted, 1)).toEqual([])
      clock.freeze(from)
      expect(await placesOf(mounted, 1)).toEqual([1])
    },
  )

  it('a fault can select requests of one caller by e-mail address, or by the name of a key', async () => {
    const mounted = mountInProcess()
    const demo = await signIn(mounted)
    const other = await signIn(mounted, 'other')
    const made = await newKey(demo, { name: 'Mine' })
    const byKey = demo.as(made.key)
    const strikes = async (caller: string) => {
      const { faults } = mounted.fake.control()
      faults.add({ id: 'one', match: { caller }, effect: conflict })
      const hits = []
      for (const visitor of [demo, other, byKey, visit(mounted)])
        hits.push(...(await struck(visitor, ['GET /api/agents'])))
      faults.remove('one')
      return hits
    }
    expect(await strikes('demo@example.com')).toEqual([true, false, true, false])
    for (const name of ['Mine', made.id, made.key.slice(0, 8)])
      expect(await strikes(name)).toEqual([false, false, true, false])
  })

  it('a fault can select requests of one caller with a credential in the body, or with an invalid credential', async () => {
    const mounted = mountInProcess()
    const token = keyOf(mounted, 'disabled')
    const { faults } = mounted.fake.control()
    faults.add({ match: { caller: token.slice(0, 12) }, effect: conflict })
    const body = { q: 'Hi', token }
    expect(await visit(mounted).refusal('POST /api/react', { body })).toEqual([409, 'conflict'])
    expect(await visit(mounted, token).refusal('GET /api/agents')).toEqual([409, 'conflict'])
  })

  it('a fault that damages streams applies only to operations with streams', async () => {
    const mounted = mountInProcess()
    const { faults } = mounted.fake.control()
    faults.add({ times: 1, effect: { stream: { cut: { at_byte: 5 } } } })
    const visitor = await signIn(mounted)
    await visitor.call('GET /api/agents')
    expect(faults.list()[0]).toMatchObject({ met: 0, struck: 0 })
    await expect(visitor.stream('POST /api/react', { body: { q: 'Hi' } })).rejects.toThrow('term')
    expect(faults.list()[0]).toMatchObject({ met: 1, struck: 1 })
  })
})

describe('the faults of a world', () => {
  it('the faults of a world do not apply to another world', async () => {
    const mounted = faulty({})
    const [here, there] = await struck(visit(mounted), ['GET /api/agents', 'GET /w/b/api/agents'])
    expect([here, there]).toEqual([true, false])
  })

  it('the faults of a world are part of its snapshot, with their counters', async () => {
    const mounted = faulty({ nth: 3 }, { id: 'third' })
    await placesOf(mounted, 2)
    const document: unknown = JSON.parse(JSON.stringify(takeSnapshot(mounted.fake.world())))
    const { tables } = parseSnapshot(document)
    const restored = mountInProcess()
    restored.fake.world().tables.load(tables)
    expect(restored.fake.world().faults.list()).toEqual(mounted.fake.world().faults.list())
    expect(await placesOf(restored, 2)).toEqual([1])
  })

  it('the faults of a world are recorded in the journal', async () => {
    const mounted = faulty({}, { id: 'mine' })
    await visit(mounted).call('GET /api/agents')
    expect(mounted.fake.world().journal.entries()[0]?.faults).toEqual(['mine'])
  })
})
