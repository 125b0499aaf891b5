import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { readProfile } from '../../contract/profile.ts'
import type { TurnEvent } from '../../client/events/turn-event.ts'
import { clientOf, gather, placeless, signedIn } from '../support/client-of.ts'
import { shippedDeployed } from '../support/shipped-turns.ts'
import { shortStory } from '../support/short-story.ts'
import { describeTransports, mountInProcess, shippedScenarios } from '../support/transports.ts'

const odd = (picks: object) => readProfile({ name: 'odd', picks })

/** Deployments that send the same events in different forms. */
const dialects = {
  documented: {},
  'deployed-0.8': { profile: shippedDeployed.profile },
  'with wrapped cursors and CRLF': {
    profile: odd({ 'events.cursor-carrier': 'wrapped', 'events.line-ends': 'crlf' }),
  },
  'without cursors, with spaces and extra names': {
    profile: odd({
      'events.cursor-carrier': 'none',
      'events.data-space': 'no',
      'events.comments': 'yes',
      'events.extra-fields': 'documented',
    }),
  },
}

const thinking = (status: string, iteration: number) => ({
  event: 'step',
  data: expect.objectContaining({ type: 'thinking', status, iteration }),
})
const call = (status: string) => ({
  event: 'step',
  data: expect.objectContaining({ type: 'iteration', status, tool: 'look', input: { at: 'it' } }),
})
const delta = (text: string) => ({ event: 'answer', data: { type: 'delta', text } })

/** The turn `short` in the form that the client returns. */
const expectedEvents = [
  thinking('start', 1),
  { event: 'step', data: expect.objectContaining({ type: 'thinking', thinking_delta: 'Hm.' }) },
  thinking('done', 1),
  call('start'),
  call('done'),
  thinking('start', 2),
  thinking('done', 2),
  { event: 'step', data: { type: 'answer', status: 'start' } },
  { event: 'answer', data: { type: 'start' } },
  ...['That', ' is', ' the', ' end.'].map(delta),
  { event: 'answer', data: { type: 'done' } },
  {
    event: 'done',
    data: expect.objectContaining({ answer: 'That is the end.', tokens: expect.any(Number) }),
  },
  { event: 'suggestions', data: ['And then?'] },
  { event: 'end', data: {} },
]

/** Events that only some deployments send. */
const isExtra = ({ event, data }: TurnEvent) =>
  event === 'post_processing' ||
  event === 'title' ||
  (event === 'phase' && data.name === 'selecting_tools')

describeTransports('a turn through the client', (mount) => {
  it.each(Object.entries(dialects))(
    'a turn through the client has the same form under the profile %s',
    async (_, options) => {
      const mounted = await mount({ ...options, scenarios: [shortStory] })
      const client = await signedIn(mounted)
      const agent = await client.agents.create({ name: 'Teller', suggest_followups: true })
      const events = await gather(client.react({ q: 'Tell me', agentId: agent.id }))
      expect(events.filter((event) => !isExtra(event)).map(placeless)).toEqual(expectedEvents)
    },
  )

  it('a turn of the client has its conversation id before the first event, and its cursor after each event', async () => {
    const client = await signedIn(await mount({ scenarios: [shortStory] }))
    const turn = client.react({ q: 'Tell me' })
    expect([turn.conversationId, turn.cursor]).toEqual([undefined, -1])
    for await (const { cursor } of turn) {
      expect(turn.conversationId).toEqual(expect.any(String))
      expect(turn.cursor).toBe(cursor)
    }
    const read = await client.conversations.read(turn.conversationId ?? '')
    expect(read.messages.map(({ content }) => content)).toEqual(['Tell me', 'That is the end.'])
  })

  it('a turn of the client closes its stream when the caller leaves the loop', async () => {
    const mounted = await mount({ scenarios: [shortStory], speed: 1 })
    const { clock } = mounted.fake.world()
    clock.freeze()
    const client = await signedIn(mounted)
    const { response, opened } = withOpened(mounted.fetch)
    const watched = clientOf({ ...mounted, fetch: opened }, { session: client.session })
    for await (const event of watched.react({ q: 'Tell me' })) {
      expect(event.event).toBe('step')
      break
    }
    expect((await response()).signal.aborted).toBe(true)
  })

  it('the client does not abort the request of a complete turn, because browsers show that as a failure', async () => {
    const mounted = await mount({ scenarios: [shortStory], speed: Infinity })
    const client = await signedIn(mounted)
    const { response, opened } = withOpened(mounted.fetch)
    const watched = clientOf({ ...mounted, fetch: opened }, { session: client.session })
    const turn = watched.react({ q: 'Tell me' })
    for await (const event of turn) if (event.event === 'end') break
    const { signal } = await response()
    await expect.poll(() => mounted.fake.world().openStreams).toBe(0)
    expect(signal.aborted).toBe(false)
  })

  it('a turn of the client rejects with the reason of its signal at once, even if no event arrives', async () => {
    const mounted = await mount({ scenarios: [shortStory], speed: 1 })
    mounted.fake.world().clock.freeze()
    const client = await signedIn(mounted)
    const leaving = new AbortController()
    const turn = client.react({ q: 'Tell me' }, { signal: leaving.signal })
    const reading = gather(turn)
    const reason = new Error('The page was left.')
    queueMicrotask(() => leaving.abort(reason))
    await expect(reading).rejects.toBe(reason)
  })

  it('a turn of the client is refused with an `ApiError` before its first event', async () => {
    const mounted = await mount()
    const client = await signedIn(mounted)
    const lost = client.react({ q: 'Hi', conversationId: 'unknown' })
    await expect(gather(lost)).rejects.toMatchObject({
      status: 404,
      code: 'conversation_not_found',
    })
    const stranger = clientOf(mounted).react({ q: 'Hi', conversationId: null })
    await expect(gather(stranger)).rejects.toMatchObject({ status: 401, code: 'unauthorized' })
  })

  it('a turn of the client can run with a plan or in a mode chosen by the platform', async () => {
    const client = await signedIn(await mount({ scenarios: shippedScenarios }))
    const plan = await gather(client.dag({ q: 'Investigate the root cause of the outage' }))
    expect(plan.filter(({ event }) => event === 'step_progress').length).toBeGreaterThan(3)
    const [first] = await gather(client.auto({ q: 'Where is my order?' }))
    expect(first).toMatchObject({ event: 'routing', data: { mode: 'react' } })
  })
})

/** A `fetch` into a fake that records the last request for a turn. */
function withOpened(fetch: (request: Request) => Promise<Response>) {
  let last: ((request: Request) => void) | undefined
  const requested = new Promise<Request>((resolve) => (last = resolve))
  return {
    response: () => requested,
    opened(request: Request) {
      if (request.url.endsWith('/api/react')) last?.(request)
      return fetch(request)
    },
  }
}

describe('an event unknown to the client', () => {
  const strange: Scenario = {
    ...shortStory,
    script: [
      { violate: { weather: { sky: 'grey' } } },
      { violate: { answer: { type: 7 } } },
      { answer: 'Done.' },
    ] as Scenario['script'],
  }

  it('an event unknown to the client is passed on with its name and payload', async () => {
    const client = await signedIn(mountInProcess({ scenarios: [strange] }))
    const events = await gather(client.react({ q: 'Tell me' }))
    const unknown = events.filter(({ event }) => event === 'unknown').map(placeless)
    expect(unknown).toEqual([
      { event: 'unknown', name: 'weather', data: { sky: 'grey' } },
      { event: 'unknown', name: 'answer', data: { type: 7 } },
    ])
  })
})

/** Returns one text of each event, to check the types of the fields. */
function nameOf(event: TurnEvent): string {
  switch (event.event) {
    case 'answer':
      // @ts-expect-error: only a delta has a text.
      void event.data.text
      return event.data.type === 'delta' ? event.data.text : event.data.type
    case 'step':
      // @ts-expect-error: only a tool call has a tool.
      void event.data.tool
      return event.data.type === 'iteration' ? event.data.tool : event.data.type
    case 'done':
      expectTypeOf(event.data.tokens).toEqualTypeOf<number>()
      expectTypeOf(event.data.elapsed).toEqualTypeOf<number | undefined>()
      return event.data.answer
    case 'suggestions':
      expectTypeOf(event.data).toEqualTypeOf<readonly string[]>()
      return event.data.join()
    case 'title':
      // @ts-expect-error: a title has no answer.
      void event.data.answer
      return event.data.title
    case 'awaiting_confirmation':
      return event.data.confirmation_id
    case 'inject':
      return event.data.content
    case 'phase':
      return event.data.name
    case 'step_progress':
      return event.data.step_id
    case 'routing':
      return event.data.mode
    case 'unknown':
      expectTypeOf(event.data).toEqualTypeOf<unknown>()
      return event.name
    case 'error':
      return event.data.message
    case 'compact':
    case 'heartbeat':
    case 'post_processing':
    case 'end':
      return event.event
    default:
      return event satisfies never
  }
}

describe('the type of an event', () => {
  it('the name of an event determines its TypeScript type', () => {
    const data = { type: 'delta', text: 'Hello' } as const
    expect(nameOf({ event: 'answer', data, cursor: 3 })).toBe('Hello')
  })
})
