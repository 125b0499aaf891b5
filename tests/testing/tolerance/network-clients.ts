import { decodeSse } from '../../../contract/sse.ts'
import type { Mounted } from '../../support/transports.ts'
import { login, visit } from '../../support/visitor.ts'
import { patientWait } from './planted-app.ts'
import type { PlantedClient } from './planted.ts'

type Kind = 'read' | 'change' | 'turn' | 'resume'

/** The bad habits of a client; a client without habits tolerates all networks. */
type Habits = {
  /** The statuses at which it repeats a read. */
  readonly retries?: readonly number[]
  /** Looks at a body before it looks at the status. */
  readonly parsesFirst?: (text: string, type: string) => unknown
  /** The requests that it repeats with a new token. */
  readonly refreshes?: readonly Kind[]
  /** Whether it refuses fields that it does not know. */
  readonly isStrict?: boolean
  /** Splits text into events; the rest waits for more text. */
  readonly split?: (text: string) => readonly string[]
  /** How often it resumes a turn. */
  readonly resumes?: number
  /** Whether a stream that closes is complete, whatever its last event. */
  readonly trustsClose?: boolean
  /** Decodes each chunk by itself. */
  readonly decodesChunks?: boolean
  /** Parses the rest of a broken stream as an event. */
  readonly parsesRest?: boolean
  /** Shows a repeated event twice. */
  readonly showsTwice?: boolean
  /** Changes the text of each chunk before it is split. */
  readonly readsChunk?: (text: string) => string
  /** Puts the rest of a broken stream before the next stream. */
  readonly keepsRest?: boolean
  /** Has one decoder for all streams. */
  readonly sharesDecoder?: boolean
  /** Resumes only streams that closed in order. */
  readonly fearsBreaks?: boolean
  /** The milliseconds without an event after which it gives up. */
  readonly patience?: number
  /** Notices a missing event. */
  readonly countsEvents?: boolean
  /** The number of events after the right cursor at which it resumes. */
  readonly shift?: number
  /** Expects responses in the order of its requests. */
  readonly needsOrder?: boolean
  /** Treats every response to a read as a list. */
  readonly ignoresStatus?: boolean
}

export type NetworkClient = PlantedClient & { readonly breaksAt: readonly string[] }

const busy = [429, 502, 503, 504]
const kinds: readonly Kind[] = ['read', 'change', 'turn', 'resume']

/** A session that repeats refused requests, as far as its habits allow. */
async function openSession(mounted: Mounted, habits: Habits) {
  const { retries = busy, refreshes = kinds, parsesFirst } = habits
  const session = await login(mounted)
  const { clock } = mounted.fake.world()
  let visitor = visit(mounted, session.access_token)
  const refresh = async () => {
    const body = { refresh_token: session.refresh_token }
    const { json } = await visit(mounted).call<{ access_token: string; refresh_token?: string }>(
      'POST /api/auth/refresh',
      { body },
    )
    Object.assign(session, json)
    visitor = visit(mounted, session.access_token)
  }
  return async function send(kind: Kind, operation: string, body?: object): Promise<Response> {
    for (let left = 3; ; left--) {
      const response = await visitor.open(operation, body && { body })
      const type = response.headers.get('content-type') ?? ''
      if (kind === 'read') parsesFirst?.(await response.clone().text(), type)
      if (response.ok || (kind === 'read' && habits.ignoresStatus)) return response
      const text = await response.text()
      const isExpired = text.includes('token_expired') && refreshes.includes(kind)
      if (isExpired) await refresh()
      const isRetried = isExpired || (kind === 'read' && retries.includes(response.status))
      if (!isRetried || left === 0) throw new Error(`${operation}: ${response.status}`)
      if (!isExpired) await clock.wait(patientWait(response, clock.now()) ?? 0)
    }
  }
}

const anyLineEnd = (text: string) => text.split(/\r\n\r\n|\n\n|\r\r/)

/** What a client has seen of a turn. */
type Seen = {
  cursor: number
  last: string
  broke: boolean
  rest: string
  readonly decoder: InstanceType<typeof TextDecoder>
}

/** Reads a stream until it ends or breaks. Throws if it shows something wrong. */
async function readStream(
  response: Response,
  habits: Habits,
  seen: Seen,
  now: () => number,
): Promise<void> {
  const { split = anyLineEnd, decodesChunks = false, patience = Infinity } = habits
  const { readsChunk = (text) => text } = habits
  const take = (part: string) => {
    const name = /^event: ?([^\r\n]+)/m.exec(part)?.[1]
    if (name === undefined) return
    JSON.parse(decodeSse(part).data ?? '{}')
    const cursor = Number(/^id: ?(\d+)/m.exec(part)?.[1] ?? Number.NaN)
    if (habits.countsEvents && cursor > seen.cursor + 1) throw new Error(`no ${cursor - 1}`)
    if (habits.showsTwice && cursor <= seen.cursor) throw new Error(`${cursor} came twice`)
    seen.last = name
    if (cursor > seen.cursor) seen.cursor = cursor
  }
  const reader = response.body?.getReader()
  const decoder = habits.sharesDecoder ? seen.decoder : new TextDecoder()
  let rest = habits.keepsRest ? seen.rest : ''
  seen.broke = false
  for (;;) {
    const asked = now()
    const chunk = await reader?.read().catch(() => undefined)
    if (now() - asked > patience) throw new Error('too late')
    seen.broke = chunk === undefined
    if (chunk === undefined || chunk.done) break
    rest += readsChunk(decoder.decode(chunk.value, { stream: !decodesChunks }))
    if (rest.includes('\uFFFD')) throw new Error('broken text')
    const parts = split(rest)
    rest = parts.at(-1) ?? ''
    for (const part of parts.slice(0, -1)) take(part)
  }
  seen.rest = rest
  if (habits.parsesRest) take(rest)
}

/** The day of a client: it reads, changes, asks, and reads the answer to its end. */
async function spendDay(mounted: Mounted, habits: Habits): Promise<void> {
  const send = await openSession(mounted, habits)
  if (habits.needsOrder) {
    const order: number[] = []
    const read = async (place: number) => {
      await send('read', 'GET /api/agents')
      order.push(place)
    }
    await Promise.all([read(0), read(1), read(2)])
    if (order.join('') !== '012') throw new Error(`answers in the order ${order.join()}`)
  }
  for (let reads = 0; reads < 3; reads++) {
    const { items } = (await (await send('read', 'GET /api/agents')).json()) as { items: object[] }
    const unknown = items.flatMap((item) => Object.keys(item)).find((key) => key.startsWith('x_'))
    if (habits.isStrict && unknown !== undefined) throw new Error(`unknown field ${unknown}`)
  }
  const created = (await (await send('change', 'POST /api/conversations', {})).json()) as {
    data: { id: string }
  }
  const conversation_id = created.data.id
  const seen: Seen = { cursor: -1, last: '', broke: false, rest: '', decoder: new TextDecoder() }
  const now = () => mounted.fake.world().clock.now()
  const body = { q: 'Where is my order?', conversation_id }
  await readStream(await send('turn', 'POST /api/react', body), habits, seen, now)
  const isOver = () => /^(end|resume_done)$/.test(seen.last)
  for (let left = habits.resumes ?? 9; left > 0 && !isOver(); left--) {
    if (seen.broke ? habits.fearsBreaks === true : habits.trustsClose === true) break
    const again = { conversation_id, cursor: seen.cursor + (habits.shift ?? 0) }
    await readStream(await send('resume', 'POST /api/chat/resume', again), habits, seen, now)
  }
  if (!isOver()) throw new Error(`The turn ended with ${seen.last}.`)
  await send('change', `DELETE /api/conversations/${conversation_id}`)
}

/** A client with some habits. */
export const clientWith = (
  name: string,
  breaksAt: readonly string[],
  habits: Habits,
): NetworkClient => ({ name, breaksAt, run: (mounted) => spendDay(mounted, habits) })

const refreshesAllBut = (kind: Kind) => ({ refreshes: kinds.filter((one) => one !== kind) })

const expired = {
  read: 'token-expired-once',
  change: 'token-expired-at-change',
  turn: 'token-expired-at-turn',
  resume: 'token-expired-at-resume',
} as const

type Planted = readonly [name: string, breaksAt: readonly string[], habits: Habits]

const rateLimits = ['rate-limited-once', 'rate-limited-until', 'rate-limited-without-time']
const proxyAnswers = ['bad-gateway-once', 'gateway-timeout-once', 'unavailable-page']

/** The faults that break the stream of a turn off. */
const breaks = [
  'cut-between-events',
  'cut-in-character',
  'cut-in-event',
  'cut-resumes',
  'duplicate-in-replay',
  'token-expired-at-resume',
]

/** The faults after which only a resume brings the rest of a turn. */
const needResume = ['closed-without-end', ...breaks]

export const planted: readonly Planted[] = [
  [
    'a client that parses bodies before it looks at the status',
    proxyAnswers,
    { parsesFirst: (text) => JSON.parse(text) },
  ],
  [
    'a client that knows pages of proxies, but no empty bodies',
    ['gateway-timeout-once'],
    { parsesFirst: (text, type) => type.includes('html') || JSON.parse(text) },
  ],
  [
    'a client that never repeats a read',
    [...proxyAnswers, ...rateLimits, 'unavailable-once'],
    { retries: [] },
  ],
  [
    'a client that repeats a read only for the platform itself',
    ['bad-gateway-once', 'gateway-timeout-once'],
    { retries: [429, 503] },
  ],
  ['a client that knows no rate limits', rateLimits, { retries: [502, 503, 504] }],
  [
    'a client that gives up at 503',
    ['unavailable-once', 'unavailable-page'],
    { retries: [429, 502, 504] },
  ],
  ...kinds.map((kind): Planted => [
    `a client that takes an expired token at a ${kind} for a failure`,
    [expired[kind]],
    refreshesAllBut(kind),
  ]),
  ['a client that never refreshes', Object.values(expired), { refreshes: [] }],
  ['a client that refuses unknown fields', ['unknown-fields'], { isStrict: true }],
  [
    'a client that takes a closed stream for a complete one',
    ['closed-without-end'],
    { trustsClose: true },
  ],
  ['a client that resumes once', ['cut-resumes'], { resumes: 1 }],
  ['a client that never resumes', needResume, { resumes: 0 }],
  ['a client that shows an event twice', ['duplicate-in-replay'], { showsTwice: true }],
  [
    'a client that takes the rest of a broken stream for an event',
    ['cut-in-character', 'cut-in-event'],
    { parsesRest: true },
  ],
  ['a client that knows only LF', ['crlf-lines'], { split: (text) => text.split('\n\n') }],
  [
    'a client that decodes each chunk by itself',
    ['cut-in-character', 'split-writes'],
    { decodesChunks: true },
  ],
  ['a client that gives up at 502', ['bad-gateway-once'], { retries: [429, 503, 504] }],
  ['a client that gives up at 504', ['gateway-timeout-once'], { retries: [429, 502, 503] }],
  [
    'a client that knows empty bodies, but no pages of proxies',
    ['bad-gateway-once', 'unavailable-page'],
    { parsesFirst: (text) => text === '' || JSON.parse(text) },
  ],
  [
    'a client that never looks at the status',
    [...proxyAnswers, ...rateLimits, 'token-expired-once', 'unavailable-once'],
    { ignoresStatus: true },
  ],
  ['a client that resumes twice', ['cut-resumes'], { resumes: 2 }],
  ['a client that resumes only what closed in order', breaks, { fearsBreaks: true }],
  [
    'a client that keeps the rest of a broken stream for the next one',
    ['cut-in-character', 'cut-in-event'],
    { keepsRest: true },
  ],
  [
    'a client with one decoder for all streams',
    ['cut-in-character'],
    { sharesDecoder: true, countsEvents: true },
  ],
  [
    'a client that expects each chunk to end a line',
    ['split-writes'],
    { readsChunk: (text) => (text.endsWith('\n') ? text : `${text}\n`) },
  ],
  [
    'a client that needs CR and LF in one chunk',
    ['crlf-lines with fault:split-writes'],
    {
      readsChunk: (text) => text.replaceAll('\r\n', '\n').replaceAll('\r', ' '),
      split: (text) => text.split('\n\n'),
      countsEvents: true,
    },
  ],
  [
    'a client that gives up after a second without an event',
    ['slow-first-byte', 'stalled-stream'],
    { patience: 950 },
  ],
  ['a client that gives up after 1.5 seconds', ['stalled-stream'], { patience: 1500 }],
  [
    'a client that takes answers in the order of its requests',
    [...proxyAnswers, 'delay', 'rate-limited-without-time', 'redirected-once', 'unavailable-once'],
    { needsOrder: true },
  ],
  ['a client that resumes one event too late', needResume, { shift: 1, countsEvents: true }],
]
