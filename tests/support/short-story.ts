import type { Scenario } from '../../contract/scripts/scenario.ts'
import { mountInProcess } from './transports.ts'
import { newConversation, signIn } from './visitor.ts'

/** A scenario with simple lines: a thought, a tool call of a second, an answer of four words. */
export const shortStory: Scenario = {
  name: 'short-story',
  match: { endpoint: 'react', query: 'tell me' },
  pace: { by: 'word', size: 1, every: 100 },
  script: [
    { think: 'Hm.' },
    { call: { tool: 'look', input: { at: 'it' }, takes: 1000, observation: 'Nothing.' } },
    { answer: 'That is the end.' },
  ],
  suggestions: ['And then?'],
  title: 'A short story',
}

/** The stored turn of the scenario at a given speed; each event with its milliseconds. */
export async function tellStory(speed: number) {
  const mounted = mountInProcess({ scenarios: [shortStory], speed })
  const { clock, store } = mounted.fake.world()
  clock.freeze(Date.parse('2026-11-21T08:00:00.000Z'))
  const start = clock.now()
  const visitor = await signIn(mounted)
  const conversation_id = await newConversation(visitor)
  const stream = await visitor.read('POST /api/react', { body: { q: 'Tell me', conversation_id } })
  clock.advance(600_000)
  await stream.rest()
  const [transcript] = store.transcripts.owned(conversation_id, 'oldest')
  return (transcript?.events ?? []).map((event) => ({ ...event, ms: Date.parse(event.at) - start }))
}

/** A turn that fails after a second of silence. */
export const failing: Scenario = {
  name: 'failing',
  match: { endpoint: 'react', query: 'fail' },
  script: [
    { think: 'Hm.' },
    { pause: 1000 },
    { fail: { error: 'TimeoutError', message: 'The model is down.' } },
  ],
}

/** The events of the scenario at speed 1. */
export const storyBeats = await tellStory(1)

/** The number of events that are due after this time. */
export const dueBy = (passed: number) => storyBeats.filter(({ ms }) => ms <= passed).length
