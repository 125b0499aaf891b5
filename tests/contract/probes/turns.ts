import { dueBy, shortStory } from '../../support/short-story.ts'
import { cursorsOf, type SeenEvent } from '../../support/stream-reader.ts'
import type { Mounted } from '../../support/transports.ts'
import {
  conversationOf,
  keyOf,
  newConversation,
  signIn,
  visit,
  type Visitor,
} from '../../support/visitor.ts'
import type { Probes } from './probe.ts'

const story = { scenarios: [shortStory] }
const paced = { scenarios: [shortStory], speed: 1 }
const q = 'Tell me'

/** A turn that is paused 400 ms after its start, optionally after finished turns. */
async function midTurn(mounted: Mounted, turnsBefore = 0) {
  const visitor = await signIn(mounted)
  const { clock } = mounted.fake.world()
  clock.freeze()
  const conversation_id = await newConversation(visitor)
  const body = { q, conversation_id }
  for (let turn = 0; turn < turnsBefore; turn++) {
    const earlier = await visitor.read('POST /api/react', { body })
    clock.advance(60_000)
    await earlier.rest()
  }
  const live = await visitor.read('POST /api/react', { body })
  clock.advance(400)
  return { visitor, conversation_id, clock, live }
}

/** The events of a resume after this number of finished turns. */
async function replay(mounted: Mounted, turns = 1): Promise<SeenEvent[]> {
  const visitor = await signIn(mounted)
  const conversation_id = await newConversation(visitor)
  const body = { q, conversation_id }
  for (let turn = 0; turn < turns; turn++) await visitor.stream('POST /api/react', { body })
  return visitor.stream('POST /api/chat/resume', { body: { conversation_id, cursor: -1 } })
}

async function resumed(mounted: Mounted, fields: object, as?: (visitor: Visitor) => Visitor) {
  const visitor = await signIn(mounted)
  const conversation_id = await newConversation(visitor)
  await visitor.stream('POST /api/react', { body: { q, conversation_id } })
  const body = { conversation_id, ...fields }
  return (await (as?.(visitor) ?? visitor).open('POST /api/chat/resume', { body })).status
}

const statusOfChat = async (mounted: Mounted, body: object) =>
  (await (await signIn(mounted)).open('POST /api/react', { body })).status

const names = (events: readonly SeenEvent[]) => events.map(({ event }) => event)

export const turnProbes: Probes<'turn' | 'chat' | 'resume'> = {
  'turn.on-disconnect': {
    async look(mounted) {
      const { visitor, conversation_id, clock, live } = await midTurn(mounted)
      await live.leave()
      clock.advance(60_000)
      const { messages } = await conversationOf(visitor, conversation_id)
      return messages.map(({ role }) => role)
    },
    shows: { 'goes-on': ['user', 'assistant'], cancels: ['user'] },
    options: paced,
  },
  'turn.concurrent': {
    async look(mounted) {
      const { visitor, conversation_id } = await midTurn(mounted)
      return (await visitor.open('POST /api/react', { body: { q, conversation_id } })).status
    },
    shows: { 'side-by-side': 200, refused: 409 },
    options: paced,
  },
  'turn.without-conversation': {
    async look(mounted) {
      const { conversations } = mounted.fake.world().store
      const before = conversations.size
      await (await signIn(mounted)).stream('POST /api/react', { body: { q } })
      return conversations.size - before
    },
    shows: { 'not-stored': 0, 'makes-one': 1 },
  },
  'turn.unknown-agent': {
    async look(mounted) {
      const body = { q, agent_id: 'unknown' }
      return (await (await signIn(mounted)).open('POST /api/react', { body })).status
    },
    shows: { ignored: 200, refused: 404 },
  },
  'turn.failure': {
    async look(mounted) {
      const events = await (
        await signIn(mounted)
      ).stream('POST /api/react', { body: { q: 'Fail' } })
      return events.slice(-2).map(({ event, data }) => [event, data['error'] ?? data['answer']])
    },
    shows: {
      'error-event': [
        ['error', 'TimeoutError'],
        ['end', undefined],
      ],
      'done-text': [
        ['done', 'Agent error: TimeoutError: The model is down.'],
        ['end', undefined],
      ],
    },
    options: {
      scenarios: [
        {
          name: 'model-down',
          match: { endpoint: 'react', query: 'fail' },
          script: [{ fail: { error: 'TimeoutError', message: 'The model is down.' } }],
        },
      ],
    },
  },
  'turn.given-title': {
    async look(mounted) {
      const visitor = await signIn(mounted)
      const conversation_id = await newConversation(visitor, { title: 'Mine' })
      await visitor.stream('POST /api/react', { body: { q, conversation_id } })
      return (await conversationOf(visitor, conversation_id)).title
    },
    shows: { kept: 'Mine', replaced: 'A short story' },
    options: story,
  },
  'chat.query': {
    look: (mounted) => statusOfChat(mounted, {}),
    shows: { required: 422, optional: 200 },
  },
  'chat.query-length': {
    look: async (mounted) => [
      await statusOfChat(mounted, { q: 'x'.repeat(50) }),
      await statusOfChat(mounted, { q: 'x'.repeat(51) }),
    ],
    shows: { unlimited: [200, 200], characters: [200, 422] },
    values: { characters: 50 },
  },
  'chat.routing-event': {
    look: async (mounted) =>
      names(await (await signIn(mounted)).stream('POST /api/auto', { body: { q } }))[0],
    shows: { first: 'routing', absent: 'step' },
  },
  'chat.inject-elsewhere': {
    async look(mounted) {
      const body = { conversation_id: 'unknown', content: 'x' }
      return (await signIn(mounted)).refusal('POST /api/chat/inject', { body })
    },
    shows: {
      conversation_not_found: [404, 'conversation_not_found'],
      forbidden: [403, 'forbidden'],
    },
  },
  'chat.inject-without-turn': {
    async look(mounted) {
      const visitor = await signIn(mounted)
      const body = { conversation_id: await newConversation(visitor), content: 'x' }
      return visitor.refusal('POST /api/chat/inject', { body })
    },
    shows: { not_found: [404, 'not_found'], conflict: [409, 'conflict'] },
  },

  'resume.mid-turn': {
    async look(mounted) {
      const { visitor, conversation_id, clock } = await midTurn(mounted, 1)
      const body = { conversation_id, cursor: -1 }
      const replayed = await visitor.read('POST /api/chat/resume', { body })
      clock.advance(60_000)
      const events = await replayed.rest()
      return { first: cursorsOf(events)[0], ...events.at(-1)?.data }
    },
    shows: {
      follow: { first: 18, replayed: 16, last_cursor: 33 },
      stored: { first: 18, replayed: dueBy(400), last_cursor: 17 + dueBy(400) },
      previous: { first: 0, replayed: 17, last_cursor: 16 },
    },
    options: paced,
  },
  'resume.replay-range': {
    look: async (mounted) => cursorsOf(await replay(mounted, 2))[0],
    shows: { 'newest-turn': 18, conversation: 0 },
    options: story,
  },
  'resume.frame': {
    look: async (mounted) => Object.keys((await replay(mounted))[0]?.data ?? {}),
    shows: { live: ['cursor', 'type', 'status', 'iteration'], wrapped: ['cursor', 'data'] },
    options: story,
  },
  'resume.end-replayed': {
    look: async (mounted) => names(await replay(mounted)).slice(-2),
    shows: { no: ['title', 'resume_done'], yes: ['end', 'resume_done'] },
    options: story,
  },
  'resume.done-stored': {
    look: async (mounted) => names(await replay(mounted)).includes('done'),
    shows: { yes: true, no: false },
    options: story,
  },
  'resume.done-payload': {
    look: async (mounted) => (await replay(mounted)).at(-1)?.data,
    shows: { counts: { replayed: 17, last_cursor: 16 }, empty: {} },
    options: story,
  },
  'resume.live-only': {
    async look(mounted) {
      const visitor = await signIn(mounted)
      const conversation_id = await newConversation(visitor)
      await visitor.stream('POST /api/auto', { body: { q, conversation_id } })
      const body = { conversation_id, cursor: -1 }
      const [first] = await visitor.stream('POST /api/chat/resume', { body })
      return [first?.event, first?.data['cursor']]
    },
    shows: { none: ['routing', 0], progress: ['step', 0] },
    options: story,
  },
  'resume.cursor-required': {
    look: (mounted) => resumed(mounted, {}),
    shows: { required: 422, optional: 200 },
  },
  'resume.below-minus-one': {
    look: (mounted) => resumed(mounted, { cursor: -5 }),
    shows: { invalid_cursor: 400, accepted: 200 },
  },
  'resume.non-integer-cursor': {
    look: (mounted) => resumed(mounted, { cursor: 'abc' }),
    shows: { validation: 422, invalid_cursor: 400 },
  },
  'resume.body-token': {
    look: (mounted) =>
      resumed(mounted, { cursor: -1, token: keyOf(mounted, 'full') }, () => visit(mounted)),
    shows: { ignored: 401, accepted: 200 },
  },
}
