import { expect, it } from 'vitest'
import { createManualClock } from '../../support/manual-clock.ts'
import { shortStory } from '../../support/short-story.ts'
import { answerIn } from '../../support/stream-reader.ts'
import { mountInProcess } from '../../support/transports.ts'
import { newConversation, signIn } from '../../support/visitor.ts'

it('a text of the director for one conversation waits for the next turn of that conversation', async () => {
  const mounted = mountInProcess({ scenarios: [shortStory], speed: Infinity })
  const visitor = await signIn(mounted)
  const { director } = mounted.fake.control()
  const conversation = await newConversation(visitor)
  const other = await newConversation(visitor)
  const answerOf = async (fields: object) =>
    answerIn(await visitor.stream('POST /api/react', { body: { q: 'Tell me', ...fields } }))
  director.say('For you alone.', { conversation })
  expect(await answerOf({ conversation_id: other })).toBe('That is the end.')
  expect(await answerOf({})).toBe('That is the end.')
  expect(director.state().waiting).toEqual({ say: 'For you alone.', conversation_id: conversation })
  expect(await answerOf({ conversation_id: conversation })).toBe('For you alone.')
  expect(director.state().waiting).toBeNull()
})

it('a text of the director for a turn that has sent its answer waits for the next turn of the conversation', async () => {
  const systemClock = createManualClock(Date.parse('2026-11-21T08:00:00.000Z'))
  const mounted = mountInProcess({ scenarios: [shortStory], speed: 1, systemClock })
  const visitor = await signIn(mounted)
  const { director } = mounted.fake.control()
  const ask = (conversation_id: string) =>
    visitor.read('POST /api/react', { body: { q: 'Tell me', conversation_id } })
  const rest = async (reader: Awaited<ReturnType<typeof ask>>) => {
    systemClock.pass(60_000)
    return answerIn(await reader.rest())
  }
  const shown = await newConversation(visitor)
  const other = await newConversation(visitor)
  const first = await ask(shown)
  const { fake } = mounted
  const isDone = () => {
    const [turn] = fake.world().runningTurns
    return turn?.acceptsText === false
  }
  while (!isDone()) systemClock.pass(10)
  expect(director.say('As I said.').waiting).toEqual({ say: 'As I said.', conversation_id: shown })
  expect(await rest(first)).toBe('That is the end.')
  expect(await rest(await ask(other))).toBe('That is the end.')
  expect(await rest(await ask(shown))).toBe('As I said.')
  expect(director.state().waiting).toBeNull()
})

it('while a text of the director waits for one conversation, turns of other conversations play the listed scripts', async () => {
  const own = { ...shortStory, name: 'own', script: [{ answer: 'My own.' }] }
  const mounted = mountInProcess({ scenarios: [shortStory, own], speed: Infinity })
  const visitor = await signIn(mounted)
  const { director, records } = mounted.fake.control()
  const conversation = await newConversation(visitor)
  const answerOf = async (endpoint: string) =>
    answerIn(await visitor.stream(`POST /api/${endpoint}`, { body: { q: 'Tell me' } }))
  director.next(['own', 'own'])
  director.say('For you alone.', { conversation })
  expect(await answerOf('react')).toBe('My own.')
  expect(await answerOf('auto')).toBe('My own.')
  expect(await answerOf('react')).toBe('That is the end.')
  expect(director.state()).toMatchObject({ waiting: { say: 'For you alone.' }, queue: [] })
  records.remove('conversations', conversation)
  await answerOf('react')
  expect(director.state().waiting).toBeNull()
})

it('the director refuses a text for a conversation that does not exist', () => {
  const { director } = mountInProcess().fake.control()
  expect(() => director.say('Hm', { conversation: 'none' })).toThrow(
    'There is no conversation `none`',
  )
})
