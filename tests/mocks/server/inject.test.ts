import { expect, it } from 'vitest'
import { describeTransports } from '../../support/transports.ts'
import { dueBy, shortStory } from '../../support/short-story.ts'
import { answerIn, only } from '../../support/stream-reader.ts'
import { conversationOf, newConversation, signIn } from '../../support/visitor.ts'

const inject = (conversation_id: unknown, content: unknown = 'And hurry.') => ({
  body: { conversation_id, content },
})

describeTransports('the inject operation', (mount) => {
  it('the inject operation adds a text to the running turn: to its stream, its replay and its messages', async () => {
    const mounted = await mount({ scenarios: [shortStory], speed: 1 })
    const visitor = await signIn(mounted)
    const { clock } = mounted.fake.world()
    clock.freeze()
    const id = await newConversation(visitor)
    const body = { q: 'Tell me', conversation_id: id }
    const live = await visitor.read('POST /api/react', { body })
    clock.advance(400)
    const { json } = await visitor.call<{ id: string }>('POST /api/chat/inject', inject(id))
    expect(json).toEqual({ success: true, id: expect.stringMatching(/^[\da-f]{12}$/) })
    const seen = await live.until(dueBy(400) + 1)
    expect(seen.at(-1)).toMatchObject({
      event: 'inject',
      id: String(dueBy(400)),
      data: { type: 'inject', content: 'And hurry.', id: json.id },
    })
    clock.advance(10_000)
    expect((await live.rest()).at(-1)?.event).toBe('end')
    const replay = await visitor.stream('POST /api/chat/resume', {
      body: { conversation_id: id, cursor: -1 },
    })
    expect(only(replay, 'inject')).toEqual(seen.at(-1)?.data)
    const { messages } = await conversationOf(visitor, id)
    expect(messages.map(({ message_type, content }) => [message_type, content])).toEqual([
      ['text', 'Tell me'],
      ['inject', 'And hurry.'],
      ['done', 'You added “And hurry.”: I will take that into account.\n\nThat is the end.'],
    ])
  })

  it('a text that a script expects to be injected is injected once, by the client or by the script', async () => {
    const scripted = {
      name: 'vests',
      match: { endpoint: 'react' as const },
      script: [{ pause: 1000 }, { inject: 'And hurry.' }, { answer: 'Done.' }],
    }
    const mounted = await mount({ scenarios: [scripted], speed: 1 })
    const visitor = await signIn(mounted)
    const { clock } = mounted.fake.world()
    clock.freeze()
    for (const isInjecting of [true, false]) {
      const id = await newConversation(visitor)
      const live = await visitor.read('POST /api/react', {
        body: { q: 'Tell me', conversation_id: id },
      })
      clock.advance(400)
      if (isInjecting) await visitor.call('POST /api/chat/inject', inject(id))
      clock.advance(10_000)
      const events = await live.rest()
      expect(events.filter(({ event }) => event === 'inject')).toHaveLength(1)
      expect(answerIn(events)).toBe('Done.')
    }
  })

  it('the inject operation requires a running turn', async () => {
    const visitor = await signIn(await mount())
    const id = await newConversation(visitor)
    const refusal = () => visitor.refusal('POST /api/chat/inject', inject(id))
    expect(await refusal()).toEqual([404, 'not_found'])
    await visitor.stream('POST /api/react', { body: { q: 'Hi', conversation_id: id } })
    expect(await refusal()).toEqual([404, 'not_found'])
  })

  it('the inject operation requires a conversation of the caller', async () => {
    const mounted = await mount()
    const id = await newConversation(await signIn(mounted, 'other'))
    const visitor = await signIn(mounted)
    for (const one of [id, 'unknown'])
      expect(await visitor.refusal('POST /api/chat/inject', inject(one))).toEqual([
        404,
        'conversation_not_found',
      ])
  })

  it('the inject operation reports both of its fields if they are missing or wrong', async () => {
    const visitor = await signIn(await mount())
    const { status, json } = await visitor.call('POST /api/chat/inject', inject(5, null))
    expect([status, json]).toMatchObject([
      422,
      { detail: [{ loc: ['body', 'conversation_id'] }, { loc: ['body', 'content'] }] },
    ])
  })
})
