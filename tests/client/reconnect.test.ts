import { describe, expect, it } from 'vitest'
import type { ClientOptions } from '../../client/create-client.ts'
import type { TurnEvent } from '../../client/events/turn-event.ts'
import { StreamInterruptedError } from '../../client/errors.ts'
import type { Turn } from '../../client/streams/turns.ts'
import { readProfile } from '../../contract/profile.ts'
import type { StreamFault } from '../../contract/fault.ts'
import type { FakeOptions } from '../../mocks/fake-options.ts'
import { createPacedFetch } from '../../mocks/sweep/run-turn.ts'
import { clientOf, credentials, gather } from '../support/client-of.ts'
import { shippedDeployed } from '../support/shipped-turns.ts'
import { failing, shortStory } from '../support/short-story.ts'
import { mountInProcess } from '../support/transports.ts'

const withPicks = (picks: object) => ({ profile: readProfile({ name: 'odd', picks }) })

type Answer = () => Promise<Response>

/** A client of a fake whose time passes with each read, and a log of the client's actions. */
async function visitor(options: Partial<FakeOptions> = {}, given: Partial<ClientOptions> = {}) {
  const mounted = mountInProcess({ scenarios: [shortStory], speed: 1, ...options })
  const { clock, faults } = mounted.fake.world()
  clock.freeze()
  const { fetch } = createPacedFetch(mounted.fake, 'running')
  const pauses: number[] = []
  const attempts: number[] = []
  const answers: Answer[] = []
  const connect = () =>
    clientOf(mounted, {
      fetch: (url, init) => {
        const answer = url.endsWith('/api/chat/resume') ? answers.shift() : undefined
        return answer?.() ?? fetch(url, init)
      },
      systemClock: {
        now: () => clock.now(),
        sleep: async (ms) => {
          pauses.push(ms)
          clock.advance(ms)
        },
      },
      ...given,
    })
  const client = connect()
  await client.login(credentials)
  const cut = (endpoint: string, place: NonNullable<StreamFault['cut']>, times = 1) =>
    faults.add({ match: { endpoint }, times, effect: { stream: { cut: place } } })
  const onReconnect = (attempt: number) => attempts.push(attempt)
  const ask = (q = 'Tell me', conversationId?: string | null) =>
    client.react({ q, conversationId }, { onReconnect })
  /** Asks as a page that was loaded again, whose client knows no earlier turn. */
  const askAfterReload = async (conversationId?: string) => {
    const next = connect()
    await next.login(credentials)
    return next.react({ q: 'Tell me', conversationId })
  }
  return { client, mounted, pauses, attempts, answers, cut, ask, askAfterReload, onReconnect }
}

/** The events of a turn before its failure, and the error. */
async function brokenOff(turn: Turn) {
  const events: TurnEvent[] = []
  try {
    for await (const event of turn) events.push(event)
  } catch (error) {
    return { events, error }
  }
  throw new Error('The turn came to its end.')
}

const answerOf = (events: readonly TurnEvent[]) =>
  events.map((one) => (one.event === 'answer' && 'text' in one.data ? one.data.text : '')).join('')

const react = 'POST /api/react'
const resume = 'POST /api/chat/resume'
const down = new TypeError('fetch failed')
const fails: Answer = () => Promise.reject(down)

describe('a stream that breaks', () => {
  it('a stream that breaks is resumed three times with growing delays, then reported as lost with its cursor', async () => {
    const { ask, cut, answers, pauses, attempts } = await visitor()
    cut(react, { after_event: 3 })
    answers.push(fails, fails, fails)
    const turn = ask()
    const { events, error } = await brokenOff(turn)
    expect([events.length, pauses, attempts]).toEqual([3, [300, 1000, 3000], [1, 2, 3]])
    expect(error).toBeInstanceOf(StreamInterruptedError)
    expect(error).toMatchObject({
      reason: 'lost',
      cursor: 2,
      conversationId: turn.conversationId,
      cause: down,
    })
  })

  it('a stream that breaks is reported as lost even without `onReconnect`', async () => {
    const { client, cut, answers, pauses } = await visitor()
    cut(react, { after_event: 3 })
    answers.push(fails, fails, fails)
    expect((await brokenOff(client.react({ q: 'Tell me' }))).error).toMatchObject({
      reason: 'lost',
    })
    expect(pauses).toEqual([300, 1000, 3000])
  })

  it('a stream that breaks after a received event is resumed with the shortest delay again', async () => {
    const { ask, cut, attempts } = await visitor()
    cut(react, { after_event: 3 })
    cut(resume, { after_event: 1, how: 'close' }, 8)
    const events = await gather(ask())
    expect(events.map(({ cursor }) => cursor).slice(0, -1)).toEqual(
      events.slice(1).map((_, at) => at),
    )
    expect(attempts).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1])
  })

  it('a stream that was open for a while is resumed with the shortest delay, even without events', async () => {
    const { ask, cut, answers, pauses, mounted } = await visitor()
    cut(react, { after_event: 3 })
    const idle: Answer = async () => {
      const pull = (controller: ReadableStreamDefaultController) => {
        mounted.fake.world().clock.advance(60_000)
        controller.close()
      }
      const body = new ReadableStream({ pull }, { highWaterMark: 0 })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    }
    answers.push(idle, idle, idle, idle)
    expect(answerOf(await gather(ask()))).toBe('That is the end.')
    expect(pauses).toEqual([300, 300, 300, 300, 300])
  })

  it('a stream that breaks is resumed later if the platform sends `Retry-After`', async () => {
    const { ask, cut, answers, pauses } = await visitor()
    cut(react, { after_event: 3 })
    const busy = { status: 503, headers: { 'retry-after': '7' } }
    answers.push(async () => Response.json({}, busy))
    expect(answerOf(await gather(ask()))).toBe('That is the end.')
    expect(pauses).toEqual([300, 7000])
  })

  it('a stream that breaks is resumed after a minute at most, whatever `Retry-After` the platform sends', async () => {
    const { ask, cut, answers, pauses } = await visitor()
    cut(react, { after_event: 3 })
    const busy = { status: 503, headers: { 'retry-after': '86400' } }
    answers.push(async () => Response.json({}, busy))
    expect(answerOf(await gather(ask()))).toBe('That is the end.')
    expect(pauses).toEqual([300, 60_000])
  })

  it('a stream that breaks is aborted by a signal at once while it waits to be resumed', async () => {
    const {
      ask: _ask,
      client,
      cut,
    } = await visitor({}, { systemClock: { now: () => 0, sleep: () => new Promise(() => {}) } })
    cut(react, { after_event: 3 })
    const leaving = new AbortController()
    const reason = new Error('The page was left.')
    const onReconnect = () => queueMicrotask(() => leaving.abort(reason))
    const turn = client.react({ q: 'Tell me' }, { signal: leaving.signal, onReconnect })
    expect(await brokenOff(turn)).toMatchObject({ error: reason, events: [{}, {}, {}] })
  })

  it('a stream that breaks is not resumed if the platform refuses it', async () => {
    const { ask, cut, answers, pauses } = await visitor()
    cut(react, { after_event: 3 })
    const body = { success: false, error: 'forbidden', message: 'Not for you.' }
    answers.push(async () => Response.json(body, { status: 403 }))
    const { error } = await brokenOff(ask())
    expect(error).toMatchObject({ reason: 'refused', cause: { code: 'forbidden' } })
    expect(pauses).toEqual([300])
  })

  it('a stream that breaks cannot be resumed if the turn is in no conversation', async () => {
    const { ask, cut, pauses } = await visitor()
    cut(react, { after_event: 3 })
    const { error } = await brokenOff(ask('Tell me', null))
    expect(error).toMatchObject({ reason: 'not-resumable', conversationId: undefined })
    expect(pauses).toEqual([])
  })

  it('a stream that breaks is not continued with the events of another turn', async () => {
    const { ask, cut, answers } = await visitor(withPicks({ 'events.cursor-carrier': 'none' }))
    cut(react, { after_event: 3 })
    const other = 'event: title\ndata: {"title":"Another"}\n\n'
    const headers = { 'content-type': 'text/event-stream' }
    answers.push(async () => new Response(other, { headers }))
    const { error, events } = await brokenOff(ask())
    expect(events).toHaveLength(3)
    expect(error).toMatchObject({
      reason: 'differs',
      cause: { message: expect.stringContaining('title') },
    })
  })

  it('a stream that breaks is resumed repeatedly if a replay has only the events stored so far', async () => {
    const { ask, cut, attempts } = await visitor(withPicks({ 'resume.mid-turn': 'stored' }))
    cut(react, { after_event: 3 })
    const events = await gather(ask())
    expect(answerOf(events)).toBe('That is the end.')
    expect(events.at(-2)?.event).toBe('title')
    expect(attempts.length).toBeGreaterThan(1)
  })

  it('the client repeats a resume until the turn has ended if a replay has only the events stored so far', async () => {
    const { ask, client } = await visitor(withPicks({ 'resume.mid-turn': 'stored' }))
    const turn = ask()
    await turn[Symbol.asyncIterator]().next()
    const events = await gather(client.resume(turn.conversationId ?? ''))
    expect(answerOf(events)).toBe('That is the end.')
    expect(events.filter(({ event }) => event === 'done' || event === 'end')).toHaveLength(2)
  })

  it('a turn whose stream broke is complete if the replay has the whole answer but no `done`', async () => {
    const { ask, cut } = await visitor(withPicks({ 'resume.done-stored': 'no' }))
    cut(react, { after_event: 3 })
    const events = await gather(ask())
    expect(answerOf(events)).toBe('That is the end.')
    expect(events.at(-1)?.event).toBe('end')
  })

  it.each([0, 2])(
    'a turn that fails after its stream broke ends with `error` and `end`, also after %i lost attempts',
    async (lost) => {
      const { ask, cut, answers, attempts } = await visitor({ scenarios: [failing] })
      cut(react, { after_event: 2 })
      answers.push(...Array.from({ length: lost }, () => fails))
      const events = await gather(ask('Fail'))
      expect(events.slice(-2).map(({ event }) => event)).toEqual(['error', 'end'])
      expect(attempts).toHaveLength(lost + 1)
    },
  )

  it('a stream that was lost can be continued later from its cursor, even if it breaks again', async () => {
    const { ask, client, cut, answers, onReconnect } = await visitor()
    cut(react, { after_event: 3 })
    answers.push(fails, fails, fails)
    const turn = ask()
    const { events } = await brokenOff(turn)
    cut(resume, { event: 4, inside: 'data' })
    const later = client.resume(turn.conversationId ?? '', turn.cursor, { onReconnect })
    const all = [...events, ...(await gather(later))]
    expect(answerOf(all)).toBe('That is the end.')
    expect(all.map(({ cursor }) => cursor).slice(0, -1)).toEqual(all.slice(1).map((_, at) => at))
  })
})

/** A conversation in which the same question was asked before. */
async function secondTurn(options: Partial<FakeOptions>) {
  const visit = await visitor(options)
  const first = visit.ask()
  const whole = await gather(first)
  const { conversationId } = first
  return {
    ...visit,
    whole,
    ask: (q?: string) => visit.ask(q, conversationId),
    askAfterReload: () => visit.askAfterReload(conversationId),
  }
}

describe('a turn that starts with the same events as the previous turn', () => {
  const lost = { ...shippedDeployed, scenarios: [shortStory] }

  it.each([0, 1, 5])(
    'a turn that is cut after event %i is not continued with an earlier turn that began with the same events',
    async (after_event) => {
      const { ask, cut } = await secondTurn(lost)
      cut(react, { after_event })
      const { error, events } = await brokenOff(ask())
      expect(error).toMatchObject({ reason: 'lost' })
      expect(events).toHaveLength(after_event)
    },
  )

  it.each(['rate_limit_exceeded', 'internal_error'] as const)(
    'a turn is not continued with an earlier one if the conversation cannot be read because of %s',
    async (code) => {
      const { ask, cut, mounted } = await secondTurn(lost)
      cut(react, { after_event: 0 })
      const match = { endpoint: 'GET /api/conversations/*' }
      mounted.fake.world().faults.add({ match, effect: { error: { code } } })
      expect(await brokenOff(ask())).toMatchObject({ events: [], error: { reason: 'lost' } })
    },
  )

  it.each([
    ['the newest turn', {}],
    ['the whole conversation', { 'resume.replay-range': 'conversation' }],
    ['the newest turn, without cursors', { 'events.cursor-carrier': 'none' }],
    [
      'the whole conversation, without cursors',
      { 'events.cursor-carrier': 'none', 'resume.replay-range': 'conversation' },
    ],
    [
      'the whole conversation, with each `end`',
      { 'resume.replay-range': 'conversation', 'resume.end-replayed': 'yes' },
    ],
    [
      'the whole conversation, with each `end` and without cursors',
      {
        'events.cursor-carrier': 'none',
        'resume.replay-range': 'conversation',
        'resume.end-replayed': 'yes',
      },
    ],
    [
      'the whole conversation, with cursors that start again with each turn',
      { 'resume.replay-range': 'conversation', 'events.cursor-range': 'turn' },
    ],
    [
      'the whole conversation, without any `done`',
      { 'resume.replay-range': 'conversation', 'resume.done-stored': 'no' },
    ],
  ])(
    'the client distinguishes a cut turn from a similar turn in a replay of %s',
    async (_, picks) => {
      const missing = 'resume.done-stored' in picks ? ['title', 'done'] : ['title']
      for (const after_event of [0, 1, 5]) {
        const { ask, cut, whole } = await secondTurn(withPicks(picks))
        cut(react, { after_event })
        const events = await gather(ask())
        expect(events.map(({ event }) => event)).toEqual(
          whole.map(({ event }) => event).filter((event) => !missing.includes(event)),
        )
      }
    },
  )

  it.each([0, 1, 4])(
    'a turn that is cut after event %i is not continued with an earlier turn after a reload of the page',
    async (after_event) => {
      const picks = { 'resume.replay-range': 'conversation', 'events.cursor-range': 'turn' }
      const { askAfterReload, cut, whole } = await secondTurn(withPicks(picks))
      cut(react, { after_event })
      const events = await gather(await askAfterReload())
      expect(events.map(({ event }) => event)).toEqual(
        whole.map(({ event }) => event).filter((event) => event !== 'title'),
      )
      expect(answerOf(events)).toBe('That is the end.')
    },
  )

  it('a resume from the start sends every turn that the replay has, and then `end` once', async () => {
    const picks = { 'resume.replay-range': 'conversation', 'resume.end-replayed': 'yes' }
    const { ask, client } = await secondTurn(withPicks(picks))
    const turn = ask()
    await gather(turn)
    const events = await gather(client.resume(turn.conversationId ?? ''))
    const last = events.map(({ event }) => event).filter((event) => /^(done|end)$/.test(event))
    expect(last).toEqual(['done', 'done', 'end'])
  })
})
