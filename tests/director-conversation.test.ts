import { expect, it } from 'vitest'
import { shortStory } from './short-story.ts'
import { answerIn } from './stream-reader.ts'
import { mountInProcess } from './transports.ts'
import { newConversation, signIn } from './visitor.ts'

it('a text of the director for one conversation waits until a turn of this conversation', async () => {
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

it('the director refuses a text for a conversation that does not exist', () => {
  const { director } = mountInProcess().fake.control()
  expect(() => director.say('Hm', { conversation: 'none' })).toThrow(
    'There is no conversation `none`',
  )
})
