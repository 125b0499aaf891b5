import { expect, test } from 'vitest'
import { collectGarbage } from '../../conformance/runner/gc.ts'
import { openResidue } from '../../conformance/runner/residue.ts'
import type { LedgerEntry } from '../../conformance/runner/residue.ts'
import { runConformance } from '../../conformance/runner/runner.ts'
import type { Target } from '../../conformance/session/test-session.ts'
import { unknownUuid } from '../../conformance/setup/unknown-resources.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'
import { recordsOf } from '../support/created-records.ts'
import { seeded } from '../support/seeded.ts'
import { isProving, sampleSeed } from '../support/proving.ts'

const rounds = isProving ? 50 : 2

type Interruption = (nth: number, send: () => Promise<Response>) => Promise<Response>

/** Runs the suite against a new fake; every request goes through `interrupt`. */
function setUp(interrupt: Interruption, picks: object = {}, only: string[] = []) {
  const { fake, systemClock } = virtualFake(picks)
  const before = recordsOf(fake)
  const ledger: LedgerEntry[] = []
  const means = { target, now: systemClock.now, sleep: systemClock.sleep }
  const note = { write: (entry: LedgerEntry) => void ledger.push(entry) }
  let requests = 0
  return {
    ledger,
    run: (stop?: AbortSignal) =>
      runConformance({
        ...means,
        plan: 'full',
        only,
        ledger: note,
        stop,
        fetch: (request) => interrupt((requests += 1), () => fake.fetch(request)),
      }),
    gc: () =>
      collectGarbage({
        ...means,
        residue: openResidue(ledger),
        ledger: note,
        fetch: (request) => fake.fetch(request),
      }),
    left: () => [...recordsOf(fake)].filter(([id]) => !before.has(id)).map(([, name]) => name),
  }
}

const gone = () => Promise.reject(new TypeError('the process is gone'))

/** The positions of the requests of a whole run that create something. */
async function makingRequests(): Promise<readonly number[]> {
  const places: number[] = []
  let noted = 0
  const { ledger, run, left } = setUp((nth, send) => {
    const making = ledger.filter(({ step }) => step === 'making').length
    if (making > noted) places.push(nth)
    noted = making
    return send()
  })
  const report = await run()
  expect(report.leftovers).toEqual([])
  expect(openResidue(ledger)).toEqual([])
  expect(left()).toEqual([])
  return [...places, report.spent.requests]
}

const places = await makingRequests()

test('a conformance run creates enough records for the interruption tests', () => {
  expect(places.length).toBeGreaterThan(10)
})

const draw = seeded(isProving ? 20_261_121 : sampleSeed)
/** Requests that create something, and those right after them. */
const sample = Array.from({ length: rounds }, (_, round) =>
  round % 2 === 0 ? (places[draw(places.length)] ?? 1) + draw(2) : 1 + draw(places.at(-1) ?? 1),
)

test.each(sample)('`gc` cleans up after a run whose process dies before request %i', async (n) => {
  const { run, gc, left } = setUp((nth, send) => (nth >= n ? gone() : send()))
  await run()
  await gc()
  expect(left()).toEqual([])
})

test.each(sample)(
  'a run removes what it created even if the response to request %i is lost',
  async (n) => {
    const { run, gc, left } = setUp(async (nth, send) => {
      if (nth === n) await send()
      return nth >= n ? gone() : send()
    })
    await run()
    const stays = await gc()
    // A record without a name whose response was lost cannot be distinguished from those of other
    // users.
    const nameless = stays.filter((line) => line.startsWith('conversation without a name: '))
    expect(left()).toEqual(nameless.length > 0 && left().length > 0 ? [''] : [])
  },
)

// After the last creating request, the run may be cleaning up, which a stop does not prevent.
const lastMaking = places.at(-2) ?? 1

test.each(sample.map((n) => Math.min(n, lastMaking)))(
  'a run that is stopped at request %i still removes what it created',
  async (n) => {
    const stop = new AbortController()
    const { ledger, run, left } = setUp((nth, send) => {
      if (nth === n) stop.abort()
      return send()
    })
    const { interrupted, leftovers, summary, results } = await run(stop.signal)
    expect({ interrupted, leftovers, fail: summary.fail }).toEqual({
      interrupted: true,
      leftovers: [],
      fail: 0,
    })
    expect(results.filter(({ verdict }) => verdict === 'error')).toEqual([])
    expect(openResidue(ledger)).toEqual([])
    expect(left()).toEqual([])
  },
)

/** Runs a turn that names no conversation, and calls `end` before the request that follows it. */
function turnThatIsNotTracked(end: (send: () => Promise<Response>) => Promise<Response>) {
  const only = ['chat.turn-without-conversation']
  let hasTurn = false
  return setUp(
    async (_nth, send) => {
      const response = await (hasTurn ? end(send) : send())
      hasTurn ||= response.headers.get('content-type')?.startsWith('text/event-stream') === true
      return response
    },
    { 'turn.without-conversation': 'makes-one' },
    only,
  )
}

test('a run that is stopped after a turn without a conversation removes the one that was made', async () => {
  const stop = new AbortController()
  const { ledger, run, left } = turnThatIsNotTracked((send) => {
    stop.abort()
    return send()
  })
  const { interrupted, leftovers } = await run(stop.signal)
  expect({ interrupted, leftovers }).toEqual({ interrupted: true, leftovers: [] })
  expect({ open: openResidue(ledger), left: left() }).toEqual({ open: [], left: [] })
})

test('`gc` removes the conversation of a turn that named none after a run that died', async () => {
  const { run, gc, left } = turnThatIsNotTracked(gone)
  await run()
  expect(left()).toHaveLength(1)
  expect({ lines: await gc(), left: left() }).toEqual({ lines: [], left: [] })
})

/** Refuses access tokens of the user after a number of requests, as an expired token. */
function refuseUsedTokens(send: (request: Request) => Promise<Response>, mostUses: number) {
  const uses = new Map<string, number>()
  return async (request: Request): Promise<Response> => {
    const [, token = ''] = /^Bearer (eyJ.*)$/.exec(request.headers.get('authorization') ?? '') ?? []
    const count = (uses.get(token) ?? 0) + 1
    uses.set(token, count)
    if (token === '' || count <= mostUses) return send(request)
    const refusal = { success: false, error: 'token_expired', message: 'Sign in again.' }
    return Response.json(refusal, { status: 401 })
  }
}

test.each(['core', 'full'] as const)(
  'a run whose token expires before the run ends still removes what it created: plan %s',
  async (plan) => {
    const { fake, systemClock } = virtualFake()
    const before = recordsOf(fake).size
    const { leftovers } = await runConformance({
      target,
      now: systemClock.now,
      sleep: systemClock.sleep,
      plan,
      fetch: refuseUsedTokens((request) => Promise.resolve(fake.fetch(request)), 60),
    })
    expect(leftovers).toEqual([])
    expect(recordsOf(fake).size).toBe(before)
  },
)

test('a run still removes all records and reports if the ledger cannot be written during the clean-up', async () => {
  const { fake, systemClock } = virtualFake()
  const before = recordsOf(fake).size
  const report = await runConformance({
    target,
    now: systemClock.now,
    sleep: systemClock.sleep,
    plan: 'core',
    only: ['keys.new-key-is-listed', 'conversations.creation-answers-200'],
    fetch: (request) => fake.fetch(request),
    ledger: {
      write({ step }) {
        if (step === 'gone') throw new Error('ENOSPC: no space left on device')
      },
    },
  })
  expect(report.leftovers.join('\n')).toContain('ENOSPC')
  expect(recordsOf(fake).size).toBe(before)
})

test('a created record is found by its name if the response to the creation has a wrong id', async () => {
  const { fake, systemClock } = virtualFake()
  const before = recordsOf(fake)
  const { leftovers } = await runConformance({
    target,
    now: systemClock.now,
    sleep: systemClock.sleep,
    plan: 'core',
    only: ['conversations.creation-takes-title-and-mode'],
    fetch: async (request) => {
      const response = await fake.fetch(request)
      const isCreation = request.method === 'POST' && request.url.endsWith('/conversations')
      return isCreation ? Response.json({ success: true, data: { id: unknownUuid } }) : response
    },
  })
  expect({ leftovers, records: recordsOf(fake) }).toEqual({ leftovers: [], records: before })
})

const ofKeys = '/api/me/api-keys'
const badGateway = () =>
  new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })

/** Runs checks that create keys behind a gateway, then gc, and returns the keys that stay. */
async function keysBehind(
  gateway: (request: Request, send: () => Promise<Response>) => Promise<Response> | Response,
) {
  const { fake, systemClock } = virtualFake()
  const keys = () => [...fake.world().store.keys.values()]
  const known = new Set(keys().map(({ id }) => id))
  const ledger: LedgerEntry[] = []
  const means = {
    target,
    now: systemClock.now,
    sleep: systemClock.sleep,
    fetch: async (request: Request) => gateway(request, async () => fake.fetch(request)),
    ledger: { write: (entry: LedgerEntry) => void ledger.push(entry) },
  }
  const only = ['keys.*', 'scopes.*']
  const { leftovers } = await runConformance({ ...means, plan: 'core', only })
  const collected = await collectGarbage({ ...means, residue: openResidue(ledger) })
  return { leftovers, collected, left: keys().filter(({ id }) => !known.has(id)) }
}

const deletes = ({ method, url }: Request) => method === 'DELETE' && url.includes(ofKeys)
const disables = ({ method, url }: Request) => method === 'PATCH' && url.includes(ofKeys)

test('if a gateway refuses the deletion of a key, the run disables the key, and the report and gc say so', async () => {
  const { leftovers, collected, left } = await keysBehind((request, send) =>
    deletes(request) ? badGateway() : send(),
  )
  expect(left.length).toBeGreaterThan(5)
  expect(left.filter(({ is_active: isActive }) => isActive)).toEqual([])
  for (const lines of [leftovers, collected]) {
    expect(lines).toHaveLength(left.length)
    for (const line of lines) expect(line).toMatch(/\bdisabled: DELETE \S+: 502 from a gateway/)
  }
})

test('a key whose deletion a gateway answers with an error once is deleted by the second try', async () => {
  let deletions = 0
  const { leftovers, left } = await keysBehind((request, send) =>
    deletes(request) && (deletions += 1) % 3 === 0 ? badGateway() : send(),
  )
  expect({ leftovers, left }).toEqual({ leftovers: [], left: [] })
})

test('a key that was deleted although a gateway answered with an error is not reported as left behind', async () => {
  const { leftovers, left } = await keysBehind(async (request, send) => {
    const response = await send()
    return deletes(request) ? badGateway() : response
  })
  expect({ leftovers, left }).toEqual({ leftovers: [], left: [] })
})

test('a key that could be neither deleted nor disabled is reported as still active', async () => {
  const { leftovers, left } = await keysBehind((request, send) =>
    deletes(request) || disables(request) ? badGateway() : send(),
  )
  expect(leftovers).toHaveLength(left.length)
  for (const line of leftovers)
    expect(line).toMatch(/^key \S+ \(still active: PATCH \S+: 502 from a gateway\)$/)
})

/** Runs a check whose new key gets no response, and is created after a delay. */
async function keyCreatedLate(delay: number) {
  const { fake, systemClock } = virtualFake()
  const before = recordsOf(fake)
  const ledger: LedgerEntry[] = []
  let isCreated = Promise.resolve()
  const means = {
    target,
    now: systemClock.now,
    sleep: systemClock.sleep,
    ledger: { write: (entry: LedgerEntry) => void ledger.push(entry) },
  }
  const { leftovers } = await runConformance({
    ...means,
    plan: 'core',
    only: ['keys.creation-is-accepted'],
    fetch: async (request) => {
      if (request.method !== 'POST' || !request.url.endsWith(ofKeys)) return fake.fetch(request)
      // The server goes on, although the client aborts its request.
      const { url, method, headers } = request
      const late = new Request(url, { method, headers, body: await request.text() })
      isCreated = systemClock.sleep(delay).then(async () => void (await fake.fetch(late)))
      return gone()
    },
  })
  const open = openResidue(ledger)
  await isCreated
  const left = () => [...recordsOf(fake).keys()].filter((id) => !before.has(id)).length
  const gc = (as: Target = target) =>
    collectGarbage({ ...means, target: as, residue: open, fetch: (one) => fake.fetch(one) })
  return { leftovers, open, left, gc }
}

test('a key whose creation was not answered is removed if it is listed within the grace time', async () => {
  const { leftovers, open, left } = await keyCreatedLate(1000)
  expect({ leftovers, open, left: left() }).toEqual({ leftovers: [], open: [], left: 0 })
})

test('a key whose creation was not answered, and that is listed after the run, is left behind until gc removes it', async () => {
  const { leftovers, open, left, gc } = await keyCreatedLate(8000)
  expect(leftovers).toEqual(['a key (the record may exist, but the list does not show it)'])
  expect({ open: open.length, left: left() }).toEqual({ open: 1, left: 1 })
  expect({ lines: await gc(), left: left() }).toEqual({ lines: [], left: 0 })
})

test('gc with the credentials of another user keeps the records of the ledger, and says whose they are', async () => {
  const { email, otherEmail, otherPassword } = target
  const { open, left, gc } = await keyCreatedLate(8000)
  const lines = await gc({ ...target, email: otherEmail, password: otherPassword })
  expect(lines).toEqual([expect.stringContaining(`it belongs to ${email}: use the credentials`)])
  expect({ open: open.length, left: left() }).toEqual({ open: 1, left: 1 })
  expect({ lines: await gc(), left: left() }).toEqual({ lines: [], left: 0 })
})
