import { describe, expect, it } from 'vitest'
import { PassiveCalibration } from '../../conformance/calibrate/passive-calibration.ts'
import { createExchange } from '../../contract/exchange.ts'
import type { ChoiceId } from '../../contract/choices.ts'
import { drawnPicks } from '../support/drawn-picks.ts'
import { drawn } from '../support/proving.ts'
import { readJourney, wrongPicks } from './read-picks.ts'

describe('the calibration of traffic under random picks', () => {
  it.each(drawn([...Array.from({ length: 100 }).keys()], 2))(
    'calibrating traffic never returns a wrong pick, even if other picks hide a choice: seed %i',
    async (seed) => {
      const picks = drawnPicks(seed)
      const { observations } = await readJourney(picks)
      expect(wrongPicks(picks, observations)).toEqual([])
    },
  )
})

type Call = {
  readonly call: string
  readonly body?: object
  readonly status: number
  readonly answer: object | string
  readonly headers?: Readonly<Record<string, string>>
}

const tokenOf = (user: string) => `h.${btoa(JSON.stringify({ sub: user }))}.s`

/** Reads calls of one user, or of the user that a header names. */
function readCalls(calls: readonly Call[]) {
  const calibration = new PassiveCalibration()
  for (const { call, body, status, answer, headers = {} } of calls) {
    const [method = '', path = ''] = call.split(' ')
    const { user = 'ana', ...own } = headers
    const isStream = typeof answer === 'string'
    const type = isStream ? 'text/event-stream' : 'application/json'
    const text = isStream ? answer : JSON.stringify(answer)
    calibration.add(
      createExchange({
        startedAt: 0,
        ms: 2,
        method,
        url: new URL(`http://platform.test${path}`),
        requestHeaders: new Headers({ authorization: `Bearer ${tokenOf(user)}`, ...own }),
        requestContent: body && JSON.stringify(body),
        status,
        responseHeaders: [['content-type', type]],
        content: text,
      }),
    )
  }
  return calibration.finish()
}

const error = (code: string) => ({ success: false, error: code, message: 'No.' })
const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
const turn = event('answer', { type: 'start' }) + event('done', { usage: {} }) + event('end', {})

/** Calls that look as if they showed a choice. */
const undecided: readonly (readonly [string, ChoiceId, readonly Call[]])[] = [
  [
    'a turn with an agent that was never missing',
    'turn.unknown-agent',
    [{ call: 'POST /api/react', body: { q: 'a', agent_id: 'x' }, status: 200, answer: turn }],
  ],
  [
    'a turn in a conversation that may be missing itself',
    'turn.unknown-agent',
    [
      { call: 'GET /api/agents/x', status: 404, answer: error('not_found') },
      {
        call: 'POST /api/react',
        body: { q: 'a', agent_id: 'x', conversation_id: 'c' },
        status: 404,
        answer: error('not_found'),
      },
    ],
  ],
  [
    'an inject into a conversation that the traffic did not show before',
    'chat.inject-without-turn',
    [
      {
        call: 'POST /api/chat/inject',
        body: { conversation_id: 'c', content: 'a' },
        status: 404,
        answer: error('not_found'),
      },
    ],
  ],
  [
    'a conversation of the same user, read with a new token',
    'conversations.ownership',
    [
      { call: 'POST /api/conversations', body: {}, status: 200, answer: { data: { id: 'c' } } },
      { call: 'GET /api/conversations/c', status: 200, answer: { data: { id: 'c' } } },
    ],
  ],
  [
    'a creation time in milliseconds',
    'records.timestamps',
    [
      {
        call: 'POST /api/conversations',
        body: {},
        status: 200,
        answer: { data: { id: 'c', created_at: 1_795_000_000_000 } },
      },
    ],
  ],
  [
    'a conversation of another user that was deleted before',
    'conversations.ownership',
    [
      { call: 'POST /api/conversations', body: {}, status: 200, answer: { data: { id: 'c' } } },
      { call: 'DELETE /api/conversations/c', status: 200, answer: { data: {} } },
      {
        call: 'GET /api/conversations/c',
        status: 404,
        answer: error('not_found'),
        headers: { user: 'ben' },
      },
    ],
  ],
  [
    'a replay whose turn may still run',
    'resume.done-stored',
    [
      {
        call: 'POST /api/chat/resume',
        body: { conversation_id: 'c', cursor: -1 },
        status: 200,
        answer: event('answer', { type: 'start' }) + event('resume_done', {}),
      },
    ],
  ],
  [
    'a turn with an agent that may have too few tools to select from',
    'events.tool-selection',
    [{ call: 'POST /api/react', body: { q: 'a', agent_id: 'x' }, status: 200, answer: turn }],
  ],
  [
    'suggestions in a conversation that may have an agent',
    'events.suggestions',
    [
      {
        call: 'POST /api/react',
        body: { q: 'a', conversation_id: 'c' },
        status: 200,
        answer: event('suggestions', ['b']) + turn,
      },
    ],
  ],
  [
    'a list of conversations that is in two orders',
    'conversations.order',
    [
      {
        call: 'GET /api/conversations',
        status: 200,
        answer: {
          items: [3, 2, 1].map((day) => ({
            id: `c${day}`,
            created_at: `2026-11-0${day}T00:00:00Z`,
          })),
          total: 3,
        },
      },
    ],
  ],
  [
    'a stream that the client left before its end',
    'chat.routing-event',
    [
      {
        call: 'POST /api/auto',
        body: { q: 'a' },
        status: 200,
        answer: event('answer', { type: 'start' }),
      },
    ],
  ],
]

const created: Call = {
  call: 'POST /api/conversations',
  body: {},
  status: 200,
  answer: { data: { id: 'c' } },
}
const missing: Call = { call: 'GET /api/agents/x', status: 404, answer: error('not_found') }

/** Calls that decide a choice with certainty. */
const decided: readonly (readonly [string, ChoiceId, string, readonly Call[]])[] = [
  [
    'a turn with an agent that was missing before',
    'turn.unknown-agent',
    'ignored',
    [
      missing,
      { call: 'POST /api/react', body: { q: 'a', agent_id: 'x' }, status: 200, answer: turn },
    ],
  ],
  [
    'an inject into a conversation that the caller created',
    'chat.inject-without-turn',
    'not_found',
    [
      created,
      {
        call: 'POST /api/chat/inject',
        body: { conversation_id: 'c', content: 'a' },
        status: 404,
        answer: error('not_found'),
      },
    ],
  ],
  [
    'a conversation that another user created',
    'conversations.ownership',
    'own',
    [
      created,
      {
        call: 'GET /api/conversations/c',
        status: 404,
        answer: error('not_found'),
        headers: { user: 'ben' },
      },
    ],
  ],
]

describe('calls that only look as if they showed a choice', () => {
  it.each(undecided)('calibrating %s gives no pick for %s', (_, id, calls) => {
    expect(readCalls(calls).profile.picks[id]).toBeUndefined()
  })

  it.each(decided)('calibrating %s gives %s the option %s', (_, id, option, calls) => {
    expect(readCalls(calls).profile.picks[id]).toEqual({ option })
  })
})
