import { describe, expect, it } from 'vitest'
import { operationsRefusing, limitedScopes } from '../../conformance/setup/refusal-table.ts'
import { operations } from '../../conformance/setup/operations.ts'
import {
  began,
  brokenBy,
  type Call,
  creation,
  findingsIn,
  fullKey,
  id,
  idsOf,
  key,
  login,
  page,
  record,
  refusal,
  tokenOf,
} from './judged-calls.ts'

const list = (items: readonly unknown[], at: number, operation = 'GET /api/me/api-keys'): Call => ({
  operation,
  as: tokenOf('ada'),
  answer: page(items),
  at,
})

const readPage = (
  path: string,
  number: number,
  shown: readonly unknown[],
  total: number,
): Call => ({
  operation: `GET ${path}?page=${number}`,
  as: tokenOf('ada'),
  answer: page(shown, number, total),
  at: number,
})

const conversation = (title: string, user = 'ada') => ({ id: id(3), user_id: user, title })

const replayBy = (user: string): Call => ({
  operation: 'POST /api/chat/resume',
  as: tokenOf(user),
  body: { conversation_id: id(3), cursor: -1 },
  stream: 'event: resume_done\ndata: {"done":true}\n\n',
  at: 5,
})

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

const letters = 'abcdefghijklmnopqrstuvwxyz'

const brokenReplayRules = async (...calls: readonly Call[]) =>
  idsOf(await findingsIn(calls)).filter((rule) => rule.startsWith('resume.'))

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
    const calls = [login('ada'), ...(states['disabled'] ?? [])]
    const use = { operation: 'GET /api/agents', as: fullKey, answer: page([]), at: 12 }
    expect(await brokenBy([...calls, list([record()], 5), use])).toEqual([])
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

  it('the passive rules report that the request count of an API key decreased', async () => {
    const shown = [5, 3].map((total, place) => list([record({ total_requests: total })], place * 5))
    expect(await brokenBy([login('ada'), ...shown])).toEqual(['keys.count-never-falls'])
    expect(await brokenBy([login('ada'), ...shown.toReversed()])).toEqual([])
  })

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
      const first = [login('ada'), readPage(path, 1, items, 40)]
      expect(await brokenBy([...first, readPage(path, 2, items, 40)])).toEqual([
        'lists.page-2-has-other-items',
      ])
      expect(await brokenBy([...first, readPage(path, 2, others, 40)])).toEqual([])
    },
  )

  it('the passive rules do not compare two pages if their items have no id, or if the list grew between the requests', async () => {
    const path = '/api/agents'
    const pages = [agents('one'), agents('other')].map((items, place) =>
      readPage(path, place + 1, items, 40),
    )
    expect(await brokenBy(pages)).toEqual([])
    const last = [record({ id: id(20) })]
    expect(await brokenBy([readPage(path, 1, last, 1), readPage(path, 2, last, 21)])).toEqual([])
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
    expect(await brokenBy([...before, replayBy('bob')])).toContain(
      'resume.foreign-turn-stays-hidden',
    )
    expect(await brokenBy([...before, replayBy('ada')])).not.toContain(
      'resume.foreign-turn-stays-hidden',
    )
  })

  it('the passive rules still recognize a user after a refresh whose response has another id of the user', async () => {
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

  it('the passive rules report no missing credential if the recorder left it out, or if it is not in `Authorization`', async () => {
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

  it('the passive rules do not compare a replay with an earlier replay that the client cut', async () => {
    const whole = `${turn}event: resume_done\ndata: {}\n\n`
    expect(
      await brokenBy([
        streamCall('POST /api/react', turn, {}),
        streamCall('POST /api/chat/resume', start, { ended: 'cut', at: 2 }),
        streamCall('POST /api/chat/resume', whole, { at: 3 }),
      ]),
    ).toEqual([])
  })

  it('the passive rules still report a broken rule after a thousand turns with different warnings', async () => {
    const turns = Array.from({ length: 1001 }, (_, place) => {
      const words = [place / 26 ** 2, place / 26, place].map(
        (part) => letters[Math.floor(part) % 26],
      )
      const text = event(1, 'answer', { type: 'delta', text: words.join('') })
      const done = event(2, 'done', { answer: `${words.join('-')} (source)`, tokens: 3 })
      const body = { q: 'Hi', conversation_id: id(place) }
      const stream = `${start}${text}${done}event: end\ndata: {}\n\n`
      return streamCall('POST /api/react', stream, { body, at: place })
    })
    const odd = { ...page([]), size: 50 }
    const findings = await findingsIn([...turns, { ...list([], 2000), answer: odd }])
    expect(idsOf(findings)).toContain('lists.size-is-20-by-default')
    const warnings = findings.filter(({ rule }) => rule === 'events.deltas-make-the-answer')
    expect(warnings).toHaveLength(101)
    expect(warnings.reduce((sum, { count }) => sum + count, 0)).toBe(1001)
  })

  it('the passive rules do not compare a turn with a replay that was requested while it ran', async () => {
    const first = event(1, 'answer', { type: 'delta', text: 'Good ' })
    const rest =
      event(2, 'answer', { type: 'delta', text: 'day' }) +
      event(3, 'answer', { type: 'done' }) +
      event(4, 'done', { answer: 'Good day', tokens: 3 })
    const end = 'event: resume_done\ndata: {}\n\n'
    const stream = `${start}${first}${rest}event: end\ndata: {}\n\n`
    const long = streamCall('POST /api/react', stream, { ms: 30_000 })
    const midway = streamCall('POST /api/chat/resume', start + first + end, { at: 10 })
    const later = streamCall('POST /api/chat/resume', rest + end, {
      body: { conversation_id: id(3), cursor: 1 },
      at: 40,
    })
    expect(await brokenReplayRules(long, midway, later)).toEqual([])
    expect(await brokenReplayRules(long, { ...midway, at: 40 })).toContain(
      'resume.replays-the-streamed-text',
    )
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
