import { shortStory } from '../../support/short-story.ts'
import { cursorsOf, eventsIn, only, type SeenEvent } from '../../support/stream-reader.ts'
import type { Mounted } from '../../support/transports.ts'
import { conversationOf, newConversation, signIn } from '../../support/visitor.ts'
import type { Probe, Probes } from './probe.ts'

/** The streams of two turns of the short story in one conversation, as they were sent. */
async function playTurns(mounted: Mounted) {
  const visitor = await signIn(mounted)
  const body = { q: 'Tell me', conversation_id: await newConversation(visitor) }
  const first = await visitor.open('POST /api/react', { body })
  const second = await visitor.open('POST /api/react', { body })
  return {
    type: first.headers.get('content-type'),
    first: await first.text(),
    second: await second.text(),
  }
}

/** A probe of the events of the first turn. */
const seeing = <Option extends string>(
  look: (events: SeenEvent[], text: string) => unknown,
  shows: Probe<Option>['shows'],
): Probe<Option> => ({
  async look(mounted) {
    const { first } = await playTurns(mounted)
    return look(eventsIn(first), first)
  },
  shows,
  options: { scenarios: [shortStory] },
})

/** Returns the first of these fields that the first matching payload has. */
const has = (
  events: readonly SeenEvent[],
  name: string,
  mark: string,
  fields: readonly string[],
) => {
  const data = events.find((one) => one.event === name && mark in one.data)?.data ?? {}
  return fields.map((field) => field in data)
}

/** The position of the cursor of an event. */
const cursorPosition = (events: readonly SeenEvent[], name: string) => {
  const { data, id } = events.find(({ event }) => event === name) ?? { data: {}, id: undefined }
  return `${'cursor' in data ? 'data' : '-'} ${id === undefined ? '-' : 'id'}`
}

export const eventProbes: Probes<'events'> = {
  'events.cursor-carrier': seeing(
    (events) => ['step', 'suggestions', 'end'].map((name) => cursorPosition(events, name)),
    {
      'data-and-id': ['data id', '- id', '- id'],
      'data-or-id': ['data -', '- id', '- id'],
      id: ['- id', '- id', '- id'],
      wrapped: ['data -', 'data -', 'data -'],
      none: ['- -', '- -', '- -'],
    },
  ),
  'events.cursor-range': {
    look: async (mounted) => cursorsOf(eventsIn((await playTurns(mounted)).second))[0],
    shows: { conversation: 18, turn: 0 },
    options: { scenarios: [shortStory] },
  },
  'events.cursor-step': {
    ...seeing((events) => cursorsOf(events).slice(0, 3), { 1: [0, 1, 2], step: [0, 10, 20] }),
    values: { step: 10 },
  },
  'events.first-cursor': {
    ...seeing((events) => cursorsOf(events)[0], { 0: 0, later: 100 }),
    values: { later: 100 },
  },
  'events.line-ends': seeing((_events, text) => text.includes('\r\n'), { lf: false, crlf: true }),
  'events.data-space': seeing((_events, text) => /^data: /m.test(text), { yes: true, no: false }),
  'events.comments': seeing((_events, text) => /^(:|retry:)/m.test(text), { no: false, yes: true }),
  'events.content-type': {
    look: async (mounted) => (await playTurns(mounted)).type,
    shows: { charset: 'text/event-stream; charset=utf-8', plain: 'text/event-stream' },
  },
  'events.unlisted': seeing(
    (events) => events.filter(({ event }) => event === 'heartbeat').length,
    { no: 0, heartbeat: 1 },
  ),
  'events.extra-fields': seeing(
    (events) => has(events, 'step', 'tool', ['tool', 'tool_name', 'tool_args']),
    { both: [true, true, true], documented: [true, false, false] },
  ),
  'events.answer-names': seeing(
    (events) => has(events, 'answer', 'content', ['type', 'text', 'status', 'content']),
    { documented: [true, true, true, true], status: [false, false, true, true] },
  ),
  'events.step-names': seeing(
    (events) => has(events, 'step', 'tool_name', ['tool', 'input', 'tool_name', 'tool_args']),
    { documented: [true, true, true, true], prefixed: [false, false, true, true] },
  ),
  'events.done-tokens': seeing((events) => 'tokens' in only(events, 'done'), {
    present: true,
    absent: false,
  }),
  'events.suggestions-shape': seeing((events) => Array.isArray(only(events, 'suggestions')), {
    array: true,
    items: false,
  }),
  'events.suggestions': seeing((events) => events.some(({ event }) => event === 'suggestions'), {
    always: true,
    'by-agent': false,
  }),
  'events.post-processing': seeing(
    (events) => {
      const names = events.map(({ event }) => event)
      return names.slice(names.indexOf('done'), names.indexOf('suggestions'))
    },
    { no: ['done'], yes: ['done', 'post_processing'] },
  ),
  'events.tool-selection': seeing(
    (events) => events.filter(({ event }) => event === 'phase').map(({ data }) => data['phase']),
    { no: [], yes: ['selecting_tools'] },
  ),
  'events.step-moments': {
    async look(mounted) {
      const body = { q: 'What do you know of sensors?' }
      const events = await (await signIn(mounted)).stream('POST /api/dag', { body })
      const steps = events.filter(({ event }) => event === 'step_progress')
      return typeof steps[0]?.data['started_at']
    },
    shows: { iso: 'string', epoch: 'number' },
  },
  'events.title': {
    async look(mounted) {
      const visitor = await signIn(mounted)
      const id = await newConversation(visitor)
      const body = { q: 'Tell me', conversation_id: id }
      const events = await visitor.stream('POST /api/react', { body })
      const { title } = await conversationOf(visitor, id)
      return [...events.slice(-3).map(({ event }) => event), title]
    },
    shows: {
      'after-suggestions': ['suggestions', 'title', 'end', 'A short story'],
      'before-suggestions': ['title', 'suggestions', 'end', 'A short story'],
      'after-end': ['done', 'suggestions', 'end', 'A short story'],
      never: ['done', 'suggestions', 'end', ''],
    },
    values: { 'after-end': 2 },
    options: { scenarios: [shortStory] },
  },
  'events.call-fields': seeing(
    (events) =>
      events
        .filter(({ data }) => data['type'] === 'iteration')
        .map(({ data }) => data['reasoning']),
    { documented: [null, null], filled: ['Hm.', ''] },
  ),
  'events.step-usage': {
    async look(mounted) {
      const body = { q: 'What do you know of sensors?' }
      const events = await (await signIn(mounted)).stream('POST /api/dag', { body })
      const done = events.find(({ data }) => data['event'] === 'completed')
      return Object.keys(done?.data['usage'] ?? {})
    },
    shows: { no: [], yes: ['prompt_tokens', 'completion_tokens', 'total_tokens'] },
  },
  'events.inject': {
    async look(mounted) {
      const visitor = await signIn(mounted)
      const { clock } = mounted.fake.world()
      clock.freeze()
      const conversation_id = await newConversation(visitor)
      const body = { q: 'Tell me', conversation_id }
      const live = await visitor.read('POST /api/react', { body })
      clock.advance(400)
      const text = { conversation_id, content: 'Hurry.' }
      await visitor.call('POST /api/chat/inject', { body: text })
      clock.advance(60_000)
      return (await live.rest())
        .filter(({ data }) => data['type'] === 'thinking' && data['status'] === 'start')
        .map(({ data }) => data['iteration'])
    },
    shows: { 'id-and-phase': [1, 2], 'by-mode': [1, 2, 3] },
    options: { scenarios: [shortStory], speed: 1 },
  },
}
