import { describe, expect, it } from 'vitest'
import { type PassiveFinding, PassiveJudge } from '../../conformance/passive/passive-judge.ts'
import { operationsRefusing, limitedScopes } from '../../conformance/setup/refusal-table.ts'
import { operations } from '../../conformance/setup/operations.ts'
import { createExchange, type TimedFrame } from '../../contract/exchange.ts'

const began = Date.UTC(2026, 10, 27, 9)
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

type Call = {
  readonly operation: string
  readonly as?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly status?: number
  readonly answer?: unknown
  readonly stream?: string
  readonly ended?: 'cut' | 'closed'
  readonly frames?: readonly TimedFrame[]
  readonly ms?: number
  /** Seconds after the first call. */
  readonly at: number
}

/** Judges calls one after another, and returns the must rules that they break. */
const brokenBy = async (calls: readonly Call[]): Promise<readonly string[]> =>
  idsOf((await findingsIn(calls)).filter(({ level }) => level === 'must'))

const idsOf = (findings: readonly PassiveFinding[]) => findings.map(({ rule }) => rule)

async function findingsIn(calls: readonly Call[]): Promise<readonly PassiveFinding[]> {
  const judge = new PassiveJudge()
  for (const call of calls) {
    const { operation, as, headers, body, status = 200, answer, stream, at } = call
    const credential = as === undefined ? {} : { authorization: `Bearer ${as}` }
    const [method = '', path = ''] = operation.split(' ')
    await judge.judge(
      createExchange({
        startedAt: began + at * 1000,
        ms: call.ms ?? 20,
        method,
        url: new URL(path, 'https://staging.example.com'),
        requestHeaders: Object.entries({ ...credential, ...headers }),
        requestContent: body === undefined ? undefined : JSON.stringify(body),
        status,
        responseHeaders: [
          ['content-type', stream === undefined ? 'application/json' : 'text/event-stream'],
        ],
        content: stream ?? JSON.stringify(answer),
        ...(call.ended !== undefined && { ended: call.ended }),
        ...(call.frames !== undefined && { frames: call.frames }),
      }),
    )
  }
  return judge.findings
}

const refusal = (status: number, error: string) => ({
  status,
  answer: { success: false, error, message: 'No.' },
})

const page = (items: readonly unknown[], number = 1, total = items.length) => ({
  items,
  total,
  page: number,
  size: 20,
  pages: Math.ceil(total / 20),
})

const fullKey = `svc_${'AbCd'.repeat(11)}`

const record = (changes: object = {}) => ({
  id: id(1),
  name: 'A script',
  key_prefix: fullKey.slice(0, 8),
  scopes: null,
  is_active: true,
  expires_at: null,
  last_used_at: null,
  total_requests: 0,
  created_at: new Date(began).toISOString(),
  ...changes,
})

const inBase64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenOf = (user: string, use = 'access') =>
  `${inBase64({ alg: 'HS256' })}.${inBase64({ sub: user, use })}.c2lnbmF0dXJl`

const login = (name: string, at = 0): Call => ({
  operation: 'POST /api/auth/login',
  body: { email: `${name}@example.com`, password: 'x' },
  answer: {
    access_token: tokenOf(name),
    refresh_token: tokenOf(name, 'refresh'),
    token_type: 'bearer',
    expires_in: 7200,
    user: { id: name },
  },
  at,
})

const creation = (
  changes: { readonly scopes?: string; readonly expires_at?: string } = {},
): Call => ({
  operation: 'POST /api/me/api-keys',
  as: tokenOf('ada'),
  body: { name: 'A script', ...changes },
  status: 201,
  answer: { ...record(changes), key: fullKey },
  at: 1,
})

const key = '/api/me/api-keys/' + id(1)

/** Calls that bring a key into a state in which it must be refused. */
const states: Readonly<Record<string, readonly Call[]>> = {
  disabled: [
    creation(),
    {
      operation: `PATCH ${key}/active`,
      as: tokenOf('ada'),
      body: { is_active: false },
      answer: record({ is_active: false }),
      at: 2,
    },
  ],
  deleted: [
    creation(),
    { operation: `DELETE ${key}`, as: tokenOf('ada'), answer: { success: true }, at: 2 },
  ],
  expired: [creation({ expires_at: new Date(began + 2000).toISOString() })],
}

const uses = [
  'GET /api/agents',
  'GET /api/conversations',
  'GET /api/knowledge-bases',
  'GET /api/me/api-keys',
].map((operation) => ({ operation, as: fullKey, answer: page([]) }))

const stateCases = Object.entries(states).flatMap(([state, before]) =>
  uses.map((use) => ({ name: `${state} key on ${use.operation}`, state, before, use })),
)

/** The items of a page of agents without the field `id`. */
const agents = (kind: string) =>
  Array.from({ length: 20 }, (_, place) => ({ agent_id: `${kind}-${place}` }))

const event = (cursor: number, name: string, data: object) =>
  `event: ${name}\ndata: ${JSON.stringify({ cursor, ...data })}\n\n`
const start = event(0, 'answer', { type: 'start' })
const turn = `${start}${event(1, 'done', { answer: '', tokens: 3 })}event: end\ndata: {}\n\n`

const streamCall = (operation: string, stream: string, parts: Partial<Call>): Call => ({
  operation,
  as: tokenOf('ada'),
  body: { q: 'Hi', conversation_id: id(3), cursor: -1 },
  stream,
  at: 1,
  ...parts,
})

describe('a rule with memory', () => {
  it.each(stateCases)(
    'the passive rules report that a server accepts a $name',
    async ({ state, before, use }) => {
      const rule = `keys.${state}-is-rejected`
      expect(await brokenBy([login('ada'), ...before, { ...use, at: 9 }])).toEqual([rule])
    },
  )

  it.each(stateCases)(
    'the passive rules allow a server to accept a $name within the grace period, or to refuse it',
    async ({ state, before, use }) => {
      const code = state === 'disabled' ? 'unauthorized' : 'invalid_token'
      const refused = { ...use, ...refusal(401, code), at: 9 }
      expect(await brokenBy([login('ada'), ...before, { ...use, at: 4 }, refused])).toEqual([])
    },
  )

  it.each(['POST /api/auth/login', 'GET /api/version', 'GET /api/health'])(
    'the passive rules allow a server to ignore a disabled key on %s, which may be public',
    async (operation) => {
      const use = { ...login('ada', 9), operation, as: fullKey }
      expect(await brokenBy([login('ada'), ...(states['disabled'] ?? []), use])).toEqual([])
    },
  )

  it('the passive rules accept a disabled key after a list has shown it as active again', async () => {
    const list = { ...uses[3], operation: 'GET /api/me/api-keys', as: tokenOf('ada'), at: 5 }
    const calls = [login('ada'), ...(states['disabled'] ?? [])]
    const use = { operation: 'GET /api/agents', as: fullKey, answer: page([]), at: 12 }
    expect(await brokenBy([...calls, { ...list, answer: page([record()]) }, use])).toEqual([])
  })

  const scopeCases = limitedScopes.flatMap((scope) =>
    operationsRefusing(scope).map((name) => ({ scope, title: operations[name].title })),
  )

  it.each(scopeCases)(
    'the passive rules report that a key with the scope $scope is accepted at $title',
    async ({ scope, title }) => {
      const operation = title.replace(/\{\w+\}/, id(9))
      const use = { operation, as: fullKey, body: { q: 'x' }, answer: page([]), at: 9 }
      const made = creation({ scopes: scope })
      const broken = await brokenBy([login('ada'), made, use])
      expect(broken.filter((rule) => rule.startsWith(`scopes.${scope}-may-not-`))).toHaveLength(1)
      const refused = await brokenBy([login('ada'), made, { ...use, ...refusal(403, 'forbidden') }])
      expect(refused).toEqual([])
    },
  )

  const list = (
    items: readonly unknown[],
    at: number,
    operation = 'GET /api/me/api-keys',
  ): Call => ({
    operation,
    as: tokenOf('ada'),
    answer: page(items),
    at,
  })

  it('the passive rules report that the request count of an API key decreased', async () => {
    const shown = [5, 3].map((total, place) => list([record({ total_requests: total })], place + 1))
    expect(await brokenBy([login('ada'), ...shown])).toEqual(['keys.count-never-falls'])
    expect(await brokenBy([login('ada'), ...shown.toReversed()])).toEqual([])
  })

  const conversation = (title: string, user = 'ada') => ({ id: id(3), user_id: user, title })
  const renaming: Call = {
    operation: `PATCH /api/conversations/${id(3)}`,
    as: tokenOf('ada'),
    body: { title: 'New' },
    answer: { success: true, data: conversation('New') },
    at: 3,
  }

  it('the passive rules report the old title of a renamed conversation, after the grace period', async () => {
    const shows = (title: string, at: number) =>
      list([conversation(title)], at, 'GET /api/conversations')
    const before = [login('ada'), shows('Old', 2), renaming]
    expect(await brokenBy([...before, shows('Old', 9)])).toEqual(['conversations.renaming-shows'])
    expect(await brokenBy([...before, shows('Old', 4), shows('New', 9)])).toEqual([])
    expect(await brokenBy([...before, shows('Named by another client', 9)])).toEqual([])
  })

  it.each(['/api/agents', '/api/conversations', '/api/knowledge-bases', '/api/me/api-keys'])(
    'the passive rules report that the second page of %s repeats the first',
    async (path) => {
      const items = Array.from({ length: 20 }, (_, place) => record({ id: id(place + 20) }))
      const others = Array.from({ length: 20 }, (_, place) => record({ id: id(place + 60) }))
      const read = (number: number, shown: readonly unknown[], at: number): Call => ({
        operation: `GET ${path}?page=${number}`,
        as: tokenOf('ada'),
        answer: page(shown, number, 40),
        at,
      })
      const first = [login('ada'), read(1, items, 1)]
      expect(await brokenBy([...first, read(2, items, 2)])).toEqual([
        'lists.page-2-has-other-items',
      ])
      expect(await brokenBy([...first, read(2, others, 2)])).toEqual([])
    },
  )

  it('the passive rules compare no pages whose items have no id, or between which the list has grown', async () => {
    const read = (number: number, shown: readonly unknown[], total: number): Call => ({
      operation: `GET /api/agents?page=${number}`,
      as: tokenOf('ada'),
      answer: page(shown, number, total),
      at: number,
    })
    expect(await brokenBy([read(1, agents('one'), 40), read(2, agents('other'), 40)])).toEqual([])
    const last = [record({ id: id(20) })]
    expect(await brokenBy([read(1, last, 1), read(2, last, 21)])).toEqual([])
  })

  const made: Call = {
    operation: 'POST /api/conversations',
    as: tokenOf('ada'),
    body: { title: 'Mine' },
    answer: { success: true, data: conversation('Mine') },
    at: 2,
  }

  it('the passive rules report a conversation of another user in a list, and its turn in a replay', async () => {
    const before = [login('ada'), login('bob', 1), made]
    const seen = (user: string): Call => ({
      ...list([conversation('Mine')], 4, 'GET /api/conversations'),
      as: tokenOf(user),
    })
    expect(await brokenBy([...before, seen('bob')])).toEqual([
      'conversations.other-user-does-not-see-it',
    ])
    expect(await brokenBy([...before, seen('ada')])).toEqual([])
    const replay = (user: string): Call => ({
      operation: 'POST /api/chat/resume',
      as: tokenOf(user),
      body: { conversation_id: id(3), cursor: -1 },
      stream: 'event: resume_done\ndata: {"done":true}\n\n',
      at: 5,
    })
    expect(await brokenBy([...before, replay('bob')])).toContain('resume.foreign-turn-stays-hidden')
    expect(await brokenBy([...before, replay('ada')])).not.toContain(
      'resume.foreign-turn-stays-hidden',
    )
  })

  it('the passive rules take a user for one person after a refresh that shows another id of the user', async () => {
    const token = tokenOf('ada', 'refreshed')
    const tokens = { access_token: token, refresh_token: tokenOf('ada', 'refresh') }
    const refresh: Call = {
      operation: 'POST /api/auth/refresh',
      body: { refresh_token: tokenOf('ada', 'refresh') },
      answer: { ...tokens, token_type: 'bearer', expires_in: 7200, user: { id: id(7) } },
      at: 3,
    }
    const seen = list([conversation('Mine')], 4, 'GET /api/conversations')
    expect(await brokenBy([made, refresh, { ...seen, as: token }])).toEqual([])
  })

  it('the passive rules do not miss the credentials that a recorder left out, or that are no header `Authorization`', async () => {
    const read = { operation: 'GET /api/agents', answer: page([]), at: 2 }
    const signedIn = [login('ada'), { ...read, as: tokenOf('ada') }]
    expect(await brokenBy([login('ada'), read])).toEqual([])
    expect(await brokenBy([...signedIn, { ...read, at: 3 }])).toEqual([
      'credentials.missing-is-401',
    ])
    const ways: readonly Partial<Call>[] = [
      { headers: { cookie: 'session=1' } },
      { headers: { 'X-Api-Key': fullKey } },
      { operation: `GET /api/agents?token=${tokenOf('ada')}` },
    ]
    for (const way of ways)
      expect(await brokenBy([...signedIn, { ...read, ...way, at: 3 }])).toEqual([])
  })

  it('the passive rules do not compare a replay with one that the client ended before', async () => {
    const whole = `${turn}event: resume_done\ndata: {}\n\n`
    expect(
      await brokenBy([
        streamCall('POST /api/react', turn, {}),
        streamCall('POST /api/chat/resume', start, { ended: 'cut', at: 2 }),
        streamCall('POST /api/chat/resume', whole, { at: 3 }),
      ]),
    ).toEqual([])
  })

  it('the passive rules judge a replay by the cursor of its request, also after a turn that was cut', async () => {
    const cut = streamCall('POST /api/react', start, { ended: 'cut' })
    const body = { conversation_id: id(3), cursor: 0 }
    const replay = `${turn}event: resume_done\ndata: {}\n\n`
    const resumed = streamCall('POST /api/chat/resume', replay, { body, at: 2 })
    expect(await brokenBy([cut, resumed])).toEqual(['resume.replays-only-after-the-cursor'])
    expect(await brokenBy([cut, { ...resumed, stream: replay.slice(start.length) }])).toEqual([])
  })

  it('the passive rules warn of a buffered stream only if the recording has the times of its events', async () => {
    const react = streamCall('POST /api/react', turn, { ms: 5000 })
    const rule = 'sse.events-arrive-while-the-turn-runs'
    expect(idsOf(await findingsIn([react]))).not.toContain(rule)
    const late = { ...react, frames: [{ t: 4900, text: turn }] }
    expect(idsOf(await findingsIn([late]))).toContain(rule)
  })

  it('the passive rules do not judge the stream of `/api/auto`, whose form is not specified', async () => {
    const stream = 'event: route\ndata: {"to":"react"}\n\nevent: message\ndata: {"text":"Hi"}\n\n'
    const auto = streamCall('POST /api/auto', stream, {})
    expect(await findingsIn([auto, { ...auto, at: 2 }])).toEqual([])
    const replay = `${start}event: resume_done\ndata: {}\n\n`
    const resume = streamCall('POST /api/chat/resume', replay, { at: 3 })
    expect(await findingsIn([auto, resume])).toEqual([])
    const other = streamCall('POST /api/react', stream, {})
    expect(idsOf(await findingsIn([other]))).toContain('order.end-is-last')
  })

  it('the passive rules compare the id of a record with the decoded id in the path', async () => {
    const enabling: Call = {
      operation: 'PATCH /api/me/api-keys/k%7C1/active',
      as: tokenOf('ada'),
      body: { is_active: true },
      answer: record({ id: 'k|1' }),
      at: 1,
    }
    expect(await brokenBy([enabling])).toEqual([])
    expect(await brokenBy([{ ...enabling, answer: record() }])).toEqual([
      'keys.disabling-shows-the-same-id',
    ])
  })

  it('the passive rules allow a server to refuse a scope before it validates the query', async () => {
    const read = { operation: 'GET /api/agents?page=0', as: fullKey, at: 1 }
    expect(await brokenBy([{ ...read, ...refusal(403, 'forbidden') }])).toEqual([])
    expect(await brokenBy([{ ...read, ...refusal(400, 'bad_request') }])).toEqual([
      'lists.page-0-is-422',
    ])
  })
})
